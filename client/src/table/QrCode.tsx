/** A link that a phone's camera can read. */

import { useEffect, useState } from "preact/hooks";

interface QrCodeData {
  readonly data: readonly (readonly boolean[])[];
  readonly size: number;
}

/** The dark squares of a code as one path, a run of them at a time. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const start = x;
      while (row[x]) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  });
  return path;
}

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [code, setCode] = useState<QrCodeData | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // If it can't be loaded, the link remains.
    import("./qrEncoder.ts").then(
      ({ encode }) => isCurrent && setCode(encode(text, { ecc: "M", border: 3 })),
      () => {},
    );
    return () => void (isCurrent = false);
  }, [text]);
  const size = code?.size ?? 1;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <rect width={size} height={size} fill="#fff" />
      {code && <path d={pathOf(code.data)} fill="#000" shape-rendering="crispEdges" />}
    </svg>
  );
}
