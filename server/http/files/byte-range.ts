import type { ByteRange } from "#server/integrations/file-store.ts";

/**
 * Returns the part of a file that a `Range` header requests (RFC 9110, 14.2). Null stands for the whole file,
 * which is also sent for multiple ranges and for a malformed header. `unsatisfiable` means that the range
 * starts past the end.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | null {
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? "unsatisfiable" : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== "" && Number(to) < first) return null;
  return first >= bytes ? "unsatisfiable" : { first, last };
}
