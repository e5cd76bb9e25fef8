/** Verifies the sealed luck of a game in the browser, and shows what was and wasn't checked. */

import { useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { seenCommitment } from "../table/commitments.ts";
import { get, Refused } from "../wire/http.ts";
import type { Outcome } from "../wire/types.ts";
import { say } from "../words.ts";
import { apiPath, type ReplaySource } from "./ReplayController.ts";
import type { Finding } from "./verification.ts";
import type { SealedRecord } from "./seal.ts";

type CheckState =
  | { readonly status: "idle" | "busy" }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "done"; readonly findings: readonly Finding[] };

async function checkLuck(source: ReplaySource): Promise<Finding[]> {
  const path = apiPath(source);
  const [{ verifyLuck }, record, outcomes] = await Promise.all([
    import("./verification.ts"), // few people check
    get<SealedRecord>(`${path}/record`),
    get<Outcome[]>(`${path}/luck`),
  ]);
  return await verifyLuck(record, outcomes, seenCommitment(source.id));
}

export function Luck({ source }: { readonly source: ReplaySource }) {
  const [state, set] = useState<CheckState>({ status: "idle" });
  const check = async () => {
    set({ status: "busy" });
    try {
      set({ status: "done", findings: await checkLuck(source) });
    } catch (error) {
      const reason = error instanceof Refused ? errorText(error) : say("luck.broken");
      set({ status: "failed", reason });
    }
  };
  if (!globalThis.isSecureContext) return <p class="luck">{say("luck.no-crypto")}</p>;
  return (
    <div class="luck">
      <p>{say("luck.line")}</p>
      {state.status !== "done" && (
        <button
          type="button"
          class="button"
          disabled={state.status === "busy"}
          onClick={() => void check()}
        >
          {say(state.status === "busy" ? "luck.busy" : "luck.check")}
        </button>
      )}
      <div role="status">
        {state.status === "failed" && <p class="finding failed">{state.reason}</p>}
        {state.status === "done" && <Findings findings={state.findings} />}
      </div>
    </div>
  );
}

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const isFailed = findings.some((one) => one.verdict === "failed");
  const isComplete = findings.every((one) => one.verdict === "passed");
  const verdict = isFailed
    ? "luck.verdict.failed"
    : isComplete
    ? "luck.verdict.passed"
    : "luck.verdict.unchecked";
  return (
    <>
      <p class="verdict" data-verdict={isFailed ? "failed" : "passed"}>{say(verdict)}</p>
      <ul>
        {findings.map(({ key, verdict, values }) => (
          <li key={key} class={`finding ${verdict}`}>
            <Icon name={verdict} />
            <span>
              <span class="visually-hidden">{say(`luck.${verdict}`)}</span>
              {say(key, values)}
            </span>
          </li>
        ))}
        <li class="finding unchecked">
          <Icon name="unchecked" />
          <span>
            <span class="visually-hidden">{say("luck.unchecked")}</span>
            {say("luck.rules")}
          </span>
        </li>
      </ul>
    </>
  );
}
