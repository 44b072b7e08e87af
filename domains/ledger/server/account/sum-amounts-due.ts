import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AmountsDue } from "../../amounts-due.ts";

/** Payments that haven't arrived: bank debits that are clearing, and reported payments to review. */
export const paymentsOnTheirWay: RawBuilder<unknown> = sql`(
  select 'clearing' as kind, i.id, i.description, i.method, i.amount_cents, i.changed_at as since, i.lease_id, i.property_id,
    i.user_id, i.charge_ids
  from payment_intents i where i.state = 'processing'
  union all
  select 'confirmation', k.id, k.description, k.method, k.amount_cents, k.created_at, k.lease_id, k.property_id, k.user_id,
    '{}'
  from payment_confirmations k where k.state = 'pending')`;

/**
 * Returns the amounts due on these leases, or on all leases the user's role manages, by today's date at each
 * property. The caller must check access to the leases.
 */
export async function sumAmountsDue(
  { db, now, actor: { accessScope } }: SignedInCtx,
  leaseIds: readonly number[] | "managed",
): Promise<AmountsDue> {
  const isIncluded =
    leaseIds !== "managed"
      ? sql`e.lease_id = any(${leaseIds}::bigint[])`
      : accessScope.everywhere
        ? sql`true`
        : sql`e.property_id = any(${accessScope.propertyIds}::bigint[])`;
  const { rows } = await sql<AmountsDue>`
    with open as materialized (
      select e.due_on, e.open_cents, e.open_cents > 0 as is_charge,
        e.due_on < (${now}::timestamptz at time zone p.time_zone)::date as is_past,
        e.due_on <= (${now}::timestamptz at time zone p.time_zone)::date as is_due
      from receivables e join properties p on p.id = e.property_id where e.open_cents <> 0 and ${isIncluded}
    ), next as (
      select min(due_on) as due_on from open where is_charge and not is_past
    )
    select coalesce(sum(open_cents) filter (where is_charge and is_past), 0)::bigint as "overdueCents",
      min(open.due_on) filter (where is_charge and is_past) as "overdueSince",
      coalesce(sum(open_cents) filter (where is_charge and not is_past and open.due_on = next.due_on), 0)::bigint as "dueCents",
      next.due_on as "dueOn",
      coalesce(sum(open_cents) filter (where is_charge and is_due), 0)::bigint as "dueNowCents",
      (select coalesce(sum(e.amount_cents), 0)::bigint from ${paymentsOnTheirWay} e where ${isIncluded}) as "onItsWayCents",
      coalesce(sum(open_cents) filter (where is_charge and not is_past and open.due_on > next.due_on), 0)::bigint as "comingCents",
      coalesce(-sum(open_cents) filter (where not is_charge), 0)::bigint as "creditCents",
      coalesce(sum(open_cents), 0)::bigint as "balanceCents"
    from next left join open on true group by next.due_on`.execute(db);
  const [amounts] = rows;
  if (amounts === undefined) throw new Error("The amounts query returned no row.");
  return amounts;
}
