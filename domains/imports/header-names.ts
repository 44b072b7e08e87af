import type { Cell } from "./read-values.ts";

/**
 * Returns the names of the columns. Two header rows are joined: `Lease` above `From` and `To` is `Lease From` and
 * `Lease To`.
 */
export function getHeaderNames(first: readonly Cell[], last: readonly Cell[] | undefined): string[] {
  if (last === undefined) return first.map(toName);
  let group = "";
  return Array.from({ length: Math.max(first.length, last.length) }, (_, index) => {
    const top = toName(first[index] ?? "");
    const bottom = toName(last[index] ?? "");
    if (top !== "") group = top;
    if (bottom === "" || top === bottom) return top;
    return `${group} ${bottom}`.trim();
  });
}

const toName = (cell: Cell): string => String(cell).replace(/\s+/g, " ").trim();
