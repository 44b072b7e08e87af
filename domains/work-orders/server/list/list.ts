import { type RawBuilder, sql } from "kysely";
import { isStaff } from "#server/access/viewer.ts";
import type { Actor } from "#server/http/requests/actor.ts";
import { defineList } from "#server/list/define-list.ts";
import { matchesWords } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { ageDays } from "../../ages.ts";
import { matchingCategories } from "../../categories.ts";
import type { listWorkOrders, WorkOrderRow } from "../../contract.ts";
import type { DueFilter } from "../../due.ts";
import { matchingPriorities, priorityLabels } from "../../priorities.ts";
import { getPriorityRank } from "../../sorts.ts";
import { statusLabel } from "../../status.ts";
import type { PlanFilter } from "../../week.ts";
import { pauseReasonLabels } from "../../work.ts";
import { workOrderScope } from "../access.ts";
import { appointmentColumn, presentAppointment } from "../appointment-columns.ts";
import { isUnclaimed } from "../assignment/teams.ts";
import { getVisiblePlan } from "../present.ts";
import { isUnassigned, isUnfinished } from "../queries.ts";
import { minutesSpent, pauseColumn, presentPause } from "../work-columns.ts";
import { idColumn, workOrderListSorts } from "./list-sorts.ts";
import { hasComment } from "./search-comments.ts";

/** A work order number as people type it, such as `7`, `0007`, `wo-7`, or `#WO-0007`. */
const numberPattern = /^(#?\s*(?:wo-?)?)0*(\d{1,15})$/i;

/** A row as selected, with dates. */
export interface WorkOrderListRow extends Omit<WorkOrderRow, "createdAt" | "dueAt" | "clockStartedAt"> {
  createdAt: Date;
  dueAt: Date | null;
  clockStartedAt: Date | null;
}

interface ExportedRow extends WorkOrderListRow {
  propertyName: string;
  reportedBy: string;
  completedAt: Date | null;
  /** Null for tenants and if there are no time entries. */
  minutesSpent: number | null;
  ageDays: number;
}

/** A column of the property of work order `o`. */
const propertyColumn = (column: "name" | "time_zone") =>
  sql`(select ${sql.ref(`p.${column}`)} from properties p where p.id = o.property_id)`;

/**
 * The columns of a row, from `work_orders o`. Names come from subqueries: with a join for each, PostgreSQL
 * spends more time planning the joins than reading the rows of a page.
 */
export const workOrderColumns = sql`
  o.id, o.title, o.description, o.category, o.location, o.priority, o.status, o.created_at as "createdAt", o.due_at as "dueAt",
  o.planned_on as "plannedOn", o.estimate_minutes as "estimateMinutes", o.version, o.property_id as "propertyId",
  o.awaiting_approval as "awaitingApproval", ${appointmentColumn}, ${pauseColumn},
  '/api/work-orders/' || o.id || '/signatures/' || o.signature_id as "signatureUrl",
  ${propertyColumn("time_zone")} as "timeZone",
  (select u.unit_number from units u where u.id = o.unit_id) as "unitNumber",
  (select json_build_object('id', a.id, 'fullName', a.full_name) from users a where a.id = o.assignee_id) as assignee,
  (select t.started_at from work_order_times t
     where t.user_id = o.assignee_id and t.ended_at is null and t.work_order_id = o.id) as "clockStartedAt",
  (select json_build_object('id', g.id, 'name', g.name) from teams g where g.id = o.team_id) as team`;

export const presentRows = (rows: readonly WorkOrderListRow[], actor: Actor): WorkOrderRow[] =>
  rows.map((row) => ({
    ...row,
    ...getVisiblePlan(row, actor.accessScope),
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt?.toISOString() ?? null,
    clockStartedAt: isStaff(actor.accessScope) ? (row.clockStartedAt?.toISOString() ?? null) : null,
    appointment: presentAppointment(row.appointment),
    pause: presentPause(row.pause),
  }));

const localDate = (instant: RawBuilder<unknown>) =>
  sql`(${instant} at time zone (select p.time_zone from properties p where p.id = o.property_id))::date`;

/** Days are in the property's time zone. The wider ranges allow using the index. */
function dueCondition(filter: DueFilter): RawBuilder<boolean> {
  const isWithinDays = (days: number) => sql<boolean>`o.due_rank > now() - interval '2 days'
    and o.due_rank < now() + make_interval(days => ${days + 2})
    and ${localDate(sql`o.due_rank`)} - ${localDate(sql`now()`)} between 0 and ${days - 1}`;
  return {
    overdue: sql<boolean>`o.due_rank < now()`,
    today: isWithinDays(1),
    week: isWithinDays(7),
    none: sql<boolean>`o.due_at is null`,
  }[filter];
}

/** Same conditions as needsPlanning() and the days in week.ts. */
function planCondition(filter: PlanFilter): RawBuilder<boolean> {
  const isWithinDays = (days: number) => sql<boolean>`o.planned_on > (now() - interval '2 days')::date
    and o.planned_on - ${localDate(sql`now()`)} between 0 and ${days - 1}`;
  return {
    today: isWithinDays(1),
    week: isWithinDays(7),
    "to-plan": sql<boolean>`${isUnfinished} and (o.assignee_id is null
      or (o.planned_on is null and not exists (select 1 from work_order_appointments w
        where w.work_order_id = o.id and w.state = 'confirmed' and w.ends_at > now()))
      or (o.planned_on < (now() + interval '2 days')::date and o.planned_on < ${localDate(sql`now()`)}))`,
  }[filter];
}

/**
 * The most units and companies a search considers. A search that matches more of them, such as `LLC`, would
 * have to read all of their work orders to find the newest.
 */
const maxUnits = 1000;
const maxCompanies = 200;

/** Whether the text is the unit number of work order `o`, such as `101` or `Unit 101`. */
const isInUnit = (text: string): RawBuilder<boolean> =>
  sql`o.unit_id = any(array(select u.id from units u
    where fold_text(u.unit_number) = ${foldText(text.trim()).replace(/^unit\s+/, "")}
    order by u.id limit ${maxUnits}))`;

/** Shorter texts match the names of too many companies. */
const minCompanyLetters = 3;

/**
 * Whether the company of work order `o` has the words in its name. Anyone with access sees the company too.
 */
const isForCompany = (text: string): RawBuilder<boolean> =>
  text.trim().length < minCompanyLetters
    ? sql`false`
    : sql`o.lease_id = any(array(select l.id from leases l
        where l.company_id = any(array(select c.id from companies c where ${matchesWords(sql`c.words`, text)}
          order by c.id limit ${maxCompanies}))))`;

/** Returns the work order number in the text, if the text is one. */
export function parseWorkOrderNumber(text: string): number | undefined {
  const digits = numberPattern.exec(text.trim())?.[2];
  return digits === undefined ? undefined : Number(digits);
}

/** Accessible work orders, newest first or sorted as requested (API-14). */
export const workOrderList = defineList<
  QueryOf<typeof listWorkOrders>,
  WorkOrderListRow,
  WorkOrderRow,
  ExportedRow
>({
  from: sql`work_orders o`,
  columns: workOrderColumns,
  id: idColumn,
  sort: ({ sort = "newest" }) => workOrderListSorts[sort],
  scope: (accessScope) => workOrderScope(accessScope, "read"),
  baseCondition: sql`o.deleted_at is null`,
  filters: {
    status: (status) => (status === "open" ? sql`o.board_column = 'open'` : sql`o.status = ${status}`),
    category: (category) => sql`o.category = any(${matchingCategories(category)}::text[])`,
    priority: (priority) =>
      sql`o.priority_rank = any(${matchingPriorities(priority).map(getPriorityRank)}::integer[])`,
    // Only open work orders have an age.
    age: (age) => {
      const { from, under } = ageDays[age];
      const daysAgo = (days: number | null, fallback: string) =>
        days === null ? sql`${fallback}::timestamptz` : sql`now() - make_interval(days => ${days})`;
      return sql`o.board_column = 'open' and o.created_at > ${daysAgo(under, "-infinity")} and o.created_at <= ${daysAgo(from, "infinity")}`;
    },
    due: dueCondition,
    // Tenants can't see staff planning.
    planned: (filter, { ctx }) => (isStaff(ctx.actor.accessScope) ? planCondition(filter) : sql`false`),
    assignee: (assignee, { ctx: { actor } }) => {
      if (assignee === "none") return isUnassigned;
      if (assignee === "team") return isUnclaimed(actor.accessScope);
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
    // Only sets where to search. See `search`.
    in: () => sql`true`,
  },
  search: (text, { ctx, query }) => {
    const [, prefix, digits] = numberPattern.exec(text.trim()) ?? [];
    const isInComment = query.in === "details" ? sql`false` : hasComment(ctx, text);
    if (digits === undefined)
      return sql`(${matchesWords(sql`o.words`, text)} or ${isInUnit(text)} or ${isForCompany(text)} or ${isInComment})`;
    // A bare number is also a word: `12` matches work order 12 and the leak in unit 12.
    return prefix === ""
      ? sql`(o.id = ${digits}::bigint or o.words @@ ${`'${text}'`}::tsquery or ${isInUnit(text)} or ${isInComment})`
      : sql`o.id = ${digits}::bigint`;
  },
  present: (rows, { ctx }) => presentRows(rows, ctx.actor),
  csv: {
    name: "work-orders",
    columns: sql`${workOrderColumns}, ${propertyColumn("name")} as "propertyName", o.completed_at as "completedAt",
      (select r.full_name from users r where r.id = o.created_by_id) as "reportedBy",
      ${minutesSpent} as "minutesSpent", extract(day from now() - o.created_at)::integer as "ageDays"`,
    // The row also has the additional CSV columns.
    present: (row, { actor }) => ({
      ...(row as ExportedRow),
      ...getVisiblePlan(row, actor.accessScope),
      ...(!isStaff(actor.accessScope) && { minutesSpent: null }),
    }),
    cells: {
      Number: ({ id }) => workOrderNumber(id),
      Title: ({ title }) => title,
      Description: ({ description }) => description,
      Category: ({ category }) => category,
      Location: ({ location }) => location,
      Property: ({ propertyName }) => propertyName,
      Unit: ({ unitNumber }) => unitNumber,
      Priority: ({ priority }) => priorityLabels[priority],
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
