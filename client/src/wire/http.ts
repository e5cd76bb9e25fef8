/** Requests to the server outside of a table's socket. */

import { Signal } from "../signal.ts";
import { language } from "../words.ts";
import type { NewTable } from "./types.ts";

/** A refusal by the server: `code` is stable, `rule` is the number of the rule that forbids it. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(readonly code: string, message: string, readonly rule = "", readonly status = 0) {
    super(message);
  }
}

/** Whether the house has said that it is closed to this person. */
export const isShutOut = new Signal(false);

/** Send an HTTP request; throws `Refused` (code `offline` without a response). */
export function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  return sent<T>(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Send a file; throws `Refused`. */
export const sendFile = <T>(path: string, body: Blob): Promise<T> =>
  sent<T>(path, { method: "POST", body });

async function sent<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused("offline", "no response");
  }
  if (!response.ok) throw await refusalOf(response);
  return await response.json().catch(() => ({}));
}

async function refusalOf(response: Response): Promise<Refused> {
  const data = await response.json().catch(() => ({}));
  if (data.code === "members-only") isShutOut.value = true;
  return new Refused(data.code ?? "error", data.message ?? "", data.rule ?? "", response.status);
}

/** Download a file under a name; throws `Refused`. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetch(path).catch(() => {
    throw new Refused("offline", "no response");
  });
  if (!response.ok) throw await refusalOf(response);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export const get = <T>(path: string): Promise<T> => request<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  request<T>("POST", path, body);

export interface Person {
  readonly name: string;
  readonly guest: boolean;
  /** In the house: "host", "member" or none. */
  readonly role?: string;
}

/** Counts how often somebody else has become the present person of this browser. */
export const personChanged = new Signal(0);
let lastPerson = "";
/** A question on its way: who asks meanwhile gets the same answer, and does not become another guest. */
let asking: Promise<Person> | null = null;

/** The present person; a new visitor becomes a guest. */
export function currentPerson(): Promise<Person> {
  asking ??= askForPerson().finally(() => asking = null);
  return asking;
}

async function askForPerson(): Promise<Person> {
  const person = await post<Person & { readonly token?: string }>(
    `/api/guest?language=${language.value}`,
  );
  const isNew = person.token !== undefined || (lastPerson !== "" && lastPerson !== person.name);
  lastPerson = person.name;
  if (isNew) personChanged.value += 1;
  return person;
}

/** Create a table; returns its name. */
export async function createTable(settings: Partial<NewTable> & { game: string }): Promise<string> {
  return (await post<{ table: string }>("/api/tables", settings)).table;
}
