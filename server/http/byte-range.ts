import type { ByteRange } from "../integrations/file-store.ts";

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.2). Null: the whole file, as for several parts at once and
 * for what cannot be read. `unsatisfiable`: it begins behind the end.
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | "unsatisfiable" | null {
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
