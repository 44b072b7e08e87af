import { type RawBuilder, sql } from "kysely";
import type { Day } from "#shared/calendar.ts";
import type { AgedSort } from "../reports-contract.ts";

/** An order of the leases of a report, as parts of a statement on `leases l` at `properties p`. */
export interface LeaseOrder {
  /** What has to be joined for it. */
  joins: RawBuilder<unknown>;
  /** What is compared; leases with the same go by their id. */
  key: RawBuilder<unknown>;
  isDescending: boolean;
}

/**
 * The order that is asked for, now or at the end of the day `on`. `open` selects what is open on a lease as `item`, by `cents`
 * and `days` since it was due. What is owed now is kept, with an index; what was owed is that less what came later.
 */
export function orderOf(
  sort: AgedSort = "newest",
  open: RawBuilder<unknown>,
  on: Day | undefined,
): LeaseOrder {
  switch (sort) {
    case "newest":
      return { joins: sql``, key: sql`l.id`, isDescending: true };
    case "owed": {
      const later = sql`coalesce((select sum(r.amount_cents) from receivables r
        where r.lease_id = l.id and r.on_day > ${on ?? null}::date), 0)`;
      return {
        joins: sql`join lease_accounts a on a.lease_id = l.id`,
        key: on === undefined ? sql`a.balance_cents` : sql`(a.balance_cents - ${later})`,
        isDescending: true,
      };
    }
    case "longest":
      // Credit alone is not owed for any time: it comes last.
      return {
        joins: sql``,
        key:
          on === undefined
            ? sql`coalesce((select r.due_on from receivables r where r.lease_id = l.id and r.open_cents > 0
                order by r.due_on limit 1), 'infinity'::date)`
            : sql`coalesce((select -max(item.days) from (${open}) item where item.cents > 0), 1000000)`,
        isDescending: false,
      };
    case "company":
      return {
        joins: sql`join companies named on named.id = l.company_id`,
        key: sql`lower(named.name)`,
        isDescending: false,
      };
  }
}

/** The first `size` leases of `found` in this order that come after the lease `cursor`, and after `offset` others. */
export function idsInOrder(
  { joins, key, isDescending }: LeaseOrder,
  found: RawBuilder<boolean>,
  { size, offset, cursor }: { size: number; offset: number; cursor: number | undefined },
): RawBuilder<unknown> {
  const [beyond, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const leases = sql`leases l join properties p on p.id = l.property_id ${joins}`;
  // Within the same leases, so that a cursor tells nothing of one out of reach.
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(${key}, l.id) ${beyond} (select ${key}, l.id from ${leases} where l.id = ${cursor} and ${found})`;
  return sql`select l.id from ${leases} where ${found} and ${after}
    order by ${key} ${direction}, l.id ${direction} limit ${size} offset ${offset}`;
}
