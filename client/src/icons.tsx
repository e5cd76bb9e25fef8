/** Icons for buttons and lists, drawn as strokes. */

const PATHS = {
  back: "M14 5l-7 7 7 7",
  book: "M5 4h10a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM5 16a4 4 0 0 1 4-4h10M9 8h6",
  sound: "M4 9v6h4l6 5V4L8 9zM17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11",
  muted: "M4 9v6h4l6 5V4L8 9zM17 9.5l5 5M22 9.5l-5 5",
  log: "M4 6h16M4 12h16M4 18h10",
  phrases: "M4 5h16v11h-9l-4 4v-4H4zM8 10.500h.01M12 10.500h.01M16 10.500h.01",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  restart: "M5 12a7 7 0 1 0 2.5-5.4M5 4v4h4",
  undo: "M9 14l-5-5 5-5M4 9h10a5.500 5.500 0 0 1 0 11h-3",
  share: "M12 15V3m0 0L8 7m4-4l4 4M6 11H5v10h14V11h-1",
  board: "M4 4h16v16H4zM4 12h16M12 4v16",
  cover: "M4 4h16M6 4v15c3 0 4-5 4-9M18 4v15c-3 0-4-5-4-9",
  close: "M6 6l12 12M18 6L6 18",
  fold: "M6 9l6 6 6-6",
  first: "M6 5v14M18 5l-9 7 9 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  previous: "M15 5l-8 7 8 7",
  next: "M9 5l8 7-8 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  passed: "M5 12.500l5 5L19 7",
  failed: "M12 5v9M12 18.500v.5",
  unchecked: "M9 9a3 3 0 1 1 4.500 2.600c-1 .6-1.500 1.200-1.500 2.400M12 18v.5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
