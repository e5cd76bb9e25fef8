/** What luck did to the chances: in all, and its largest strokes. */

import type { ReplayProps } from "../replay/ReplayController.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import type { AnalysisView, LuckEffect } from "../wire/types.ts";
import { say } from "../words.ts";
import { hasPercentages, percentOf } from "./costs.ts";
import { type Side, sidesOf } from "./curve.ts";
import { sideName } from "./Curve.tsx";
import { luckiest, luckSums } from "./decisions.ts";

const SHOWN_EFFECTS = 5;
const SMALLEST_EFFECT = 0.01; // less is as good as nothing

interface LuckEffectsProps extends ReplayProps {
  readonly view: AnalysisView;
  readonly age: number;
}

export function LuckEffects({ controller, story, view, age }: LuckEffectsProps) {
  const sides = sidesOf(story.score_table);
  const sums = luckSums(view.luck, story.names.length);
  return (
    <section class="luck-effects">
      <h2>{say("analysis.luck")}</h2>
      <p class="tip">{say("analysis.luck.tip")}</p>
      <h3>{say("analysis.luck.sum")}</h3>
      <ul class="effects">
        {sides.map((side, i) => (
          <li key={i}>
            <Effect side={side} effects={sums} names={story.names} age={age} hasName />
          </li>
        ))}
      </ul>
      <h3>{say("analysis.luck.most")}</h3>
      <ol>
        {luckiest(view.luck, SHOWN_EFFECTS).map((one) => (
          <li key={one.event}>
            <button
              type="button"
              onClick={() => {
                controller.pause();
                controller.seek(one.event + 1);
              }}
            >
              <span>{story.lines.find((line) => line.event === one.event)?.text ?? ""}</span>
              <span class="effects">
                {sides.map((side, i) => (
                  <Effect key={i} side={side} effects={one.effects} names={story.names} age={age} />
                ))}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What luck added to the chance of a side. */
function Effect({ side, effects, names, age, hasName = false }: {
  readonly side: Side;
  readonly effects: LuckEffect["effects"];
  readonly names: readonly string[];
  readonly age: number;
  readonly hasName?: boolean;
}) {
  return (
    <span class="effect">
      {side.map((seat) => <SeatBadge key={seat} seat={seat} />)}
      <span class={hasName ? "name" : "visually-hidden"}>{sideName(side, names)}</span>
      <strong>{effectText(effects[side[0] ?? 0] ?? 0, age)}</strong>
    </span>
  );
}

function effectText(effect: number, age: number): string {
  const isNothing = Math.abs(effect) < SMALLEST_EFFECT;
  if (!hasPercentages(age)) {
    return say(`analysis.luck.${isNothing ? "even" : effect > 0 ? "helped" : "hurt"}`);
  }
  const percent = percentOf(Math.abs(effect));
  return isNothing
    ? say("analysis.percent", { percent: 0 })
    : say(effect > 0 ? "analysis.luck.more" : "analysis.less", { percent });
}
