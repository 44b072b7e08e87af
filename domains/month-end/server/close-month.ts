import { sql } from "kysely";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addMonths, type Day, monthEnd } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { monthChecks } from "../checks.ts";
import type { closeMonth as closeMonthEndpoint, MonthCheck } from "../contract.ts";
import { findPropertyMonths, getFirstOpenMonth, type PropertyMonths } from "./months.ts";
import { runChecks } from "./run-checks.ts";

/**
 * Closes a property's month. The first closing also closes all months before it. Takes the posting lock, so
 * charges are posted either before the checks or into the next month (docs/decisions/027).
 * @throws AppError not_found; conflict if the month can't be closed, or if an open check wasn't accepted
 */
export async function closeMonth(
  ctx: SignedInCtx,
  propertyId: number,
  { month, accepted }: { month: Day } & BodyOf<typeof closeMonthEndpoint>,
): Promise<void> {
  await findPropertyMonths(ctx, propertyId);
  await lockPropertyMonths(ctx, [propertyId]);
  // Read again after the lock is granted, to see what others have posted or closed.
  const property = await findPropertyMonths(ctx, propertyId);
  const problem = findClosingProblem(property, month);
  if (problem !== null) throw conflict(problem);
  const openChecks = (await runChecks(ctx, property, month)).filter(({ count }) => count > 0);
  assertAccepted(openChecks, month, accepted);
  await sql`
    insert into closed_months (property_id, month, closed_by_id, closed_at)
    select ${propertyId}, month::date, ${ctx.actor.id}, ${ctx.now}
    from generate_series(${getFirstOpenMonth(property)}::date, ${month}::date, interval '1 month') month`.execute(
    ctx.db,
  );
  await audit(ctx, {
    action: "property.month-closed",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: {
      month: formatMonth(month),
      accepted: openChecks.map(({ name, count }) => `${monthChecks[name].label}: ${count}`),
    },
  });
}

/** Returns why the month can't be closed, apart from its checks, or null if it can. */
export function findClosingProblem(property: PropertyMonths, month: Day): string | null {
  const { firstMonth, lastClosed, currentMonth, name } = property;
  if (lastClosed !== null && month <= lastClosed) return `${formatMonth(month)} is already closed.`;
  if (month >= currentMonth)
    return `${formatMonth(month)} isn't over at ${name}. You can close it starting ${formatCalendarDay(addMonths(month, 1))}.`;
  if (firstMonth === null || month < firstMonth)
    return `${name} has no ledger entries in ${formatMonth(month)} or before.`;
  if (lastClosed !== null && month > addMonths(lastClosed, 1))
    return `Close ${formatMonth(addMonths(lastClosed, 1))} first.`;
  return null;
}

/** @throws AppError conflict for a blocking check, or for an open one that the person didn't see or accept */
function assertAccepted(
  openChecks: readonly MonthCheck[],
  month: Day,
  accepted: readonly MonthCheck["name"][],
): void {
  for (const { name, count } of openChecks) {
    if (monthChecks[name].isBlocking)
      throw conflict(
        `Charges through ${formatCalendarDay(monthEnd(month))} haven't posted on ${count === 1 ? "1 lease" : `${count} leases`}. Wait for the next posting run, then close ${formatMonth(month)}.`,
      );
    if (!accepted.includes(name))
      throw conflict(
        `“${monthChecks[name].label}” isn't done: ${count} left. Check the list again, then close ${formatMonth(month)}.`,
      );
  }
}
