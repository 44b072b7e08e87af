import type { SignedInCtx } from "#server/http/context.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
import { findTodayAt } from "../today-at.ts";
import { compareAmounts, type ReconciledAmount, toAmounts } from "./reconciled-amounts.ts";

export const amountsConflict =
  "The amounts have changed since you opened this page. Reload it to see the current amounts.";

/**
 * Returns why the statements of a year can't be issued, or null if they can: the year isn't over at the property,
 * it has no expenses, or nothing has changed since the statements in effect, whose amounts are `issuedAmounts`.
 * Findings and the review aren't counted.
 */
export async function findIssuingProblem(
  ctx: SignedInCtx,
  draft: Draft,
  issuedAmounts: readonly ReconciledAmount[] | undefined,
): Promise<string | null> {
  const { inputs, pools } = draft;
  const { property, year } = inputs;
  const today = await findTodayAt(ctx, property.id);
  const last = pools.map(({ pool }) => pool).toSorted((a, b) => b.to.localeCompare(a.to))[0];
  if (last !== undefined && last.to >= today)
    return `The year of ${last.name} isn't over at ${property.name}. You can issue the statements for ${year} starting ${formatCalendarDay(addDays(last.to, 1))}.`;
  if (issuedAmounts === undefined)
    return pools.every(({ result }) => result.totalCents === 0)
      ? `${property.name} has no recoverable expenses in ${year}. Enter the bills first.`
      : null;
  return compareAmounts(issuedAmounts, toAmounts(draft)).length === 0
    ? "Nothing has changed since the statements were issued, so there's nothing to correct."
    : null;
}
