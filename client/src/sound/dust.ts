/** The dust ring: the loudness of a clip as a drawing, made from its samples alone. */

export const SAMPLE_RATE_HZ = 22_050;
const WINDOW_MS = 4;
const WINDOW_SAMPLES = Math.round(SAMPLE_RATE_HZ * WINDOW_MS / 1000);
const STEP_DB = 3;
const LEVEL_COUNT = 10; // below the peak; softer sounds are not drawn

/** The loudness of each 4 ms of a clip, in steps of 3 dB: 0 is silence, 10 the clip's own peak. */
export function envelope(bytes: ArrayBuffer): number[] {
  const samples = new Int16Array(bytes);
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += WINDOW_SAMPLES) {
    let sum = 0;
    const part = samples.subarray(start, start + WINDOW_SAMPLES);
    for (const sample of part) sum += sample * sample;
    levels.push(Math.sqrt(sum / part.length));
  }
  const peak = Math.max(...levels, 0);
  if (!peak) return levels.map(() => 0);
  return levels.map((level) => {
    if (!level) return 0;
    const below = Math.round(20 * Math.log10(peak / level) / STEP_DB);
    return Math.max(0, LEVEL_COUNT - below);
  });
}

const VIBRATION_STEP_MS = 20; // shorter pulses are not felt
const VIBRATION_LEVEL = 2; // the least mean level of a pulse: it tells few from many best

/** The loudness of a clip as a pattern of vibration: milliseconds on and off by turns. */
export function vibrationOf(levels: readonly number[]): number[] {
  const windows = VIBRATION_STEP_MS / WINDOW_MS;
  const pattern: number[] = [];
  for (let start = 0; start < levels.length; start += windows) {
    const sum = levels.slice(start, start + windows).reduce((one, other) => one + other, 0);
    const isOn = sum / windows >= VIBRATION_LEVEL;
    const wasOn = pattern.length % 2 === 1;
    if (isOn === wasOn && pattern.length) pattern.push((pattern.pop() ?? 0) + VIBRATION_STEP_MS);
    else pattern.push(...(isOn || pattern.length ? [] : [0]), VIBRATION_STEP_MS);
  }
  return pattern;
}

/** The spokes of the ring as an SVG path, viewBox 200 by 200; `part` of them, from 0 to 1. */
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
