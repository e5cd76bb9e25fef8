/** Short synthesized sounds; no file is loaded. */

import type { SoundName } from "../scene/look.ts";
import { settings } from "../settings.ts";

let context: AudioContext | null = null;
let output: GainNode | null = null;

/** The audio context and its output, created on first use; null without Web Audio. */
function audioOutput(): { context: AudioContext; output: GainNode } | null {
  if (!context) {
    if (typeof AudioContext === "undefined") return null;
    context = new AudioContext();
    output = context.createGain();
    output.connect(context.destination);
    const adjust = () => {
      if (output) output.gain.value = settings.value.muted ? 0 : settings.value.volume;
    };
    settings.subscribe(adjust);
    adjust();
  }
  if (context.state === "suspended") void context.resume();
  return output ? { context, output } : null;
}

/** Start the audio context on the first press, unless muted: browsers allow sound only after one,
 * some only within its event (which by touch is `pointerup`, not `pointerdown`). */
export function unlockOnFirstPress(): void {
  const done = new AbortController();
  const unlock = () => {
    if (settings.value.muted) return;
    if (navigator.userActivation?.hasBeenActive === false) return; // not a press to the browser
    if (audioOutput()?.context.state !== "suspended") done.abort();
  };
  for (const press of ["pointerdown", "pointerup", "keydown"]) {
    addEventListener(press, unlock, { signal: done.signal });
  }
}

/** A part of a sound: a tone or filtered noise with its envelope. */
interface SoundPart {
  readonly at: number;
  readonly length: number;
  readonly level: number;
  /** Frequency in Hz at the start and the end; for noise that of the band-pass filter. */
  readonly from: number;
  readonly to: number;
  readonly kind: OscillatorType | "noise";
}

const knock = (at: number, pitch: number, level = 0.5): SoundPart[] => [
  { at, length: 0.07, level, from: pitch, to: pitch * 0.7, kind: "triangle" },
  { at, length: 0.02, level: level * 0.5, from: pitch * 6, to: pitch * 4, kind: "noise" },
];

const tone = (at: number, pitch: number, length = 0.25, level = 0.22): SoundPart => ({
  at,
  length,
  level,
  from: pitch,
  to: pitch,
  kind: "sine",
});

const SOUNDS: Readonly<Record<SoundName, readonly SoundPart[]>> = {
  card: [{ at: 0, length: 0.07, level: 0.35, from: 3800, to: 1600, kind: "noise" }],
  wood: knock(0, 420),
  dice: [0, 0.07, 0.13, 0.21, 0.26].flatMap((at, i) => knock(at, 700 + 90 * (i % 3), 0.35)),
  slide: [{ at: 0, length: 0.28, level: 0.25, from: 700, to: 1300, kind: "noise" }],
  coin: [tone(0, 1850, 0.16, 0.16), tone(0.05, 2480, 0.22, 0.14)],
  snap: [
    { at: 0, length: 0.03, level: 0.7, from: 5200, to: 2600, kind: "noise" },
    ...knock(0.01, 900, 0.4),
  ],
  win: [523, 659, 784, 1047].map((pitch, i) => tone(i * 0.11, pitch, 0.45)),
  step: knock(0, 300, 0.35),
  whoosh: [{ at: 0, length: 0.35, level: 0.3, from: 500, to: 2600, kind: "noise" }],
  thud: [
    { at: 0, length: 0.2, level: 0.7, from: 130, to: 55, kind: "sine" },
    ...knock(0, 180, 0.3),
  ],
  chime: [tone(0, 880, 0.35, 0.16), tone(0.09, 1175, 0.5, 0.16)],
};

/** Play a sound, after a delay in seconds; one that is not known here is not heard. */
export function playSound(name: SoundName, delay = 0): void {
  if (settings.value.muted || settings.value.volume === 0 || document.hidden) return;
  const audio = audioOutput();
  if (!audio || audio.context.state !== "running") return;
  for (const part of SOUNDS[name] ?? []) playPart(audio.context, audio.output, part, delay);
}

function playPart(context: AudioContext, output: AudioNode, part: SoundPart, delay: number): void {
  const start = context.currentTime + delay + part.at;
  const end = start + part.length;
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(part.level, start + Math.min(0.008, part.length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(output);
  const source = part.kind === "noise"
    ? startNoise(context, part, start, gain)
    : startOscillator(context, part, start, gain);
  source.start(start);
  source.stop(end);
}

function startOscillator(
  context: AudioContext,
  part: SoundPart,
  start: number,
  to: AudioNode,
): OscillatorNode {
  const source = context.createOscillator();
  source.type = part.kind === "noise" ? "sine" : part.kind;
  source.frequency.setValueAtTime(part.from, start);
  source.frequency.exponentialRampToValueAtTime(part.to, start + part.length);
  source.connect(to);
  return source;
}

let noiseBuffer: AudioBuffer | null = null;

function startNoise(
  context: AudioContext,
  part: SoundPart,
  start: number,
  to: AudioNode,
): AudioBufferSourceNode {
  noiseBuffer ??= createNoiseBuffer(context);
  const source = context.createBufferSource();
  source.buffer = noiseBuffer;
  source.loop = true;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 0.9;
  filter.frequency.setValueAtTime(part.from, start);
  filter.frequency.exponentialRampToValueAtTime(part.to, start + part.length);
  source.connect(filter).connect(to);
  return source;
}

function createNoiseBuffer(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** Play a clip of 16-bit samples as the server sends it; `pan` from -1 (left) to 1 (right). */
export function playClip(bytes: ArrayBuffer, rate: number, pan: number): () => void {
  const audio = audioOutput();
  const samples = new Int16Array(bytes);
  if (!audio || !samples.length || settings.value.muted) return () => {};
  const buffer = audio.context.createBuffer(1, samples.length, rate);
  const channel = buffer.getChannelData(0);
  samples.forEach((sample, i) => channel[i] = sample / 32768);
  const source = audio.context.createBufferSource();
  source.buffer = buffer;
  const panner = audio.context.createStereoPanner();
  panner.pan.value = pan;
  source.connect(panner).connect(audio.output);
  source.start();
  return () => source.stop();
}
