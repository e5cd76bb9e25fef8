/** A request to be matched with others: asked, followed, and withdrawn. */

import { useEffect, useState } from "preact/hooks";
import { currentPerson, get, post, Refused, request } from "../wire/http.ts";
import type { MatchState, NewMatch } from "../wire/types.ts";

const POLL_INTERVAL_MS = 1000;
const STORAGE_KEY = "ludotheque.wishes";
export const DEFAULT_WAIT_S = 20;

/** What a person wants, but for the game. */
export type Wishes = Omit<NewMatch, "game">;

/** The wishes of a person for a game, as they chose them last. */
export function storedWishes(game: string): Wishes {
  try {
    return JSON.parse(localStorage.getItem(`${STORAGE_KEY}.${game}`) ?? "{}");
  } catch {
    return {};
  }
}

export function storeWishes(game: string, wishes: Wishes): void {
  localStorage.setItem(`${STORAGE_KEY}.${game}`, JSON.stringify(wishes));
}

/** Milliseconds until bots take the free seats, by the clock of the house. */
export function remainingMs({ ends, now }: MatchState, elapsedMs: number): number {
  return Math.max(0, ends - now - elapsedMs);
}

interface Following {
  readonly state: MatchState | null;
  readonly receivedAt: number;
  readonly error: Refused | null;
}

/** Wait for others with some wishes, until this is shown no more; `onFound` gets the table. */
export function useMatch(game: string, wishes: Wishes, onFound: (table: string) => void) {
  const [following, setFollowing] = useState<Following>({
    state: null,
    receivedAt: 0,
    error: null,
  });
  useEffect(() => {
    let isGone = false;
    let timer = 0;
    const show = (state: MatchState) => {
      if (isGone) return;
      if (state.state === "found") {
        isGone = true;
        return onFound(state.table);
      }
      setFollowing({ state, receivedAt: Date.now(), error: null });
    };
    const ask = async () => show(await post<MatchState>("/api/match", { game, ...wishes }));
    const poll = async () => {
      const state = await get<MatchState>("/api/match");
      if (state.state === "none") await ask(); // the page slept for too long
      else show(state);
    };
    const follow = (work: () => Promise<void>) =>
      work().then(() => follow.next(POLL_INTERVAL_MS), (failure) => {
        const error = failure instanceof Refused ? failure : new Refused("error", `${failure}`);
        if (isGone) return;
        setFollowing((before) => ({ ...before, error }));
        // Without a connection it goes on as soon as there is one; a refused wish is changed first.
        if (error.code === "offline") follow.next(POLL_INTERVAL_MS);
      });
    follow.next = (delay: number) => {
      if (!isGone) timer = setTimeout(() => void follow(poll), delay);
    };
    void follow(() => currentPerson().then(ask));
    return () => {
      clearTimeout(timer);
      if (isGone) return;
      isGone = true;
      void request("DELETE", "/api/match").catch(() => {});
    };
  }, [game, wishes]);
  return following;
}
