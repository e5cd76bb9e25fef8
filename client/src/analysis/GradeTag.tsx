/** The grade of a decision: a glyph and a word, so that colour is never the only distinction. */

import { say } from "../words.ts";
import type { Grade } from "./decisions.ts";

const GLYPHS: Readonly<Record<Grade, string>> = {
  best:
    "M12 3l2.600 5.800 6.200.700-4.600 4.200 1.300 6.300L12 16.800 6.500 20l1.300-6.300-4.600-4.200 6.200-.7z",
  good: "M5 12.500l5 5L19 7",
  slip: "M4 14c2.500-5 5.500-5 8-2s5.500 3 8-2",
  blunder: "M6 6l12 12M18 6L6 18",
};

export function GradeGlyph({ grade }: { readonly grade: Grade }) {
  return (
    <svg class={`glyph grade-glyph ${grade}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={GLYPHS[grade]} />
    </svg>
  );
}

export function GradeTag({ grade }: { readonly grade: Grade }) {
  return (
    <span class={`grade ${grade}`}>
      <GradeGlyph grade={grade} />
      {say(`analysis.grade.${grade}`)}
    </span>
  );
}
