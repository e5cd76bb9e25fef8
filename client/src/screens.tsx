/** The screens. Tables are part of the first file; the code of others is loaded when it is needed. */

import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorNotice } from "./house/States.tsx";
import { reloadOnce } from "./reload.ts";
import { companionsAt } from "./hotseat/deviceTables.ts";
import { navigate, type Route } from "./routes.ts";
import type { TableParts } from "./table/parts.ts";
import { TableScreen } from "./table/TableScreen.tsx";
import { Refused } from "./wire/http.ts";

type Renderer = (route: Route) => ComponentChild;

/** Loaders of all parts of the page but tables; `house` is for all other screens. */
const LOADERS = {
  async replay(): Promise<Renderer> {
    const { Replay, ReplaysBeside } = await import("./replay/Replay.tsx");
    return (route) => {
      if (route.screen === "record") {
        return <Replay key={route.record} source={{ kind: "records", id: route.record }} />;
      }
      if (route.screen === "beside") {
        return <ReplaysBeside key={route.table} tables={[route.table, route.other]} />;
      }
      return route.screen === "replay" && (
        <Replay key={route.table} source={{ kind: "tables", id: route.table }} />
      );
    };
  },
  async known(): Promise<Renderer> {
    const { KnownScreen } = await import("./known/KnownScreen.tsx");
    return (route) => <KnownScreen route={route} />;
  },
  async learn(): Promise<Renderer> {
    const { Learn } = await import("./learn/Learn.tsx");
    return (route) => route.screen === "learn" && <Learn key={route.game} game={route.game} />;
  },
  async puzzles(): Promise<Renderer> {
    const { PuzzlesScreen } = await import("./puzzles/PuzzlesScreen.tsx");
    return (route) => <PuzzlesScreen route={route} />;
  },
  async people(): Promise<Renderer> {
    const { PeopleScreen } = await import("./people/PeopleScreen.tsx");
    return (route) => <PeopleScreen route={route} />;
  },
  async together(): Promise<Renderer> {
    const { TogetherScreen } = await import("./hotseat/TogetherScreen.tsx");
    return (route) => <TogetherScreen route={route} load={load} />;
  },
  async admin(): Promise<Renderer> {
    const { Admin } = await import("./admin/Admin.tsx");
    return () => <Admin />;
  },
  async house(): Promise<Renderer> {
    const { HouseScreen } = await import("./house/HouseScreen.tsx");
    return (route) => <HouseScreen route={route} />;
  },
};
type Part = keyof typeof LOADERS;

const load: TableParts = {
  async rules() {
    const { RuleSheet } = await import("./house/HouseScreen.tsx");
    return RuleSheet;
  },
  async summary() {
    const { EndingSummary } = await import("./replay/Replay.tsx");
    return EndingSummary;
  },
};

/** A table; one that is passed around on this device is behind its curtain. */
const renderTable: Renderer = (route) =>
  route.screen === "table" &&
  (companionsAt(route.table).length
    ? <Redirect to={`/table/${route.table}/pass`} />
    : <TableScreen key={route.table} table={route.table} load={load} />);

function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, true), [to]);
  return null;
}

const loaded = new Map<Part | "table", Renderer>([["table", renderTable]]);

function partOf({ screen }: Route): Part | "table" {
  switch (screen) {
    case "table":
    case "replay":
    case "learn":
    case "admin":
    case "puzzles":
      return screen;
    case "puzzle":
      return "puzzles";
    case "record":
    case "beside":
      return "replay";
    case "statistics":
    case "person":
    case "past":
    case "daily":
      return "known";
    case "match":
    case "friends":
    case "circle":
      return "people";
    case "pass-setup":
    case "pass":
    case "board":
      return "together";
    default:
      return "house";
  }
}

/** Load the code of a route's screen. */
export async function loadScreen(route: Route): Promise<void> {
  const part = partOf(route);
  if (part !== "table" && !loaded.has(part)) loaded.set(part, await LOADERS[part]());
}

/** The screen of a route; while its code is loaded, the one before stays. */
export function Screen({ route }: { readonly route: Route }) {
  const [shown, setShown] = useState(route);
  const [isFailed, setFailed] = useState(false);
  const isLoaded = loaded.has(partOf(route));
  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    loadScreen(route).then(
      () => isCurrent && setShown(route),
      // An older page asks for code that the house no longer has.
      () => isCurrent && !(navigator.onLine && reloadOnce()) && setFailed(true),
    );
    return () => void (isCurrent = false);
  }, [route]);
  if (isFailed && !isLoaded) {
    const error = new Refused("offline", "the code of the screen could not be loaded");
    return <ErrorNotice error={error} retry={() => location.reload()} />;
  }
  const current = isLoaded ? route : shown;
  return <>{loaded.get(partOf(current))?.(current)}</>;
}
