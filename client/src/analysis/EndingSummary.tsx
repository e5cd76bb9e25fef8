/** At the end of a game: a small curve of the chances, and the way to what decided it. */

import { useEffect, useState } from "preact/hooks";
import type { EndingSummaryProps } from "../table/parts.ts";
import { findGame } from "../wire/games.ts";
import { say } from "../words.ts";
import { Making } from "./AnalysisTab.tsx";
import { Curve } from "./Curve.tsx";
import { sidesOf } from "./curve.ts";
import { momentsOf } from "./decisions.ts";
import { useAnalysis } from "./useAnalysis.ts";

const CURVE_HEIGHT = 60;

export function EndingSummary({ table, game, names, scores }: EndingSummaryProps) {
  const analysis = useAnalysis({ kind: "tables", id: table });
  const [age, setAge] = useState(0);
  useEffect(() => {
    void findGame(game).then((box) => setAge(box?.age ?? 0), () => {});
  }, [game]);
  if (analysis.state === "failed") return null; // the replay says why
  if (analysis.state === "loading" || analysis.value.status === "running") {
    return <Making progress={analysis.state === "ready" ? analysis.value.progress : 0} />;
  }
  if (analysis.value.status === "failed") return null;
  const { chances } = analysis.value;
  const moments = momentsOf(analysis.value);
  const curve = { chances, sides: sidesOf(scores), names, age, height: CURVE_HEIGHT };
  const start = moments[0] ? moments[0].event + 1 : chances.length - 1;
  return (
    <>
      <small>{say("analysis.chances")}</small>
      <Curve {...curve} />
      <a class="button" href={`/table/${table}/replay#e=${start}&tab=analysis`}>
        {say("ending.analysis")}
      </a>
    </>
  );
}
