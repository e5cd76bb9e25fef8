/** A table: the scene, the prompt, the people around it. */

import { useEffect, useState } from "preact/hooks";
import { language } from "../words.ts";
import { Line, socketAddress } from "../wire/socket.ts";
import type { View } from "../wire/types.ts";

export function TableScreen({ table }: { readonly table: string }) {
  const [view, setView] = useState<View | null>(null);
  useEffect(() => {
    const line = new Line(() => socketAddress(table, language.value), {
      view: setView,
      clip: () => {},
      state: () => {},
    });
    return () => line.close();
  }, [table]);
  return <main class="table">{view?.scene?.prompt ?? view?.status ?? ""}</main>;
}
