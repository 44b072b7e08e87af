import { useCallback, useEffect, useState } from "react";
import { send } from "#web/api-client.ts";
import { type OpenPdf, openPdf } from "./pdf-file.ts";

export type PdfState =
  | { state: "fetching"; progress: number }
  | { state: "opening" }
  | { state: "failed"; error: unknown }
  | ({ state: "open" } & Omit<OpenPdf, "close">);

/**
 * Fetches and opens the PDF at `url`. It's closed on unmount and when the URL changes. `onFetched` must copy
 * the data to keep it.
 */
export function usePdf(
  url: string,
  bytes: number,
  onFetched: (data: Uint8Array<ArrayBuffer>) => void,
): PdfState & { retry: () => void } {
  const [state, setState] = useState<PdfState>({ state: "fetching", progress: 0 });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    let close: (() => void) | undefined;
    const updateState = (newState: PdfState) => !abort.signal.aborted && setState(newState);
    const load = async () => {
      updateState({ state: "fetching", progress: 0 });
      const data = await fetchBytes(url, {
        bytes,
        onProgress: (progress) => updateState({ state: "fetching", progress }),
        signal: abort.signal,
      });
      onFetched(data);
      updateState({ state: "opening" });
      const openedPdf = await openPdf(data, abort.signal);
      ({ close } = openedPdf);
      if (abort.signal.aborted) close();
      updateState({ state: "open", pdf: openedPdf.pdf, gaps: openedPdf.gaps });
    };
    load().catch((error: unknown) => updateState({ state: "failed", error }));
    return () => {
      abort.abort();
      close?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `attempt` retries with the same file
  }, [url, bytes, onFetched, attempt]);
  return { ...state, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

interface FetchOptions {
  /** The expected size. */
  bytes: number;
  /** Reports the progress of the download, from 0 to 1. */
  onProgress: (progress: number) => void;
  signal: AbortSignal;
}

/**
 * Fetches a whole file from the server and reports the progress.
 * @throws ApiError when the response isn't OK, UnreachableError when there is no response
 */
async function fetchBytes(
  url: string,
  { bytes, onProgress, signal }: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await send("GET", url, undefined, { signal });
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let receivedBytes = 0;
  const reader = response.body.getReader();
  for (let readResult = await reader.read(); !readResult.done; readResult = await reader.read()) {
    chunks.push(readResult.value);
    receivedBytes += readResult.value.length;
    onProgress(Math.min(1, receivedBytes / bytes));
  }
  const allBytes = new Uint8Array(receivedBytes);
  let offset = 0;
  for (const chunk of chunks) {
    allBytes.set(chunk, offset);
    offset += chunk.length;
  }
  return allBytes;
}
