/** The bots one may choose from: levels, and characters with a manner of their own. */

import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";

export function Opponents({ box, labelled = (label) => label }: {
  readonly box: Box;
  readonly labelled?: (label: string) => string;
}) {
  return (
    <>
      {box.levels.map(({ name, label }) => (
        <option key={name} value={name}>{labelled(label)}</option>
      ))}
      {box.characters.length > 0 && (
        <optgroup label={say("characters")}>
          {box.characters.map(({ name, label, tip }) => (
            <option key={name} value={name} title={tip}>{label}</option>
          ))}
        </optgroup>
      )}
    </>
  );
}
