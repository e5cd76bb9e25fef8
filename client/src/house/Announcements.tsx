/** The lines that the host shows to everybody, above every screen; each can be hidden. */

import { useEffect, useState } from "preact/hooks";
import { get } from "../wire/http.ts";
import { say } from "../words.ts";

const REFRESH_INTERVAL_MS = 120_000;
const STORAGE_KEY = "ludotheque.hidden-announcements";

export function Announcements() {
  const [lines, setLines] = useState<readonly string[]>([]);
  const [hidden, setHidden] = useState(readHidden);
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) get<string[]>("/api/announcements").then(setLines, () => {}); // or later
    };
    refresh();
    const timer = setInterval(refresh, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  const shown = lines.filter((line) => !hidden.includes(line));
  if (!shown.length) return null;
  const hide = (line: string) => {
    const next = [...hidden.filter((one) => lines.includes(one)), line];
    setHidden(next);
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  };
  return (
    <div class="announcements" aria-label={say("announcement.label")} role="status">
      {shown.map((line) => (
        <p key={line}>
          <span>{line}</span>
          <button
            type="button"
            class="button icon"
            aria-label={say("announcement.hide")}
            onClick={() => hide(line)}
          >
            ×
          </button>
        </p>
      ))}
    </div>
  );
}

function readHidden(): readonly string[] {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
}
