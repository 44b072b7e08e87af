import { useCallback, useEffect, useState } from "react";
import { fetchBytes } from "./fetch-bytes.ts";
import { type OpenPdf, openPdf } from "./pdf-file.ts";

export type PdfState =
  | { state: "fetching"; share: number }
  | { state: "opening" }
  | { state: "failed"; error: unknown }
  | ({ state: "open" } & Omit<OpenPdf, "close">);

/** Fetches and opens the PDF at `address`; it is closed on unmount and when the address changes. */
export function usePdf(
  address: string,
  bytes: number,
  onFetched: () => void,
): PdfState & { again: () => void } {
  const [shown, setShown] = useState<PdfState>({ state: "fetching", share: 0 });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    let close: (() => void) | undefined;
    const show = (next: PdfState) => !leaving.signal.aborted && setShown(next);
    const load = async () => {
      show({ state: "fetching", share: 0 });
      const data = await fetchBytes(address, {
        bytes,
        onProgress: (share) => show({ state: "fetching", share }),
        signal: leaving.signal,
      });
      onFetched();
      show({ state: "opening" });
      const opened = await openPdf(data, leaving.signal);
      ({ close } = opened);
      if (leaving.signal.aborted) close();
      show({ state: "open", pdf: opened.pdf, lacksPictures: opened.lacksPictures });
    };
    load().catch((error: unknown) => show({ state: "failed", error }));
    return () => {
      leaving.abort();
      close?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attempt` retries with the same file
  }, [address, bytes, onFetched, attempt]);
  return { ...shown, again: useCallback(() => setAttempt((count) => count + 1), []) };
}
