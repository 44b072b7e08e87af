import { sql } from "kysely";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import { formatMonth } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { reopenMonth as reopenMonthEndpoint } from "../contract.ts";
import { findPropertyMonths } from "./months.ts";

/**
 * Reopens the last closed month of a property. Its closing stays on record.
 * @throws AppError not_found; conflict for a month that isn't the last closed one
 */
export async function reopenMonth(
  ctx: SignedInCtx,
  propertyId: number,
  { month, reason }: { month: Day } & BodyOf<typeof reopenMonthEndpoint>,
): Promise<void> {
  await findPropertyMonths(ctx, propertyId);
  await lockPropertyMonths(ctx, [propertyId]);
  const { lastClosed } = await findPropertyMonths(ctx, propertyId);
  if (lastClosed === null || month > lastClosed) throw conflict(`${formatMonth(month)} isn't closed.`);
  if (month < lastClosed) throw conflict(`Reopen ${formatMonth(lastClosed)} first.`);
  await sql`
    update closed_months set reopened_by_id = ${ctx.actor.id}, reopened_at = ${ctx.now}, reopen_reason = ${reason}
    where property_id = ${propertyId} and month = ${month}::date and reopened_at is null`.execute(ctx.db);
  await audit(ctx, {
    action: "property.month-reopened",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { month: formatMonth(month), reason },
  });
}
