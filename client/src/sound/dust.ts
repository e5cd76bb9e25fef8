/** The dust ring: what a shake sounds like, for the eye. From the same samples, and from nothing else. */

export const RATE = 22_050;
const WINDOW = Math.round(RATE * 0.004); // 4 milliseconds
const STEP = 3; // decibels
const STEPS = 10; // below the peak; what is softer is not seen

/** The loudness of each 4 milliseconds of a clip, in steps of 3 dB: 0 is silence, 10 its own peak. */
export function envelope(bytes: ArrayBuffer): number[] {
  const samples = new Int16Array(bytes);
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += WINDOW) {
    let sum = 0;
    const part = samples.subarray(start, start + WINDOW);
    for (const sample of part) sum += sample * sample;
    levels.push(Math.sqrt(sum / part.length));
  }
  const peak = Math.max(...levels, 0);
  if (!peak) return levels.map(() => 0);
  return levels.map((level) => {
    if (!level) return 0;
    const below = Math.round(20 * Math.log10(peak / level) / STEP);
    return Math.max(0, STEPS - below);
  });
}

/** The spokes of the ring as the path of a picture of 200 by 200; `part` of them, from 0 to 1. */
export function spokes(levels: readonly number[], part: number, inner = 46): string {
  const shown = Math.round(levels.length * part);
  let path = "";
  for (let i = 0; i < shown; i++) {
    const level = levels[i] ?? 0;
    if (!level) continue;
    const angle = 2 * Math.PI * i / levels.length - Math.PI / 2;
    const outer = inner + 5 * level;
    path += `M${point(angle, inner)}L${point(angle, outer)}`;
  }
  return path;
}

function point(angle: number, radius: number): string {
  const at = (value: number) => (100 + radius * value).toFixed(1);
  return `${at(Math.cos(angle))} ${at(Math.sin(angle))}`;
}
