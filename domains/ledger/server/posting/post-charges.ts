import { sql } from "kysely";
import { buildSchedule, postedDaysAhead, type ScheduledCharge } from "#domains/leases/schedule.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { ChargeKind, EffectiveTerms } from "#domains/leases/terms.ts";
import type { Ctx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, maxDay, minDay, monthEnd, monthStart } from "#shared/calendar.ts";
import { negate, toCents } from "#shared/format/money.ts";
import { getIncomeAccount } from "../../accounts.ts";
import { formatPeriod } from "../../describe.ts";
import { getLateFeeDay } from "../../late-fees.ts";
import { applyCredits } from "../entries/apply-credits.ts";
import { toOpenDay } from "../entries/closed-months.ts";
import { lockMonths } from "../entries/lock-account.ts";
import { type NewEntry, writeEntries } from "../entries/write-entries.ts";
import { hasHeldCharges } from "./hold-charges.ts";
import { reverseLateFees } from "./reverse-late-fees.ts";

/** If no charge is due for a long time, the lease is checked again after this many months. */
const lookAheadMonths = 12;

/**
 * `whole` checks the lease from its start date, which is needed after any change to it. `new` checks from the
 * last posted month, which is enough if nothing changed.
 */
export type PostingExtent = "whole" | "new";

export interface LeaseToPost {
  id: number;
  property_id: number;
  state: LeaseState;
  starts_on: Day;
  ends_on: Day | null;
  /** Today's date at the property. */
  today: Day;
  /**
   * The last month with a posted charge. Charges are due within their month, so all earlier months are posted
   * too.
   */
  last_month: Day | null;
  /**
   * The date from which this portal has charged the lease by its terms, or today if it hasn't charged it yet.
   * Rent due before that date doesn't incur a late fee.
   */
  charged_since: Day;
  /** The last day of the property's closed months. */
  closed_through: Day | null;
  versions: EffectiveTerms[];
}

/** The total posted for one line and one month of a lease, including adjustments. */
export interface PostedCharge {
  lease_id: number;
  terms_number: number;
  line_key: number;
  month: Day;
  charge_kind: ChargeKind;
  description: string;
  starts_on: Day;
  ends_on: Day;
  due_on: Day;
  amount_cents: number;
  /** The part that staff waived or wrote off. */
  forgiven_cents: number;
  last_revision: number;
  entry_id: number;
  /** Whether staff reversed part of it, which excludes it from adjustments. */
  is_reversed: boolean;
}

/**
 * Posts the charges due on these leases, in the order of their due dates: for each line of the terms and each
 * month, the difference between the schedule and what was posted.
 * Each charge therefore posts once, no matter how often or on which instance this runs. After months of
 * downtime the portal catches up. If a lease's end date moves, the difference posts as an adjustment.
 * Waived and written-off amounts aren't deducted a second time, and late fees on rent that is no longer due
 * are reversed. A clock that is behind never causes deductions. Applies open credits and stores the next
 * posting date of each lease. Locks the leases and skips drafts, and imported leases until their first charges
 * are posted, even if their terms or dates change. Returns what was posted.
 */
export async function postCharges(
  ctx: Ctx,
  leaseIds: readonly number[],
  extent: PostingExtent = "whole",
): Promise<{ entries: number; cents: number }> {
  const leases = await lockLeases(ctx, leaseIds);
  const postedByLease = await findPostedCharges(
    ctx,
    leases.map((lease) => ({ id: lease.id, since: getStartMonth(lease, extent) })),
  );
  const plans = leases.map((lease) => ({
    lease,
    ...planCharges(lease, postedByLease.get(lease.id) ?? [], extent),
  }));
  const plannedCharges = plans.flatMap(({ charges }) => charges);
  const entries = plannedCharges.map(({ entry }) => entry);
  const nextPostingDays = plans.map(({ lease, nextPostOn }) => ({
    leaseId: lease.id,
    propertyId: lease.property_id,
    nextPostOn,
    chargedSince: lease.versions.length === 0 ? null : lease.charged_since,
  }));
  const ids = await writeEntries(ctx, entries);
  const reversedFees = await reverseLateFees(
    ctx,
    plans
      .filter(({ charges }) => charges.some(({ adjustedIds }) => adjustedIds.length > 0))
      .map(({ lease }) => lease.id),
  );
  await saveNextPostingDays(ctx, nextPostingDays);
  await applyCredits(
    ctx,
    leases.map(({ id }) => id),
    { preferredCharges: new Map(ids.map((id, index) => [id, plannedCharges[index]?.adjustedIds ?? []])) },
  );
  return {
    entries: ids.length + reversedFees.entries,
    cents: entries.reduce((sum, entry) => sum + getReceivableCents(entry), reversedFees.cents),
  };
}

const getReceivableCents = ({ postings }: NewEntry) =>
  postings.find(({ account }) => account === "receivable")?.amountCents ?? 0;

/**
 * Determines what to post on a lease and when the next posting is due. These are the rules of `postCharges`
 * without a database. `postedCharges` are those for the month returned by `getStartMonth` and later months.
 */
export function planCharges(
  lease: LeaseToPost,
  postedCharges: readonly PostedCharge[],
  extent: PostingExtent,
): { charges: { entry: NewEntry; adjustedIds: number[] }[]; nextPostOn: Day | null } {
  const horizon = addDays(lease.today, postedDaysAhead);
  const schedule = buildSchedule(lease.versions, toLeaseDays(lease), {
    from: getStartMonth(lease, extent) ?? lease.starts_on,
    // The schedule also covers charges posted before the clock was set back.
    through: monthEnd(maxDay(horizon, lease.last_month ?? horizon)),
  });
  return {
    charges: [...planDifferences(lease, schedule, postedCharges, horizon)],
    nextPostOn: findNextPostingDay(lease, horizon),
  };
}

/** Returns the first month to check, or null to check from the start of the lease. */
export const getStartMonth = ({ last_month }: LeaseToPost, extent: PostingExtent): Day | null =>
  extent === "whole" ? null : last_month;

const toLeaseDays = ({ starts_on, ends_on }: LeaseToPost) => ({ from: starts_on, to: ends_on });

/**
 * Yields the differences between schedule and ledger as entries. `adjustedIds` are the charges that a credit
 * reduces.
 */
function* planDifferences(
  lease: LeaseToPost,
  schedule: readonly ScheduledCharge[],
  postedCharges: readonly PostedCharge[],
  horizon: Day,
): Generator<{ entry: NewEntry; adjustedIds: number[] }> {
  const toKey = (termsNumber: number, lineKey: number, month: Day) => `${termsNumber} ${lineKey} ${month}`;
  const postedByKey = new Map(
    postedCharges.map((posted) => [toKey(posted.terms_number, posted.line_key, posted.month), posted]),
  );
  for (const charge of schedule) {
    const month = monthStart(charge.from);
    const key = toKey(charge.termsNumber, charge.lineKey, month);
    const postedCharge = postedByKey.get(key);
    postedByKey.delete(key);
    if (postedCharge === undefined) {
      if (charge.dueOn <= horizon) yield { entry: createChargeEntry(lease, charge, month), adjustedIds: [] };
    } else yield* planAdjustments(lease, postedCharge, charge);
  }
  for (const postedCharge of postedByKey.values()) yield* planAdjustments(lease, postedCharge, null);
}

function createChargeEntry(lease: LeaseToPost, charge: ScheduledCharge, month: Day): NewEntry {
  const { termsNumber, lineKey, kind, label, from, to, dueOn, amountCents } = charge;
  // A charge posted late is effective on the date it should have been posted.
  const { onDay, note } = toOpenDay(
    lease.closed_through,
    minDay(lease.today, addDays(dueOn, -postedDaysAhead)),
  );
  return {
    propertyId: lease.property_id,
    leaseId: lease.id,
    kind: "charge",
    onDay,
    description: `${label}, ${formatPeriod(from, to)}`,
    reason: note,
    postings: [
      { account: "receivable", amountCents },
      { account: getIncomeAccount(kind), amountCents: negate(amountCents) },
    ],
    receivable: {
      dueOn,
      countsAs: "charged",
      chargeKind: kind,
      period: { termsNumber, lineKey, month, from, to, revision: 0 },
      lateFeeOn: findLateFeeDay(lease, { termsNumber, kind, dueOn }),
    },
  };
}

/** The date on which rent incurs a late fee if it's still unpaid. Null if its terms have no late fee. */
function findLateFeeDay(
  { versions, charged_since }: LeaseToPost,
  charge: { termsNumber: number; kind: ChargeKind; dueOn: Day },
): Day | null {
  if (charge.dueOn < charged_since) return null;
  const terms = versions.find(({ number }) => number === charge.termsNumber)?.terms;
  return terms === undefined ? null : getLateFeeDay(terms, charge);
}

/**
 * Returns the amount a posted charge should have now. Waived and written-off amounts aren't deducted a second
 * time.
 */
function getCurrentCents(postedCharge: PostedCharge, scheduledCents: number): number {
  if (scheduledCents >= postedCharge.amount_cents) return scheduledCents;
  return Math.max(scheduledCents, Math.min(postedCharge.amount_cents, postedCharge.forgiven_cents));
}

/**
 * Yields adjustments of posted charges after the lease dates changed: overcharges are credited, undercharges
 * are charged.
 */
function* planAdjustments(
  lease: LeaseToPost,
  postedCharge: PostedCharge,
  scheduledCharge: { from: Day; to: Day; amountCents: number } | null,
): Generator<{ entry: NewEntry; adjustedIds: number[] }> {
  const amountCents = toCents(
    getCurrentCents(postedCharge, scheduledCharge?.amountCents ?? 0) - postedCharge.amount_cents,
  );
  if (postedCharge.is_reversed || amountCents === 0) return;
  const dueOn = amountCents > 0 ? maxDay(postedCharge.due_on, lease.today) : postedCharge.due_on;
  const periodText =
    scheduledCharge === null ? "not due" : formatPeriod(scheduledCharge.from, scheduledCharge.to);
  const entry: NewEntry = {
    propertyId: lease.property_id,
    leaseId: lease.id,
    kind: "adjustment",
    onDay: toOpenDay(lease.closed_through, lease.today).onDay,
    description: `${postedCharge.description}, now ${periodText}`,
    reason: "The lease dates changed.",
    postings: [
      { account: "receivable", amountCents },
      { account: getIncomeAccount(postedCharge.charge_kind), amountCents: negate(amountCents) },
    ],
    receivable: {
      dueOn,
      countsAs: "charged",
      chargeKind: postedCharge.charge_kind,
      period: {
        termsNumber: postedCharge.terms_number,
        lineKey: postedCharge.line_key,
        month: postedCharge.month,
        from: scheduledCharge?.from ?? postedCharge.starts_on,
        to: scheduledCharge?.to ?? postedCharge.ends_on,
        revision: postedCharge.last_revision + 1,
      },
      lateFeeOn:
        amountCents > 0
          ? findLateFeeDay(lease, {
              termsNumber: postedCharge.terms_number,
              kind: postedCharge.charge_kind,
              dueOn,
            })
          : null,
    },
  };
  yield { entry, adjustedIds: amountCents < 0 ? [postedCharge.entry_id] : [] };
}

/** Returns the date on which the next charge will be posted. Null if there won't be one. */
function findNextPostingDay(lease: LeaseToPost, horizon: Day): Day | null {
  if (lease.versions.length === 0) return null;
  for (let monthOffset = 0; monthOffset <= lookAheadMonths; monthOffset += 1) {
    const month = addMonths(horizon, monthOffset);
    const charges = buildSchedule(lease.versions, toLeaseDays(lease), {
      from: month,
      through: monthEnd(month),
    });
    const nextCharge = charges.find(({ dueOn }) => dueOn > horizon);
    if (nextCharge !== undefined) return addDays(nextCharge.dueOn, -postedDaysAhead);
  }
  const endsWithinLookAhead =
    lease.ends_on !== null && lease.ends_on <= monthEnd(addMonths(horizon, lookAheadMonths));
  return endsWithinLookAhead ? null : addMonths(horizon, lookAheadMonths);
}

/** Locks the leases that can be charged, in the order of their ids, and returns each with its terms. */
async function lockLeases(ctx: Ctx, ids: readonly number[]): Promise<LeaseToPost[]> {
  await sql`select from leases where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    ctx.db,
  );
  await lockMonths(ctx, ids);
  // Reads after the locks are granted, so that it sees what others have committed.
  const { rows } = await sql<LeaseToPost>`
    select l.id, l.property_id, l.state, l.starts_on, l.ends_on, (${ctx.now}::timestamptz at time zone p.time_zone)::date as today,
      (select r.month from receivables r where r.lease_id = l.id and r.revision = 0
        order by r.due_on desc, r.entry_id desc limit 1) as last_month,
      coalesce(a.charged_since, (${ctx.now}::timestamptz at time zone p.time_zone)::date) as charged_since, closed_through(p.id) as closed_through,
      ${leaseTermsVersions} as versions
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.id = any(${ids}::bigint[]) and l.state <> 'draft' and not (${hasHeldCharges}
      and a.next_post_on > (${ctx.now}::timestamptz at time zone p.time_zone)::date)
    order by l.id`.execute(ctx.db);
  return rows;
}

/**
 * Returns what was posted on each lease for the month of `since` and later. Returns everything if `since` is
 * null.
 */
async function findPostedCharges(
  ctx: Ctx,
  leases: readonly { id: number; since: Day | null }[],
): Promise<Map<number, PostedCharge[]>> {
  const { rows } = await sql<PostedCharge>`
    select r.lease_id, r.terms_number, r.line_key, r.month, min(r.charge_kind) as charge_kind, min(r.due_on) as due_on,
      min(r.starts_on) as starts_on, max(r.ends_on) as ends_on, sum(r.amount_cents)::bigint as amount_cents,
      coalesce(sum((select sum(a.amount_cents) from allocations a join ledger_entries credit on credit.id = a.credit_id
        where a.charge_id = r.entry_id and credit.kind in ('waiver', 'write-off'))), 0)::bigint as forgiven_cents,
      max(r.revision) as last_revision, min(r.entry_id) as entry_id,
      (array_agg(e.description order by r.revision))[1] as description,
      bool_or(exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)) as is_reversed
    from json_to_recordset(${JSON.stringify(leases)}::json) l(id bigint, since date)
      cross join lateral (select * from receivables r where r.lease_id = l.id and r.line_key is not null
        and r.due_on >= coalesce(date_trunc('month', l.since)::date, '-infinity')
        and r.month >= coalesce(date_trunc('month', l.since)::date, '-infinity')) r
      join ledger_entries e on e.id = r.entry_id
    group by r.lease_id, r.terms_number, r.line_key, r.month`.execute(ctx.db);
  const postedByLease = new Map<number, PostedCharge[]>();
  for (const row of rows) postedByLease.set(row.lease_id, [...(postedByLease.get(row.lease_id) ?? []), row]);
  return postedByLease;
}

async function saveNextPostingDays(
  ctx: Ctx,
  days: readonly {
    leaseId: number;
    propertyId: number;
    nextPostOn: Day | null;
    chargedSince: Day | null;
  }[],
): Promise<void> {
  await sql`
    insert into lease_accounts (lease_id, property_id, next_post_on, charged_since)
    select "leaseId", "propertyId", "nextPostOn", "chargedSince"
    from json_to_recordset(${JSON.stringify(days)}::json)
      d("leaseId" bigint, "propertyId" bigint, "nextPostOn" date, "chargedSince" date)
    order by 1
    on conflict (lease_id) do update set next_post_on = excluded.next_post_on, charged_since = excluded.charged_since`.execute(
    ctx.db,
  );
}
