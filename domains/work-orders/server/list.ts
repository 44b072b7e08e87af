import { type RawBuilder, sql } from "kysely";
import { defineList, type ListOrder } from "#server/list/define-list.ts";
import { hasWords } from "#server/list/search.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { ageDays } from "../ages.ts";
import { categoriesFoundBy } from "../categories.ts";
import type { listWorkOrders, WorkOrderRow } from "../contract.ts";
import type { DueFilter } from "../due.ts";
import { type Priority, prioritiesFoundBy, priorityLabels } from "../priorities.ts";
import { type OrderSort, rankOf } from "../sorts.ts";
import { statusLabel, unfinishedStatuses } from "../status.ts";
import { workOrderScope } from "./access.ts";
import { appointmentColumn, presentAppointment } from "./appointment-columns.ts";

/** An order's number as people type it, such as `7`, `0007`, `wo-7` or `#WO-0007`. */
const asNumber = /^(#?\s*(?:wo-?)?)0*(\d{1,15})$/i;

interface Row extends Omit<WorkOrderRow, "createdAt" | "dueAt"> {
  createdAt: Date;
  dueAt: Date | null;
}

interface ExportedOrder extends Row {
  building: string;
  reportedBy: string;
  completedAt: Date | null;
}

const id = sql`o.id`;
const columns = sql`
  o.id, o.title, o.description, o.category, o.location, o.priority, o.status, o.created_at as "createdAt", o.due_at as "dueAt",
  p.time_zone as "timeZone", ${appointmentColumn},
  '/api/work-orders/' || o.id || '/signatures/' || o.signature_id as "signatureUrl",
  o.version, o.property_id as "propertyId", u.unit_number as "unitNumber",
  case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee,
  o.awaiting_approval as "awaitingApproval"`;

/** Newest or oldest first. */
const byId: ListOrder<Row> = {
  by: [id],
  cursor: { of: (row) => String(row.id), keys: (cursor) => sql`${partsOf(cursor).number}::bigint` },
};

/** Orders of one rank, e.g. of one priority, are newest first, or oldest first when the list ascends. */
function byRank(key: "priority" | "status"): ListOrder<Row> {
  // An order may get another rank between two pages. The cursor is a number: the rank, then fifteen digits of the id.
  const idsOfRank = 1e15;
  return {
    by: [sql.ref(`o.${key}_rank`), id],
    cursor: {
      of: (row) => String(rankOf(key, row[key]) * idsOfRank + row.id),
      keys: (cursor) => {
        const { number } = partsOf(cursor);
        return sql`(${Math.floor(number / idsOfRank)}::int, ${number % idsOfRank}::bigint)`;
      },
    },
  };
}

/** Finished orders, and those without a due time, come last: their place is that of `never`. */
function byDue(key: RawBuilder<unknown>, never: "infinity" | "-infinity"): ListOrder<Row> {
  return {
    by: [key, id],
    // An order may become due at another time between two pages. The cursor has the milliseconds, unless it is never due.
    cursor: {
      of: (row) =>
        row.dueAt === null || !unfinishedStatuses.includes(row.status)
          ? String(row.id)
          : `${row.dueAt.getTime()}-${row.id}`,
      keys: (cursor) => {
        const { milliseconds, number } = partsOf(cursor);
        const due = milliseconds === undefined ? never : new Date(milliseconds);
        return sql`(${due}::timestamptz, ${number}::bigint)`;
      },
    },
  };
}

/** The number at the end of a cursor, and the milliseconds that an order by due time puts before it. */
function partsOf(cursor: string): { milliseconds: number | undefined; number: number } {
  const [last, milliseconds] = cursor.split("-").reverse();
  return {
    milliseconds: milliseconds === undefined ? undefined : Number(milliseconds),
    number: Number(last),
  };
}

const byPriority = byRank("priority");
const byStatus = byRank("status");
const orders: Record<OrderSort, ListOrder<Row>> = {
  newest: { ...byId, descending: true },
  oldest: byId,
  highest: { ...byPriority, descending: true },
  lowest: byPriority,
  "to-do-first": { ...byStatus, descending: true },
  "done-first": byStatus,
  "due-first": byDue(sql`o.due_rank`, "infinity"),
  "due-last": {
    ...byDue(sql`(case o.due_rank when 'infinity' then '-infinity' else o.due_rank end)`, "-infinity"),
    descending: true,
  },
};

/** Days are those of the order's building; the ranges around them are for the index. */
function isDue(filter: DueFilter): RawBuilder<boolean> {
  const dayOf = (instant: RawBuilder<unknown>) =>
    sql`(${instant} at time zone (select p.time_zone from properties p where p.id = o.property_id))::date`;
  const within = (days: number) => sql<boolean>`o.due_rank > now() - interval '2 days'
    and o.due_rank < now() + make_interval(days => ${days + 2})
    and ${dayOf(sql`o.due_rank`)} - ${dayOf(sql`now()`)} between 0 and ${days - 1}`;
  return {
    overdue: sql<boolean>`o.due_rank < now()`,
    today: within(1),
    week: within(7),
    none: sql<boolean>`o.due_at is null`,
  }[filter];
}

/** Work orders within the access scope, newest first or in the given order (API-14). */
export const workOrders = defineList<QueryOf<typeof listWorkOrders>, Row, WorkOrderRow, ExportedOrder>({
  from: sql`work_orders o`,
  joins: sql`join properties p on p.id = o.property_id left join work_order_appointments v on v.work_order_id = o.id
    left join units u on u.id = o.unit_id left join users a on a.id = o.assignee_id`,
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
    due: isDue,
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
  present: (rows) =>
    rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      dueAt: row.dueAt?.toISOString() ?? null,
      appointment: presentAppointment(row.appointment),
    })),
  csv: {
    name: "work-orders",
    joins: sql`join users r on r.id = o.created_by_id`,
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
      "Due (UTC)": ({ dueAt }) => dueAt,
      "Completed (UTC)": ({ completedAt }) => completedAt,
      Signed: ({ signatureUrl }) => signatureUrl !== null,
    },
  },
});
