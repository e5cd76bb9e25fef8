/** What is asked of the house outside of a table. */

import { language } from "../words.ts";
import type { NewTable } from "./types.ts";

/** A refusal of the house: `code` is stable, `rule` the paragraph it rests on. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(readonly code: string, message: string, readonly rule = "", readonly status = 0) {
    super(message);
  }
}

/** Ask by HTTP; the answer, or `Refused` (code `offline` if nobody answers at all). */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused("offline", "nobody answers");
  }
  const data = await response.json().catch(() => ({}));
  if (response.ok) return data;
  throw new Refused(data.code ?? "error", data.message ?? "", data.rule ?? "", response.status);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);

export interface Person {
  readonly name: string;
  readonly guest: boolean;
}

/** Who I am; whoever is new comes in as a guest. */
export function me(): Promise<Person> {
  return post<Person>(`/api/guest?language=${language.value}`);
}

/** Set a table up; its name. */
export async function newTable(wanted: Partial<NewTable> & { game: string }): Promise<string> {
  return (await post<{ table: string }>("/api/tables", wanted)).table;
}
