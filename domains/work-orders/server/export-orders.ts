import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { CsvTable } from "#server/http/csv.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { type Priority, priorityLabels } from "../priorities.ts";
import { statusLabel } from "../status.ts";
import type { ListQuery } from "./list-filters.ts";
import { idsOf, type Slice } from "./list-page.ts";
import { searchOrders } from "./search-orders.ts";

interface ExportedOrder {
  id: number;
  title: string;
  description: string;
  category: string;
  location: string;
  building: string;
  unit_number: string | null;
  priority: string;
  status: string;
  created_at: Date;
  reported_by: string;
  assigned_to: string | null;
  completed_at: Date | null;
  is_signed: boolean;
}

/** The work orders that the list shows for `query`, in its order, for spreadsheets. */
export const ordersAsTable = (ctx: SignedInCtx, query: ListQuery): CsvTable<ExportedOrder> => ({
  name: "work-orders",
  columns: {
    Number: ({ id }) => workOrderNumber(id),
    Title: ({ title }) => title,
    Description: ({ description }) => description,
    Category: ({ category }) => category,
    Location: ({ location }) => location,
    Building: ({ building }) => building,
    Unit: ({ unit_number }) => unit_number,
    Priority: ({ priority }) => priorityLabels[priority as Priority],
    Status: ({ status }) => statusLabel(status),
    "Reported (UTC)": ({ created_at }) => created_at,
    "Reported by": ({ reported_by }) => reported_by,
    "Assigned to": ({ assigned_to }) => assigned_to,
    "Completed (UTC)": ({ completed_at }) => completed_at,
    Signed: ({ is_signed }) => is_signed,
  },
  rows: (last, limit) =>
    readOrders(ctx, query, {
      isAscending: query.sort === "oldest",
      offset: 0,
      limit,
      cursor: last?.id,
    }),
});

async function readOrders(ctx: SignedInCtx, query: ListQuery, slice: Slice): Promise<ExportedOrder[]> {
  const { q } = query;
  const ids =
    q === undefined || q === ""
      ? idsOf(ctx.actor.reach, query, slice)
      : sql`select unnest(${(await searchOrders(ctx, { ...query, q }, slice)).ids}::bigint[]) as id`;
  const { rows } = await sql<ExportedOrder>`
    with page as materialized (${ids})
    select o.id, o.title, o.description, o.category, o.location, p.name as building, u.unit_number, o.priority, o.status,
      o.created_at, r.full_name as reported_by, a.full_name as assigned_to, o.completed_at,
      o.signature_id is not null as is_signed
    from page
    join work_orders o on o.id = page.id
    join properties p on p.id = o.property_id
    join users r on r.id = o.created_by_id
    left join units u on u.id = o.unit_id
    left join users a on a.id = o.assignee_id
    order by o.id ${slice.isAscending ? sql`asc` : sql`desc`}`.execute(ctx.db);
  return rows;
}
