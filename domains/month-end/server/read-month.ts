import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, monthEnd } from "#shared/calendar.ts";
import { getGrant } from "#shared/permissions.ts";
import type { MonthChecklist } from "../contract.ts";
import { findClosingProblem } from "./close-month.ts";
import { findMonth, findPropertyMonths, getFirstOpenMonth } from "./months.ts";
import { runChecks } from "./run-checks.ts";

/** Returns the checklist of a month. @throws AppError not_found */
export async function readMonth(ctx: SignedInCtx, propertyId: number, month: Day): Promise<MonthChecklist> {
  const property = await findPropertyMonths(ctx, propertyId);
  const propertyMonth = await findMonth(ctx, property, month);
  const firstOpen = getFirstOpenMonth(property);
  const problem = findClosingProblem(property, month);
  const { rows } = await sql<{ entries: number; debitCents: number }>`
    select count(distinct e.id) as entries, coalesce(sum(g.amount_cents) filter (where g.amount_cents > 0), 0)::bigint as "debitCents"
    from ledger_entries e join ledger_postings g on g.entry_id = e.id
    where e.property_id = ${propertyId} and e.on_day between ${month}::date and ${monthEnd(month)}::date`.execute(
    ctx.db,
  );
  return {
    ...propertyMonth,
    property: property.name,
    entries: rows[0]?.entries ?? 0,
    debitCents: rows[0]?.debitCents ?? 0,
    checks: await runChecks(ctx, property, month),
    closesFrom: problem === null && firstOpen !== null && firstOpen < month ? firstOpen.slice(0, 7) : null,
    cannotClose: propertyMonth.state === "closed" ? null : problem,
    can: {
      close: problem === null && getGrant(ctx.actor.accessScope.effectiveRole, "ledger.close-month") !== "no",
      reopen:
        month === property.lastClosed &&
        getGrant(ctx.actor.accessScope.effectiveRole, "ledger.reopen-month") !== "no",
    },
  };
}
