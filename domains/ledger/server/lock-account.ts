import { type RawBuilder, sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { LeaseState } from "#domains/leases/states.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";

/** The account of a lease, locked for a change: nobody else can write on it before the transaction ends. */
export interface LockedAccount {
  leaseId: number;
  propertyId: number;
  /** Today's date at the property. */
  today: Day;
  /** The first day from which an entry may count. */
  beginsOn: Day;
  /** Positive is owed, negative is credit. */
  balanceCents: number;
}

/** @throws AppError not_found when missing or outside the access scope; conflict for a draft */
export const lockAccount = (ctx: SignedInCtx, leaseId: number): Promise<LockedAccount> =>
  lockAccountWithin(ctx, leaseId, moneyScope(ctx.actor.accessScope));

/** The same for changes that the portal makes by itself. */
export const lockAnyAccount = (ctx: Ctx, leaseId: number): Promise<LockedAccount> =>
  lockAccountWithin(ctx, leaseId, sql`true`);

async function lockAccountWithin(
  ctx: Ctx,
  leaseId: number,
  scope: RawBuilder<boolean>,
): Promise<LockedAccount> {
  const { rows } = await sql<{ state: LeaseState }>`
    select l.state from leases l where l.id = ${leaseId} and ${scope}
    for no key update of l`.execute(ctx.db);
  await lockMonths(ctx, [leaseId]);
  if (rows[0] === undefined) throw notFound("lease");
  if (rows[0].state === "draft")
    throw conflict("This lease is a draft. Activate it before something is entered on its ledger.");
  // Read after the lock is granted, to see what others wrote in the meantime.
  const { rows: accounts } = await sql<LockedAccount>`
    select l.id as "leaseId", l.property_id as "propertyId", (${ctx.now}::timestamptz at time zone p.time_zone)::date as today,
      least(l.from_on, (l.created_at at time zone p.time_zone)::date,
        (select min(e.on_day) from ledger_entries e where e.lease_id = l.id)) as "beginsOn",
      coalesce(a.balance_cents, 0)::bigint as "balanceCents"
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.id = ${leaseId}`.execute(ctx.db);
  if (accounts[0] === undefined) throw notFound("lease");
  return accounts[0];
}

/**
 * Everything that posts takes its locks in one order, so that no two transactions wait for each other: first the rows of
 * its leases, by id, then with this the sums by month of their properties, by id. No transaction locks another lease
 * afterwards.
 */
export async function lockMonths({ db }: Pick<Ctx, "db">, leaseIds: readonly number[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('property-months'), id::integer)
    from (select distinct property_id as id from leases where id = any(${leaseIds}::bigint[]) order by 1) p`.execute(
    db,
  );
}

/** The day from which an entry counts: the given one, else today. @throws AppError invalid for a day outside the account */
export function entryDay(
  { today, beginsOn }: Pick<LockedAccount, "today" | "beginsOn">,
  given: Day | undefined,
  field = "onDay",
): Day {
  if (given === undefined) return today;
  if (given > today) throw invalid({ [field]: "This day has not come yet at the property." });
  if (given < beginsOn)
    throw invalid({
      [field]: `The account of this lease begins on ${formatCalendarDay(beginsOn)}; please enter that day or a later one.`,
    });
  return given;
}
