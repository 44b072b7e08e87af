import { send } from "#web/api-client.ts";

interface Fetching {
  /** The expected size. */
  bytes: number;
  /** Reports the progress of the download, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Fetches a whole file from our server and reports the progress.
 * @throws ApiError when the response is not OK, UnreachableError when none comes
 */
export async function fetchBytes(
  address: string,
  { bytes, onProgress, signal }: Fetching,
): Promise<Uint8Array> {
  const response = await send("GET", address, undefined, { signal });
  if (response.body === null) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let arrived = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    arrived += part.value.length;
    onProgress(Math.min(1, arrived / bytes));
  }
  const whole = new Uint8Array(arrived);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
