/** What decided a game that is over, with code that is loaded then. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EndingSummaryProps, TableParts } from "./parts.ts";

export function WhatDecided(
  { load, ...game }: EndingSummaryProps & { readonly load: TableParts["summary"] },
) {
  const [Summary, setSummary] = useState<ComponentType<EndingSummaryProps> | null>(null);
  // An older page may ask for code that is gone: then the link to the replay has to do.
  useEffect(() => void load().then((loaded) => setSummary(() => loaded), () => {}), []);
  return <div class="what-decided">{Summary && <Summary {...game} />}</div>;
}
