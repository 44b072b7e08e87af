import { previewLateFees } from "#domains/ledger/late-fees.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, maxDay, monthEnd, monthStart } from "#shared/calendar.ts";
import { forbidden } from "#shared/errors.ts";
import { toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { getGrant } from "#shared/permissions.ts";
import { buildSchedule, getTermsPeriods, postedDaysAhead, type ScheduledCharge } from "../../schedule.ts";
import type { EffectiveTerms } from "../../terms.ts";
import type { previewSchedule as previewScheduleEndpoint } from "../../terms-contract.ts";
import type { Schedule } from "../../terms-fields.ts";
import { planAmendment, planFirstTerms } from "./plan-terms.ts";
import { toLeaseDays } from "./present-terms.ts";
import {
  type ChargedPeriod,
  findChargedPeriods,
  findLeaseWithTerms,
  type LeaseWithTerms,
} from "./terms-queries.ts";

type PreviewBody = BodyOf<typeof previewScheduleEndpoint>;

/**
 * Returns the scheduled charges of a lease. The posted charges come from the same schedule. A charge that
 * staff reversed is left out because it isn't posted again.
 * @throws AppError not_found; invalid for terms that couldn't be saved, with the same messages as saving them
 */
export async function previewSchedule(ctx: SignedInCtx, id: number, body: PreviewBody): Promise<Schedule> {
  const savedLease = await findLeaseWithTerms(ctx, id);
  const lease = body.endOn === undefined ? savedLease : { ...savedLease, ends_on: body.endOn };
  if (body.terms !== undefined && getGrant(ctx.actor.accessScope.effectiveRole, "terms.edit") === "no")
    throw forbidden();
  const versions = getVersions(lease, body);
  const leaseDays = toLeaseDays(lease);
  const start = monthStart(body.startOn ?? getFirstDay(lease, versions, body));
  const end = monthEnd(addMonths(start, body.months - 1));
  const chargedPeriods = await findChargedPeriods(ctx, id);
  const charges = buildSchedule(versions, leaseDays, { from: start, through: end }).filter(
    (charge) => chargedPeriods.get(toPeriodKey(charge))?.isReversed !== true,
  );
  // Charges due before the lease was first charged don't incur a late fee (`charged_since` in
  // post-charges.ts).
  const feesFrom = chargedPeriods.size === 0 ? lease.today : lease.starts_on;
  const horizon = addDays(lease.today, postedDaysAhead);
  const chargesToHorizon = buildSchedule(versions, leaseDays, {
    from: lease.starts_on,
    through: monthEnd(monthStart(horizon)),
  });
  const postedImmediately = [
    ...chargesToHorizon
      .filter(({ dueOn }) => dueOn <= horizon)
      .filter((charge) => !chargedPeriods.has(toPeriodKey(charge))),
    ...(body.endOn === undefined ? [] : listUndercharged(chargedPeriods, chargesToHorizon)),
  ];
  return {
    months: listMonths(start, body.months)
      .filter((month) => lease.ends_on === null || month <= lease.ends_on)
      .map((month) => buildMonth(month, versions, charges, feesFrom)),
    totalCents: sumAmounts(charges),
    postedImmediately,
    postedImmediatelyCents: sumAmounts(postedImmediately),
    creditedCents: body.endOn === undefined ? 0 : calculateCredit(chargedPeriods, chargesToHorizon),
  };
}

/** The same calculation as for the adjustments in post-charges.ts. Forgiven amounts aren't credited again. */
function calculateCredit(
  chargedPeriods: ReadonlyMap<string, ChargedPeriod>,
  charges: readonly ScheduledCharge[],
): number {
  const dueCents = new Map(charges.map((charge) => [toPeriodKey(charge), charge.amountCents]));
  return [...chargedPeriods].reduce((sum, [period, { postedCents, forgivenCents }]) => {
    const remainingCents = Math.max(dueCents.get(period) ?? 0, Math.min(postedCents, forgivenCents));
    return sum + Math.max(0, postedCents - remainingCents);
  }, 0);
}

/** Returns the missing amounts of charges that an earlier end date reduced. */
const listUndercharged = (
  chargedPeriods: ReadonlyMap<string, ChargedPeriod>,
  charges: readonly ScheduledCharge[],
): ScheduledCharge[] =>
  charges.flatMap((charge) => {
    const chargedPeriod = chargedPeriods.get(toPeriodKey(charge));
    const missingCents = charge.amountCents - (chargedPeriod?.postedCents ?? 0);
    return chargedPeriod?.followsLeaseDates === true && missingCents > 0
      ? [{ ...charge, amountCents: toCents(missingCents) }]
      : [];
  });

const toPeriodKey = ({ termsNumber, lineKey, from }: ScheduledCharge): string =>
  `${termsNumber} ${lineKey} ${monthStart(from)}`;

/** Returns the terms to show: the saved ones, or the ones that would apply if the input were saved. */
function getVersions(lease: LeaseWithTerms, { from, terms }: PreviewBody): readonly EffectiveTerms[] {
  if (terms === undefined) return lease.versions;
  const isFirst = lease.state === "draft" || lease.versions.length === 0;
  return (isFirst ? planFirstTerms : planAmendment)(lease, { from, terms }).versions;
}

/**
 * Returns the first day to show. Planned terms are shown from their effective date, active leases from today,
 * and ended leases up to their end date.
 */
function getFirstDay(lease: LeaseWithTerms, versions: readonly EffectiveTerms[], body: PreviewBody): Day {
  const firstDay = getTermsPeriods(versions, toLeaseDays(lease))[0]?.from ?? lease.starts_on;
  if (lease.state === "draft") return firstDay;
  if (body.terms !== undefined) return versions.at(-1)?.from ?? firstDay;
  if (lease.state === "ended" && lease.ends_on !== null)
    return maxDay(firstDay, addMonths(lease.ends_on, 1 - body.months));
  return maxDay(firstDay, lease.today);
}

const listMonths = (start: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addMonths(start, index));

function buildMonth(
  month: Day,
  versions: readonly EffectiveTerms[],
  allCharges: readonly ScheduledCharge[],
  feesFrom: Day,
) {
  const charges = allCharges.filter(({ from }) => monthStart(from) === month);
  const lateFees = previewLateFees(
    versions,
    charges.filter(({ dueOn }) => dueOn >= feesFrom),
  );
  return { month, charges, totalCents: sumAmounts(charges), lateFees };
}

const sumAmounts = (charges: readonly ScheduledCharge[]): number =>
  charges.reduce((sum, { amountCents }) => sum + amountCents, 0);
