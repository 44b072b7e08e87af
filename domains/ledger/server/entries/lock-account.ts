import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { addDays, type Day, monthStart } from "#shared/calendar.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay, formatMonth } from "#shared/format/dates.ts";
import { type LastClosedMonth, selectLastClosedMonth, toOpenDay } from "./closed-months.ts";

/** A lease's account, locked for a change: no one else can post to it before the transaction ends. */
export interface LockedAccount {
  leaseId: number;
  propertyId: number;
  /** Today's date at the property. */
  today: Day;
  /**
   * The earliest effective date an entry can have: a year before the lease starts, because deposits and
   * payments arrive before it.
   */
  startsOn: Day;
  /** Positive is due, negative is credit. */
  balanceCents: number;
  /** The property's last closed month. Null if none is closed. */
  closed: LastClosedMonth | null;
}

/**
 * Locks the account of a lease the user can access. @throws AppError not_found if missing or outside the
 * access scope; conflict for a draft
 */
export const lockAccount = async (ctx: SignedInCtx, leaseId: number): Promise<LockedAccount> =>
  requireAccount(await lockAccounts(ctx, [leaseId]), leaseId);

/**
 * Locks the accounts of two leases the user can access, in the order all code locks them. @throws AppError
 * not_found if one is missing or outside the access scope; conflict for a draft
 */
export async function lockTwoAccounts(
  ctx: SignedInCtx,
  first: number,
  second: number,
): Promise<[LockedAccount, LockedAccount]> {
  const accounts = await lockAccounts(ctx, [first, second]);
  return [requireAccount(accounts, first), requireAccount(accounts, second)];
}

/** Locks the account of any lease, for changes made by the portal itself. */
export const lockAnyAccount = async (ctx: Ctx, leaseId: number): Promise<LockedAccount> =>
  requireAccount(await lockAccountsWithin(ctx, [leaseId], sql`true`), leaseId);

/**
 * The accounts by lease. A draft has none. Leases that are missing or outside the access scope are absent.
 */
export type LockedAccounts = ReadonlyMap<number, LockedAccount | "draft">;

/** Locks the accounts of the leases the user can access, in the order all code locks them. */
export const lockAccounts = (ctx: SignedInCtx, leaseIds: readonly number[]): Promise<LockedAccounts> =>
  lockAccountsWithin(ctx, leaseIds, moneyScope(ctx.actor.accessScope));

/** @throws AppError not_found; conflict for a draft */
export function requireAccount(accounts: LockedAccounts, leaseId: number): LockedAccount {
  const account = accounts.get(leaseId);
  if (account === undefined) throw notFound("lease");
  if (account === "draft") throw conflict("This lease is a draft. Activate it before posting to its ledger.");
  return account;
}

async function lockAccountsWithin(
  ctx: Ctx,
  leaseIds: readonly number[],
  scope: RawBuilder<boolean>,
): Promise<LockedAccounts> {
  const { rows: leases } = await sql<{ id: number; state: LeaseState }>`
    select l.id, l.state from leases l where l.id = any(${leaseIds}::bigint[]) and ${scope}
    order by l.id for no key update of l`.execute(ctx.db);
  const lockedIds = leases.map(({ id }) => id);
  await lockMonths(ctx, lockedIds);
  // Reads after the locks are granted, so that it sees what others have committed.
  const { rows: accounts } = await sql<LockedAccount>`
    select l.id as "leaseId", l.property_id as "propertyId", (${ctx.now}::timestamptz at time zone p.time_zone)::date as today,
      least((l.starts_on - interval '1 year')::date, (l.created_at at time zone p.time_zone)::date,
        (select min(e.on_day) from ledger_entries e where e.lease_id = l.id)) as "startsOn",
      coalesce(a.balance_cents, 0)::bigint as "balanceCents", ${selectLastClosedMonth} as closed
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.id = any(${lockedIds}::bigint[])`.execute(ctx.db);
  const drafts = new Set(leases.filter(({ state }) => state === "draft").map(({ id }) => id));
  return new Map(
    accounts.map((account) => [account.leaseId, drafts.has(account.leaseId) ? "draft" : account]),
  );
}

/**
 * Locks the monthly totals of the leases' properties.
 * All posting code takes its locks in the same order to avoid deadlocks: first the lease rows by id, then,
 * through this function, the monthly totals of their properties by id. No transaction locks another lease
 * afterward.
 */
export async function lockMonths({ db }: Pick<Ctx, "db">, leaseIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('property-months'), id::integer)
    from (select distinct property_id as id from leases where id = any(${leaseIds}::bigint[]) order by 1) p`.execute(
    db,
  );
}

/** Waits for postings in progress at the properties, and blocks others until the transaction ends. */
export async function lockPropertyMonths(
  { db }: Pick<Ctx, "db">,
  propertyIds: readonly number[],
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('property-months'), id::integer)
    from (select distinct id from unnest(${propertyIds}::bigint[]) id order by 1) p`.execute(db);
}

/**
 * Returns the effective date of an entry: the date a person chose, or today. @throws AppError invalid for a
 * date in the future, before the account starts, or in a closed month
 */
export function resolveEntryDay(account: LockedAccount, requestedDay: Day | undefined, field = "onDay"): Day {
  const { closed, today } = account;
  if (requestedDay === undefined) return toOpenDay(closed?.through, today).onDay;
  assertAccountDay(account, requestedDay, field);
  if (closed !== null && requestedDay <= closed.through)
    throw invalid({ [field]: describeClosedMonth(closed, requestedDay) });
  return requestedDay;
}

/** @throws AppError invalid for a date in the future or before the account starts */
export function assertAccountDay({ today, startsOn }: LockedAccount, day: Day, field: string): void {
  if (day > today) throw invalid({ [field]: "That date is in the future at the property." });
  if (day < startsOn)
    throw invalid({
      [field]: `This lease's account starts ${formatCalendarDay(startsOn)}. Enter that date or later.`,
    });
}

/** Says who closed the month of `day`, or the last closed month if `day` is in an earlier one. */
function describeClosedMonth({ through, closedBy, closedOn }: LastClosedMonth, day: Day): string {
  const closingText = `${closedBy} closed ${formatMonth(through)} on ${formatCalendarDay(closedOn)}.`;
  const earlierMonth = monthStart(day) === monthStart(through) ? "" : `${formatMonth(day)} is closed. `;
  return `${earlierMonth}${closingText} Enter ${formatCalendarDay(addDays(through, 1))} or later.`;
}
