/** A field for an option of a game. */

import type { BoxOption } from "../wire/types.ts";
import type { OptionValue } from "./resources.ts";

export function OptionField({ option, value, choose }: {
  readonly option: BoxOption;
  readonly value: OptionValue;
  readonly choose: (value: OptionValue) => void;
}) {
  return (
    <label class="field">
      <span>{option.label}{option.tip && <small>{option.tip}</small>}</span>
      <select
        name={option.name}
        value={option.values.indexOf(value)}
        onChange={(event) => {
          const newTable = option.values[Number(event.currentTarget.value)];
          if (newTable !== undefined) choose(newTable);
        }}
      >
        {option.labels.map((label, index) => <option key={label} value={index}>{label}</option>)}
      </select>
    </label>
  );
}
