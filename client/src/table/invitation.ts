/** The link by which others come to a table: its address, or in a closed house an invitation. */

import { useEffect, useState } from "preact/hooks";
import { get, post } from "../wire/http.ts";
import type { NewLink } from "../wire/types.ts";

/** The link to a table; null before it is known, and for those who may not invite others. */
export function useInvitation(table: string): string | null {
  const [link, setLink] = useState<string | null>(null);
  useEffect(() => {
    invitation(table).then(setLink, () => setLink(null));
  }, [table]);
  return link;
}

async function invitation(table: string): Promise<string> {
  const { guest: isOpen } = await get<{ readonly guest: boolean }>("/api/doors");
  if (isOpen) return `${location.origin}/table/${table}`;
  const key = `ludotheque.invitation.${table}`; // one for each visit of a browser
  const known = sessionStorage.getItem(key);
  if (known) return known;
  const { token } = await post<NewLink>(`/api/tables/${table}/invitation`);
  const link = `${location.origin}/join#${token}`;
  sessionStorage.setItem(key, link);
  return link;
}
