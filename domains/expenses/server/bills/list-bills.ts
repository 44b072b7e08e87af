import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { matchesWords } from "#server/list/search.ts";
import { invalid } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { billStateLabels } from "../../bill-states.ts";
import type { BillRow, listBills, sumBills } from "../../contract.ts";

/** The columns of a bill `b` with its vendor `v` and its property `p`. */
export const billColumns = sql`b.id, json_build_object('id', p.id, 'name', p.name) as property,
  json_build_object('id', v.id, 'name', v.name) as vendor, b.number, b.billed_on as "billedOn",
  b.service_from as "serviceFrom", b.service_to as "serviceTo", b.due_on as "dueOn", b.paid_on as "paidOn",
  case when b.voided_at is not null then 'voided' when b.paid_on is not null then 'paid' else 'unpaid' end as state,
  b.total_cents as "totalCents", b.file_key is not null as "hasFile", b.version`;
export const billJoins = sql`join vendors v on v.id = b.vendor_id join properties p on p.id = b.property_id`;

/** The bills that the user can access, newest first. */
export const bills = defineList<QueryOf<typeof listBills>, BillRow>({
  from: sql`bills b`,
  joins: billJoins,
  columns: sql`${billColumns}, (
    select json_agg(c.name order by c.position) from (
      select c.name, min(l.position) as position from bill_lines l join expense_categories c on c.id = l.category_id
      where l.bill_id = b.id group by c.id) c) as categories`,
  id: sql`b.id`,
  sort: () => ({ by: [sql`b.billed_on`, sql`b.id`], descending: true }),
  scope: (accessScope) => managesProperty(accessScope, sql`b.property_id`),
  filters: {
    propertyId: (propertyId) => sql`b.property_id = ${propertyId}`,
    vendorId: (vendorId) => sql`b.vendor_id = ${vendorId}`,
    categoryId: (categoryId) =>
      sql`exists (select from bill_lines l where l.bill_id = b.id and l.category_id = ${categoryId})`,
    workOrderId: (workOrderId) => sql`b.work_order_id = ${workOrderId}`,
    ids: (ids) => sql`b.id = any(${ids}::bigint[])`,
    state: (state, { ctx }) => stateConditions[state](ctx),
    from: (from) => sql`b.service_to >= ${from}::date`,
    to: (to, { query }) => {
      if (query.from !== undefined && query.from > to)
        throw invalid({ to: "The end date can't be before the start date." });
      return sql`b.service_from <= ${to}::date`;
    },
  },
  search: (text) => sql`(${matchesWords(sql`b.words`, text)}
    or b.vendor_id = any(array(select v.id from vendors v where ${matchesWords(sql`v.words`, text)})))`,
  csv: {
    name: "bills",
    cells: {
      Date: ({ billedOn }) => billedOn,
      Vendor: ({ vendor }) => vendor.name,
      Number: ({ number }) => number,
      Property: ({ property }) => property.name,
      Categories: ({ categories }) => categories.join("; "),
      "Service from": ({ serviceFrom }) => serviceFrom,
      "Service to": ({ serviceTo }) => serviceTo,
      "Due on": ({ dueOn }) => dueOn,
      "Paid on": ({ paidOn }) => paidOn,
      Status: ({ state }) => billStateLabels[state],
      "Total (USD)": ({ totalCents }) => toPlainDollars(totalCents),
    },
  },
});

const isUnpaid = sql`b.voided_at is null and b.paid_on is null`;

const stateConditions = {
  valid: () => sql`b.voided_at is null`,
  unpaid: () => isUnpaid,
  // Based on the property's date.
  overdue: ({ now }: SignedInCtx) => sql`${isUnpaid} and b.due_on < (${now}::timestamptz at time zone (
    select p.time_zone from properties p where p.id = b.property_id))::date`,
  paid: () => sql`b.voided_at is null and b.paid_on is not null`,
  voided: () => sql`b.voided_at is not null`,
};

/** Returns the totals of the bills in a list. If a category is selected, returns the totals of its lines. */
export async function sumListedBills(
  ctx: SignedInCtx,
  query: QueryOf<typeof sumBills>,
): Promise<{ totalCents: number; unpaidCents: number }> {
  const cents =
    query.categoryId === undefined
      ? sql`b.total_cents`
      : sql`(select sum(l.amount_cents) from bill_lines l where l.bill_id = b.id and l.category_id = ${query.categoryId})`;
  const { rows } = await sql<{ totalCents: number; unpaidCents: number }>`
    select coalesce(sum(cents), 0)::bigint as "totalCents",
      coalesce(sum(cents) filter (where is_unpaid), 0)::bigint as "unpaidCents"
    from (select ${cents} as cents, ${isUnpaid} as is_unpaid from bills b where ${bills.conditions(ctx, query)}) listed`.execute(
    ctx.db,
  );
  return rows[0] ?? { totalCents: 0, unpaidCents: 0 };
}
