import { lateFeesAhead } from "#domains/ledger/late-fees.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, later, monthEnd, monthStart } from "#shared/calendar.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { grantOf } from "#shared/permissions.ts";
import { postedDaysAhead, type ScheduledCharge, scheduleOf, windowsOf } from "../schedule.ts";
import type { TermsFrom } from "../terms.ts";
import type { previewSchedule as endpoint } from "../terms-contract.ts";
import type { Schedule } from "../terms-facts.ts";
import { planAmendment, planFirstTerms } from "./plan-terms.ts";
import { daysOf } from "./present-terms.ts";
import { chargedPeriods, findTerms, type LeaseWithTerms } from "./terms-queries.ts";

type Body = BodyOf<typeof endpoint>;

/**
 * The scheduled charges of a lease, from the same schedule as the posted ones. A charge that staff reversed is left out, as
 * it is not posted again.
 * @throws AppError not_found; invalid for terms that could not be saved, with the same messages as saving them
 */
export async function previewSchedule(ctx: SignedInCtx, id: number, body: Body): Promise<Schedule> {
  const lease = await findTerms(ctx, id);
  if (body.terms !== undefined && grantOf(ctx.actor.accessScope.effectiveRole, "terms.edit") === "no")
    throw forbidden();
  const versions = versionsFor(lease, body);
  const days = daysOf(lease);
  const start = monthStart(body.startOn ?? firstOfInterest(lease, versions, body));
  const end = monthEnd(addMonths(start, body.months - 1));
  const posted = await chargedPeriods(ctx, id);
  const charges = scheduleOf(versions, days, { from: start, through: end }).filter(
    (charge) => posted.get(periodOf(charge))?.isReversed !== true,
  );
  // Charges due before the lease was first charged cost no late fee (`wasDueBefore` in post-charges.ts).
  const feesFrom = posted.size === 0 ? lease.today : lease.from_on;
  const horizon = addDays(lease.today, postedDaysAhead);
  const postedAtOnce = scheduleOf(versions, days, { from: lease.from_on, through: monthEnd(horizon) })
    .filter(({ dueOn }) => dueOn <= horizon)
    .filter((charge) => !posted.has(periodOf(charge)));
  return {
    months: monthsFrom(start, body.months)
      .filter((month) => lease.to_on === null || month <= lease.to_on)
      .map((month) => monthOf(month, versions, charges, feesFrom)),
    totalCents: sumOf(charges),
    postedAtOnce,
    postedAtOnceCents: sumOf(postedAtOnce),
  };
}

const periodOf = ({ termsNumber, lineKey, from }: ScheduledCharge): string =>
  `${termsNumber} ${lineKey} ${monthStart(from)}`;

/** The terms to show: the lease's own, or with those sent as if they had been saved. */
function versionsFor(lease: LeaseWithTerms, { from, terms }: Body): readonly TermsFrom[] {
  if (terms === undefined) return lease.versions;
  const isFirst = lease.state === "draft" || lease.versions.length === 0;
  return (isFirst ? planFirstTerms : planAmendment)(lease, { from, terms }).versions;
}

/** Planned terms are shown from their first day, a running lease from now on, an ended one up to its last day. */
function firstOfInterest(lease: LeaseWithTerms, versions: readonly TermsFrom[], body: Body): Day {
  const first = windowsOf(versions, daysOf(lease))[0]?.from ?? lease.from_on;
  if (lease.state === "draft") return first;
  if (body.terms !== undefined) return versions.at(-1)?.from ?? first;
  if (lease.state === "ended" && lease.to_on !== null)
    return later(first, addMonths(lease.to_on, 1 - body.months));
  return later(first, lease.today);
}

const monthsFrom = (start: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addMonths(start, index));

function monthOf(month: Day, versions: readonly TermsFrom[], all: readonly ScheduledCharge[], feesFrom: Day) {
  const charges = all.filter(({ from }) => monthStart(from) === month);
  const lateFees = lateFeesAhead(
    versions,
    charges.filter(({ dueOn }) => dueOn >= feesFrom),
  );
  return { month, charges, totalCents: sumOf(charges), lateFees };
}

const sumOf = (charges: readonly ScheduledCharge[]): number =>
  charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
