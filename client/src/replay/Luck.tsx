/** Was the luck honest? What this browser can find out, and what it can't. */

import { useState } from "preact/hooks";
import { told } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { promisedAt } from "../table/promises.ts";
import { get, Refused } from "../wire/http.ts";
import type { Outcome } from "../wire/types.ts";
import { say } from "../words.ts";
import { type Finding, prove } from "./proof.ts";
import type { Recorded } from "./seal.ts";

type State =
  | { readonly at: "asked" | "busy" }
  | { readonly at: "failed"; readonly why: string }
  | { readonly at: "done"; readonly findings: readonly Finding[] };

async function findings(table: string): Promise<Finding[]> {
  const path = `/api/tables/${encodeURIComponent(table)}`;
  const [record, outcomes] = await Promise.all([
    get<Recorded>(`${path}/record`),
    get<Outcome[]>(`${path}/luck`),
  ]);
  return await prove(record, outcomes, promisedAt(table));
}

export function Luck({ table }: { readonly table: string }) {
  const [state, set] = useState<State>({ at: "asked" });
  const check = async () => {
    set({ at: "busy" });
    try {
      set({ at: "done", findings: await findings(table) });
    } catch (error) {
      const why = error instanceof Refused ? told(error) : say("luck.broken");
      set({ at: "failed", why });
    }
  };
  if (!globalThis.isSecureContext) return <p class="luck">{say("luck.no-crypto")}</p>;
  return (
    <div class="luck">
      <p>{say("luck.line")}</p>
      {state.at !== "done" && (
        <button
          type="button"
          class="button"
          disabled={state.at === "busy"}
          onClick={() => void check()}
        >
          {say(state.at === "busy" ? "luck.busy" : "luck.check")}
        </button>
      )}
      <div role="status">
        {state.at === "failed" && <p class="finding bad">{state.why}</p>}
        {state.at === "done" && <Findings findings={state.findings} />}
      </div>
    </div>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const isBad = findings.some((one) => one.verdict === "bad");
  const isWhole = findings.every((one) => one.verdict === "good");
  const sum = isBad ? "luck.sum.bad" : isWhole ? "luck.sum.good" : "luck.sum.open";
  return (
    <>
      <p class="sum" data-verdict={isBad ? "bad" : "good"}>{say(sum)}</p>
      <ul>
        {findings.map(({ says, verdict, values }) => (
          <li key={says} class={`finding ${verdict}`}>
            <Icon name={verdict} />
            <span>
              <span class="only-read">{say(`luck.${verdict}`)}</span>
              {say(says, values)}
            </span>
          </li>
        ))}
        <li class="finding open">
          <Icon name="open" />
          <span>
            <span class="only-read">{say("luck.open")}</span>
            {say("luck.rules")}
          </span>
        </li>
      </ul>
    </>
  );
}
