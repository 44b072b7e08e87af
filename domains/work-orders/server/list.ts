import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import { defineList } from "#server/list/define-list.ts";
import { hasWords } from "#server/list/search.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { ageDays } from "../ages.ts";
import { categoriesFoundBy } from "../categories.ts";
import type { listWorkOrders, WorkOrderRow } from "../contract.ts";
import type { DueFilter } from "../due.ts";
import { type Priority, prioritiesFoundBy, priorityLabels } from "../priorities.ts";
import { rankOf } from "../sorts.ts";
import { statusLabel } from "../status.ts";
import type { PlanFilter } from "../week.ts";
import { pauseReasonLabels } from "../work.ts";
import { workOrderScope } from "./access.ts";
import { appointmentColumn, presentAppointment } from "./appointment-columns.ts";
import { listOrders, type OrderRow } from "./list-orders.ts";
import { plan } from "./present.ts";
import { isUnfinished } from "./queries.ts";
import { toBeTaken } from "./teams.ts";
import { minutesSpent, pauseColumn, presentPause } from "./work-columns.ts";

/** An order's number as people type it, such as `7`, `0007`, `wo-7` or `#WO-0007`. */
const asNumber = /^(#?\s*(?:wo-?)?)0*(\d{1,15})$/i;

interface ExportedOrder extends OrderRow {
  building: string;
  reportedBy: string;
  completedAt: Date | null;
  /** Null for tenants, and where no time was spent. */
  minutesSpent: number | null;
  ageDays: number;
}

const id = sql`o.id`;
/** The building of an order `o`. */
const ofBuilding = (column: "name" | "time_zone") =>
  sql`(select ${sql.ref(`p.${column}`)} from properties p where p.id = o.property_id)`;

/**
 * The columns of a row, from `work_orders o`. Names are looked up row by row: with a join for each, PostgreSQL spends more time
 * on choosing their order than on the rows of a page.
 */
export const orderColumns = sql`
  o.id, o.title, o.description, o.category, o.location, o.priority, o.status, o.created_at as "createdAt", o.due_at as "dueAt",
  o.planned_on as "plannedOn", o.estimate_minutes as "estimateMinutes", o.version, o.property_id as "propertyId",
  o.awaiting_approval as "awaitingApproval", ${appointmentColumn}, ${pauseColumn},
  '/api/work-orders/' || o.id || '/signatures/' || o.signature_id as "signatureUrl",
  ${ofBuilding("time_zone")} as "timeZone",
  (select u.unit_number from units u where u.id = o.unit_id) as "unitNumber",
  (select json_build_object('id', a.id, 'fullName', a.full_name) from users a where a.id = o.assignee_id) as assignee,
  (select json_build_object('id', g.id, 'name', g.name) from teams g where g.id = o.team_id) as team`;

export const presentRows = (rows: readonly OrderRow[], actor: Actor): WorkOrderRow[] =>
  rows.map((row) => ({
    ...row,
    ...plan(row, actor),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    appointment: presentAppointment(row.appointment),
    pause: presentPause(row.pause),
  }));

const dayOf = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone (select p.time_zone from properties p where p.id = o.property_id))::date`;

/** Days are those of the order's building; the ranges around them are for the index. */
function isDue(filter: DueFilter): RawBuilder<boolean> {
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

/** The same as isToPlan() and the days of week.ts. */
function isPlanned(filter: PlanFilter): RawBuilder<boolean> {
  const within = (days: number) => sql<boolean>`o.planned_on > (now() - interval '2 days')::date
    and o.planned_on - ${dayOf(sql`now()`)} between 0 and ${days - 1}`;
  return {
    today: within(1),
    week: within(7),
    "to-plan": sql<boolean>`${isUnfinished} and (o.assignee_id is null
      or (o.planned_on is null and not exists (select 1 from work_order_appointments w
        where w.work_order_id = o.id and w.state = 'agreed' and w.ends_at > now()))
      or (o.planned_on < (now() + interval '2 days')::date and o.planned_on < ${dayOf(sql`now()`)}))`,
  }[filter];
}

/** The number of an order, where the text is one. */
export function numberIn(text: string): number | undefined {
  const digits = asNumber.exec(text.trim())?.[2];
  return digits === undefined ? undefined : Number(digits);
}

/** Work orders within the access scope, newest first or in the given order (API-14). */
export const workOrders = defineList<QueryOf<typeof listWorkOrders>, OrderRow, WorkOrderRow, ExportedOrder>({
  from: sql`work_orders o`,
  columns: orderColumns,
  id,
  order: ({ sort = "newest" }) => listOrders[sort],
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
    // Tenants do not learn what staff plan.
    planned: (filter, { ctx }) => (ctx.actor.role === "tenant" ? sql`false` : isPlanned(filter)),
    assignee: (assignee, { ctx: { actor } }) => {
      if (assignee === "none") return sql`o.assignee_id is null and o.team_id is null`;
      if (assignee === "team") return toBeTaken(actor);
      return sql`o.assignee_id = ${assignee === "me" ? actor.id : assignee}`;
    },
    teamId: (id) => sql`o.team_id = ${id}`,
    watched: (_, { ctx }) =>
      sql`o.id in (select w.work_order_id from work_order_watchers w where w.user_id = ${ctx.actor.id})`,
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
  present: (rows, { ctx }) => presentRows(rows, ctx.actor),
  csv: {
    name: "work-orders",
    columns: sql`${orderColumns}, ${ofBuilding("name")} as building, o.completed_at as "completedAt",
      (select r.full_name from users r where r.id = o.created_by_id) as "reportedBy",
      ${minutesSpent} as "minutesSpent", extract(day from now() - o.created_at)::integer as "ageDays"`,
    // The row has the further columns as well.
    present: (row, { actor }) => ({
      ...(row as ExportedOrder),
      ...plan(row, actor),
      ...(actor.role === "tenant" && { minutesSpent: null }),
    }),
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
      "Age (days)": ({ ageDays }) => ageDays,
      "Reported by": ({ reportedBy }) => reportedBy,
      "Assigned to": ({ assignee }) => assignee?.fullName ?? null,
      Team: ({ team }) => team?.name ?? null,
      Paused: ({ pause }) => (pause === null ? null : pauseReasonLabels[pause.reason]),
      "Paused until (UTC)": ({ pause }) => (pause?.until == null ? null : new Date(pause.until)),
      "Due (UTC)": ({ dueAt }) => dueAt,
      "Planned on": ({ plannedOn }) => plannedOn,
      "Estimate (minutes)": ({ estimateMinutes }) => estimateMinutes,
      "Time spent (minutes)": ({ minutesSpent }) => minutesSpent,
      "Completed (UTC)": ({ completedAt }) => completedAt,
      Signed: ({ signatureUrl }) => signatureUrl !== null,
    },
  },
});
