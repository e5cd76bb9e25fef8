/** Nothing is at this address. */

import { say } from "../words.ts";
import { Frame } from "./Frame.tsx";

export function Nowhere() {
  return (
    <Frame title={say("nowhere.title")}>
      <div class="nowhere">
        <h1>{say("nowhere.title")}</h1>
        <p>{say("nowhere.line")}</p>
        <a class="button main" href="/">{say("nowhere.back")}</a>
      </div>
    </Frame>
  );
}
