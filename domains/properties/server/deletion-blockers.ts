import { shortenName } from "#server/run-deletion.ts";
import { conflict } from "#shared/errors.ts";

/** Formats counts such as `3 leases` and `1 work order`. Zero counts are left out. */
export const formatCounts = (
  counts: Record<string, readonly [count: number, singular: string, plural: string]>,
): string[] =>
  Object.values(counts)
    .filter(([count]) => count > 0)
    .map(
      ([count, singular, plural]) => `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`,
    );

/**
 * Checks that the record has no related records.
 * @throws AppError conflict with a sentence that lists the related records
 */
export function assertNoRelatedRecords(name: string, relatedRecords: readonly string[]): void {
  if (relatedRecords.length === 0) return;
  const list = new Intl.ListFormat("en-US").format(relatedRecords);
  throw conflict(`${shortenName(name)} can't be deleted because it still has ${list}.`);
}
