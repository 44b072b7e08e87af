import { sql } from "kysely";
import { defineList, type ListOrder } from "#server/list/define-list.ts";
import { hasWords } from "#server/list/search.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { ageDays } from "../ages.ts";
import { categoriesFoundBy } from "../categories.ts";
import type { listWorkOrders, WorkOrderRow } from "../contract.ts";
import { type Priority, prioritiesFoundBy, priorityLabels } from "../priorities.ts";
import { type OrderSort, rankOf } from "../sorts.ts";
import { statusLabel } from "../status.ts";
import { workOrderScope } from "./access.ts";

/** An order's number as people type it, such as `7`, `0007`, `wo-7` or `#WO-0007`. */
const asNumber = /^(#?\s*(?:wo-?)?)0*(\d{1,15})$/i;

interface Row extends Omit<WorkOrderRow, "createdAt"> {
  createdAt: Date;
}

interface ExportedOrder extends Row {
  building: string;
  reportedBy: string;
  completedAt: Date | null;
}

const id = sql`o.id`;
const columns = sql`
  o.id, o.title, o.description, o.category, o.location, o.priority, o.status, o.created_at as "createdAt",
  '/api/work-orders/' || o.id || '/signatures/' || o.signature_id as "signatureUrl",
  o.version, o.property_id as "propertyId", u.unit_number as "unitNumber",
  case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee,
  o.awaiting_approval as "awaitingApproval"`;

/** Orders of one rank, e.g. of one priority, are newest first, or oldest first when the list ascends. */
function byRank(key: "priority" | "status"): ListOrder<Row> {
  // An order may get another rank between two pages. The cursor is a number: the rank, then fifteen digits of the id.
  const idsOfRank = 1e15;
  return {
    by: [sql.ref(`o.${key}_rank`), id],
    cursor: {
      of: (row) => String(rankOf(key, row[key]) * idsOfRank + row.id),
      keys: (cursor) =>
        sql`(${Math.floor(Number(cursor) / idsOfRank)}::int, ${Number(cursor) % idsOfRank}::bigint)`,
    },
  };
}

const byPriority = byRank("priority");
const byStatus = byRank("status");
const orders: Record<OrderSort, ListOrder<Row>> = {
  newest: { by: [id], descending: true },
  oldest: { by: [id] },
  highest: { ...byPriority, descending: true },
  lowest: byPriority,
  "to-do-first": { ...byStatus, descending: true },
  "done-first": byStatus,
};

/** Work orders within the access scope, newest first or in the given order (API-14). */
export const workOrders = defineList<QueryOf<typeof listWorkOrders>, Row, WorkOrderRow, ExportedOrder>({
  from: sql`work_orders o`,
  joins: sql`left join units u on u.id = o.unit_id left join users a on a.id = o.assignee_id`,
  columns,
  id,
  order: ({ sort = "newest" }) => orders[sort],
  scope: (accessScope) => workOrderScope(accessScope, "read"),
  always: sql`o.deleted_at is null`,
  filters: {
    status: (status) => (status === "open" ? sql`o.board_column = 'open'` : sql`o.status = ${status}`),
    category: (category) => sql`o.category = any(${categoriesFoundBy(category)}::text[])`,
    priority: (priority) =>
      sql`o.priority_rank = any(${prioritiesFoundBy(priority).map((one) => rankOf("priority", one))}::integer[])`,
    // Only open orders have an age.
    age: (age) => {
      const { from, under } = ageDays[age];
      const ago = (days: number | null, otherwise: string) =>
        days === null ? sql`${otherwise}::timestamptz` : sql`now() - make_interval(days => ${days})`;
      return sql`o.board_column = 'open' and o.created_at > ${ago(under, "-infinity")} and o.created_at <= ${ago(from, "infinity")}`;
    },
    assignee: (assignee, { ctx }) =>
      assignee === "none"
        ? sql`o.assignee_id is null`
        : sql`o.assignee_id = ${assignee === "me" ? ctx.actor.id : assignee}`,
    propertyId: (id) => sql`o.property_id = ${id}`,
    unitId: (id) => sql`o.unit_id = ${id}`,
    leaseId: (id) => sql`o.lease_id = ${id}`,
    companyId: (id) => sql`o.lease_id in (select l.id from leases l where l.company_id = ${id})`,
    ids: (ids) => sql`o.id = any(${ids}::bigint[])`,
  },
  search: (text) => {
    const [, prefix, digits] = asNumber.exec(text.trim()) ?? [];
    if (digits === undefined) return hasWords(sql`o.words`, text);
    // A bare number is also a word: `12` is order 12 and the leak in unit 12.
    return prefix === ""
      ? sql`(o.id = ${digits}::bigint or o.words @@ ${`'${text}'`}::tsquery)`
      : sql`o.id = ${digits}::bigint`;
  },
  present: (rows) => rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  csv: {
    name: "work-orders",
    joins: sql`join properties p on p.id = o.property_id join users r on r.id = o.created_by_id`,
    columns: sql`${columns}, p.name as building, r.full_name as "reportedBy", o.completed_at as "completedAt"`,
    cells: {
      Number: ({ id }) => workOrderNumber(id),
      Title: ({ title }) => title,
      Description: ({ description }) => description,
      Category: ({ category }) => category,
      Location: ({ location }) => location,
      Building: ({ building }) => building,
      Unit: ({ unitNumber }) => unitNumber,
      Priority: ({ priority }) => priorityLabels[priority as Priority],
      Status: ({ status }) => statusLabel(status),
      "Reported (UTC)": ({ createdAt }) => createdAt,
      "Reported by": ({ reportedBy }) => reportedBy,
      "Assigned to": ({ assignee }) => assignee?.fullName ?? null,
      "Completed (UTC)": ({ completedAt }) => completedAt,
      Signed: ({ signatureUrl }) => signatureUrl !== null,
    },
  },
});
