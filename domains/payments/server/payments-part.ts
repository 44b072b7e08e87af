import { type RawBuilder, sql } from "kysely";
import type { Slice } from "#server/db/list-counts.ts";
import type { Day } from "#shared/calendar.ts";
import type { PaymentsFound } from "./payments-found.ts";

/** A place in the list, which goes by the day and then by the entry. */
export interface Place {
  day: Day;
  id: number;
}
export interface PaymentSlice extends Omit<Slice, "cursor"> {
  /** It begins after this one. */
  after: Place | undefined;
}

/** The ids of a part of the list, as a select of `id`, `day` and `is_paid`. */
export function idsOf({ paid, overdue }: PaymentsFound, { limit, offset, after }: PaymentSlice) {
  const beyond = (day: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after === undefined ? sql`true` : sql`(${day}, ${id}) < (${after.day}::date, ${after.id}::bigint)`;
  const parts: RawBuilder<unknown>[] = [];
  if (paid !== null)
    parts.push(sql`(select p.entry_id as id, p.paid_on as day, true as is_paid from payments p
      where ${paid} and ${beyond(sql`p.paid_on`, sql`p.entry_id`)}
      order by p.paid_on desc, p.entry_id desc limit ${sql.lit(offset + limit)})`);
  if (overdue !== null)
    parts.push(sql`(select r.entry_id as id, r.due_on as day, false as is_paid from receivables r
      where ${overdue} and ${beyond(sql`r.due_on`, sql`r.entry_id`)}
      order by r.due_on desc, r.entry_id desc limit ${sql.lit(offset + limit)})`);
  if (parts.length === 0)
    return sql`select null::bigint as id, null::date as day, false as is_paid where false`;
  return sql`select * from (${sql.join(parts, sql` union all `)}) both_kinds
    order by day desc, id desc limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;
}
