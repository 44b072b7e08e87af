import { shortened } from "#server/deleting.ts";
import { conflict } from "#shared/errors.ts";

/** Such as `3 leases` and `1 work order`; zero counts are left out. */
export const inWords = (
  counts: Record<string, readonly [count: number, one: string, many: string]>,
): string[] =>
  Object.values(counts)
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`);

/** @throws AppError conflict with a sentence that names what refers to it, unless nothing does */
export function refuseWhileUsed(name: string, hanging: readonly string[]): void {
  if (hanging.length === 0) return;
  const list = hanging.length === 1 ? hanging[0] : `${hanging.slice(0, -1).join(", ")} and ${hanging.at(-1)}`;
  throw conflict(
    `${shortened(name)} cannot be deleted: ${list} belong${belongs(hanging)} to it and would lose their place.`,
  );
}

const belongs = (hanging: readonly string[]) =>
  hanging.length === 1 && hanging[0]?.startsWith("1 ") === true ? "s" : "";
