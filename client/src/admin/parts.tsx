/** Parts that the sections of the host's page share. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Resource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import type { NewLink } from "../wire/types.ts";
import { language, say } from "../words.ts";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A point in time, in words. */
export function dateTime(time: number): string {
  return new Date(time).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });
}

/** A number of bytes, in words. */
export function byteCount(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const style = { style: "unit", unit: UNITS[power] ?? "byte", maximumFractionDigits: 1 } as const;
  return (bytes / 1000 ** power).toLocaleString(language.value, style);
}

/** A list that may be empty. */
export function List<T>({ resource, empty, children }: {
  readonly resource: Resource<readonly T[]>;
  readonly empty: string;
  readonly children: (one: T) => ComponentChildren;
}) {
  return (
    <Await resource={resource}>
      {(all) =>
        all.length ? <ul class="admin-list">{all.map(children)}</ul> : <Empty>{empty}</Empty>}
    </Await>
  );
}

/** A number in a form. */
export function NumberField({ label, value, min, max, onChange }: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        required
        min={min}
        max={max}
        value={value}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

/** A link that was just made; nobody is told it again. */
export function LinkNotice({ link }: { readonly link: NewLink | null }) {
  const [copied, setCopied] = useState("");
  if (!link) return null;
  const address = `${location.origin}/join#${link.token}`;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(link.token);
  };
  return (
    <div class="link-notice" role="status">
      <label class="field">
        <span>{say("admin.link.made")}</span>
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="button" onClick={() => void copy()}>
        {say(copied === link.token ? "waiting.copied" : "admin.link.copy")}
      </button>
    </div>
  );
}
