import { useCallback, useEffect, useState } from "react";
import { send } from "#web/api-client.ts";
import { type OpenPdf, openPdf } from "./pdf-file.ts";

export type PdfState =
  | { state: "fetching"; share: number }
  | { state: "opening" }
  | { state: "failed"; error: unknown }
  | ({ state: "open" } & Omit<OpenPdf, "close">);

/** Fetches and opens the PDF at `url`. It's closed on unmount and when the URL changes. */
export function usePdf(url: string, bytes: number, onFetched: () => void): PdfState & { retry: () => void } {
  const [state, setState] = useState<PdfState>({ state: "fetching", share: 0 });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let close: (() => void) | undefined;
    const show = (next: PdfState) => !abort.signal.aborted && setState(next);
    const load = async () => {
      show({ state: "fetching", share: 0 });
      const data = await fetchBytes(url, {
        bytes,
        onProgress: (share) => show({ state: "fetching", share }),
        signal: abort.signal,
      });
      onFetched();
      show({ state: "opening" });
      const opened = await openPdf(data, abort.signal);
      ({ close } = opened);
      if (abort.signal.aborted) close();
      show({ state: "open", pdf: opened.pdf, lacksImages: opened.lacksImages });
    };
    load().catch((error: unknown) => show({ state: "failed", error }));
    return () => {
      abort.abort();
      close?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attempt` retries with the same file
  }, [url, bytes, onFetched, attempt]);
  return { ...state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

interface Fetching {
  /** The expected size. */
  bytes: number;
  /** Reports the progress of the download, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Fetches a whole file from the server and reports the progress.
 * @throws ApiError when the response isn't OK, UnreachableError when there is no response
 */
async function fetchBytes(url: string, { bytes, onProgress, signal }: Fetching): Promise<Uint8Array> {
  const response = await send("GET", url, undefined, { signal });
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let received = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    received += part.value.length;
    onProgress(Math.min(1, received / bytes));
  }
  const whole = new Uint8Array(received);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
