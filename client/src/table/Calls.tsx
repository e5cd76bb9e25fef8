/** Calls of friends to a table, above every screen. */

import { useEffect, useState } from "preact/hooks";
import { navigate, route } from "../routes.ts";
import { useSignalValue } from "../signal.ts";
import { findGame } from "../wire/games.ts";
import type { CallView } from "../wire/types.ts";
import { say } from "../words.ts";
import { company, dismissCall, followKnownCompany } from "./company.ts";

export function Calls() {
  const known = useSignalValue(company);
  const here = useSignalValue(route);
  useEffect(followKnownCompany, []);
  const call = known?.calls.find(({ table }) => here.screen !== "table" || here.table !== table);
  return (
    <div class="calls" role="status">
      {call && <Call key={call.table} call={call} />}
    </div>
  );
}

function Call({ call: { table, game, name } }: { readonly call: CallView }) {
  const [title, setTitle] = useState("");
  useEffect(() => void findGame(game).then((box) => setTitle(box?.name ?? game), () => {}), [game]);
  const go = () => {
    void dismissCall(table);
    navigate(`/table/${table}`);
  };
  return (
    <>
      <p>{say("call.text", { name, game: title })}</p>
      <button type="button" class="button main" onClick={go}>{say("call.go")}</button>
      <button type="button" class="button" onClick={() => void dismissCall(table)}>
        {say("call.dismiss")}
      </button>
    </>
  );
}
