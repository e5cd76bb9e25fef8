/** Friends who are here and their calls, asked for now and then by the page of whoever has friends. */

import { Signal } from "../signal.ts";
import { route } from "../routes.ts";
import { get, request } from "../wire/http.ts";
import type { Company } from "../wire/types.ts";

const STORAGE_KEY = "ludotheque.company";
const INTERVAL_MS = 20_000;

export const company = new Signal<Company | null>(null);
let timer = 0;

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const { value } = route;
  const table = value.screen === "table" ? `?table=${value.table}` : "";
  company.value = await get<Company>(`/api/me/company${table}`).catch(() => company.value);
}

/** Ask for friends from now on, also on later visits. */
export function followCompany(): void {
  localStorage.setItem(STORAGE_KEY, "1");
  followKnownCompany();
}

/** Ask for friends, if this browser has done so before. */
export function followKnownCompany(): void {
  if (timer || !localStorage.getItem(STORAGE_KEY)) return;
  timer = setInterval(() => void refresh(), INTERVAL_MS);
  void refresh();
}

/** Show a call to a table no more. */
export async function dismissCall(table: string): Promise<void> {
  const { value } = company;
  if (value) {
    company.value = { ...value, calls: value.calls.filter((call) => call.table !== table) };
  }
  await request("DELETE", `/api/me/calls?table=${table}`).catch(() => {});
}
