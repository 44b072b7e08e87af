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
  /** It is read from an index, from its beginning on. */
  isIndexed: boolean;
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
      return { joins: sql``, key: sql`l.id`, isDescending: true, isIndexed: true };
    case "owed": {
      const later = sql`coalesce((select sum(r.amount_cents) from receivables r
        where r.lease_id = l.id and r.on_day > ${on ?? null}::date), 0)`;
      return {
        joins: sql`join lease_accounts a on a.lease_id = l.id`,
        key: on === undefined ? sql`a.balance_cents` : sql`(a.balance_cents - ${later})`,
        isDescending: true,
        isIndexed: on === undefined,
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
        isIndexed: false,
      };
    case "company":
      return {
        joins: sql`join companies named on named.id = l.company_id`,
        key: sql`lower(named.name)`,
        isDescending: false,
        isIndexed: false,
      };
  }
}

interface Found {
  /** The leases that are looked through, as a condition on `l` and `p`. */
  among: RawBuilder<boolean>;
  /** Which of them are found: it costs more to ask than to order them. */
  isFound: RawBuilder<boolean>;
}

/** The first `size` leases that are found, in this order, after the lease `cursor` and after `offset` others. */
export function idsInOrder(
  { joins, key, isDescending, isIndexed }: LeaseOrder,
  { among, isFound }: Found,
  { size, offset, cursor }: { size: number; offset: number; cursor: number | undefined },
): RawBuilder<unknown> {
  const [beyond, direction] = isDescending ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const leases = sql`leases l join properties p on p.id = l.property_id ${joins}`;
  // Within the same leases, so that a cursor tells nothing of one out of reach.
  const after =
    cursor === undefined
      ? sql`true`
      : sql`(${key}, l.id) ${beyond} (select ${key}, l.id from ${leases} where l.id = ${cursor} and ${among})`;
  const part = sql`limit ${size} offset ${offset}`;
  if (isIndexed)
    return sql`select l.id from ${leases} where ${among} and ${isFound} and ${after}
      order by ${key} ${direction}, l.id ${direction} ${part}`;
  // Ordered first, so that only those of the part are asked whether they are found.
  return sql`select l.id from (
      select l.id, p.time_zone, ${key} as place from ${leases} where ${among} and ${after}
      order by place ${direction}, l.id ${direction} offset 0
    ) l cross join lateral (select l.time_zone) p
    where ${isFound} order by l.place ${direction}, l.id ${direction} ${part}`;
}
