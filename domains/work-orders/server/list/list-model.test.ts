import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { toInstant } from "#shared/wall-time.ts";
import { dayFromToday } from "#test/dates.ts";
import { describeList } from "#test/lists/list-model.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  signInAs,
  type WorkOrderFields,
} from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { type Age, ageDays, ages } from "../../ages.ts";
import { categories, matchingCategories } from "../../categories.ts";
import { type DueFilter, dueFilters } from "../../due.ts";
import { filterPriorities, matchingPriorities, priorities } from "../../priorities.ts";
import { type WorkOrderSort, workOrderSorts } from "../../sorts.ts";
import { statuses, unfinishedStatuses } from "../../status.ts";

/** A work order as the test model knows it. */
type ModelWorkOrder = Required<
  Omit<
    WorkOrderFields,
    "unitId" | "title" | "description" | "createdAt" | "completedAt" | "leaseId" | "assigneeId"
  >
> & {
  id: number;
  leaseId: number | null;
  assigneeId: number | null;
  isDeleted: boolean;
  daysOld: number;
  /** Days from today until the due date. */
  dueIn: number | null;
};
const roles = ["admin", "landlord", "technician", "tenant"] as const;
type Role = (typeof roles)[number];
interface EffectiveRole {
  id: number;
  cookie: string;
  canSee(order: ModelWorkOrder): boolean;
}

let portal: TestPortal;
let properties: number[];
let leases: (number | null)[];
let callers: Record<Role, EffectiveRole>;
/** Properties and technicians, sorted by name. Two properties have the same name. */
let buildingsByName: number[];
let assigneesByName: number[];
const model: ModelWorkOrder[] = [];

beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  properties = [];
  for (let index = 0; index < 5; index += 1) properties.push(await createProperty(db));
  const [first = 0, second = 0, third = 0] = properties;
  const unitId = await createUnit(db, first);
  const signedIn = async (
    fields: Parameters<typeof createPerson>[1],
    canSee: (order: ModelWorkOrder, id: number) => boolean,
  ) => {
    const { id } = await createPerson(db, fields);
    return { id, cookie: await signInAs(db, { id }), canSee: (order: ModelWorkOrder) => canSee(order, id) };
  };
  const tenantLeases = new Set<number | null>();
  callers = {
    admin: await signedIn({ role: "admin" }, () => true),
    landlord: await signedIn({ role: "landlord", propertyIds: [first, second, third] }, (order) =>
      [first, second, third].includes(order.propertyId),
    ),
    technician: await signedIn(
      { role: "maintenance", propertyIds: [second, third] },
      (order) => [second, third].includes(order.propertyId) && !order.awaitingApproval,
    ),
    tenant: await signedIn(
      { role: "tenant" },
      (order, id) => tenantLeases.has(order.leaseId) || order.createdById === id,
    ),
  };
  const technicianId = callers.technician?.id ?? 0;
  const others = [];
  for (const fullName of ["Zoe Adams", "ada Brook"])
    others.push((await createPerson(db, { role: "maintenance", fullName, propertyIds: [second] })).id);
  const [zoe = 0, ada = 0] = others;
  await sql`update users set full_name = 'Bob Reyes' where id = ${technicianId}`.execute(db);
  assigneesByName = [ada, technicianId, zoe];
  const names = ["banyan house", "Ca\u00f1ada Court", "Cedar Court", "Cedar Court", "Alder Tower"];
  for (const [at, name] of names.entries())
    await sql`update properties set name = ${name} where id = ${properties[at]}`.execute(db);
  buildingsByName = [...properties.slice(4), ...properties.slice(0, 4)];
  const leaseId = await createLease(db, {
    propertyId: first,
    unitId,
    memberIds: [callers.tenant?.id ?? 0],
  });
  tenantLeases.add(leaseId);
  leases = [leaseId, null, null];
  for (const step of fc.sample(change, { numRuns: 300, seed: 1 })) await apply(step);
}, 60_000);
afterAll(() => portal.close());

const pickOne = <T>(values: readonly T[]) => fc.constantFrom(...values);
const anyDue = fc.option(pickOne([-40, -1, 0, 1, 6, 7, 90]), { freq: 2 });
const small = fc.nat({ max: 9_999 });
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      status: pickOne(statuses),
      category: pickOne(categories),
      priority: pickOne(priorities),
      daysOld: pickOne([0, 2, 3, 7, 8, 30, 31, 400]),
      dueIn: anyDue,
      pick: small,
      flag: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("move" as const), status: pickOne(statuses), pick: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      category: pickOne(categories),
      priority: pickOne(priorities),
      pick: small,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("due" as const), dueIn: anyDue, pick: small }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("assign" as const), pick: small, flag: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), pick: small }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const pickFrom = <T>(values: readonly T[], pick: number): T | undefined => values[pick % values.length];

async function apply(step: Change): Promise<void> {
  const { db } = portal;
  if (step.kind === "create") {
    const leaseId = pickFrom(leases, step.pick) ?? null;
    const propertyId = (leaseId === null ? pickFrom(properties, step.pick >> 2) : properties[0]) ?? 0;
    const fields = {
      propertyId,
      createdById: pickFrom(Object.values(callers), step.pick >> 3)?.id ?? 0,
      status: step.status,
      category: step.category,
      priority: step.priority,
      awaitingApproval: step.flag && leaseId === null,
    };
    const id = await createWorkOrder(db, { ...fields, ...(leaseId === null ? {} : { leaseId }) });
    const { daysOld, dueIn } = step;
    await sql`update work_orders set created_at = now() - ${`${daysOld} days 12 hours`}::interval,
      due_at = ${toDueAt(dueIn)} where id = ${id}`.execute(db);
    model.push({ ...fields, id, leaseId, assigneeId: null, isDeleted: false, daysOld, dueIn });
    return;
  }
  const order = pickFrom(model, step.pick);
  if (order === undefined) return;
  if (step.kind === "move") order.status = step.status;
  if (step.kind === "edit") Object.assign(order, { category: step.category, priority: step.priority });
  if (step.kind === "due") order.dueIn = step.dueIn;
  if (step.kind === "assign")
    order.assigneeId = step.flag ? (pickFrom(assigneesByName, step.pick >> 4) ?? null) : null;
  if (step.kind === "delete") order.isDeleted = true;
  await db
    .updateTable("work_orders")
    .set({
      status: order.status,
      completed_at: order.status === "completed" ? new Date() : null,
      category: order.category,
      priority: order.priority,
      due_at: toDueAt(order.dueIn),
      assignee_id: order.assigneeId,
      deleted_at: order.isDeleted ? new Date() : null,
    })
    .where("id", "=", order.id)
    .execute();
}

/** Start of the day, so that work orders due today are also overdue. */
const toDueAt = (days: number | null) =>
  days === null ? null : toInstant({ day: dayFromToday(days), time: "00:00" }, "America/Los_Angeles");
const getDueRank = ({ status, dueIn }: ModelWorkOrder): number | null =>
  dueIn === null || ["completed", "cancelled"].includes(status) ? null : dueIn;
const matchesDue = (order: ModelWorkOrder, filter: DueFilter): boolean => {
  const days = getDueRank(order);
  if (filter === "none") return order.dueIn === null;
  if (days === null) return false;
  return filter === "overdue" ? days <= 0 : days >= 0 && days < { today: 1, week: 7 }[filter];
};

const statusOrder = ["urgent", "open", "scheduled", "in_progress", "completed", "cancelled"];
const sortRanks: Record<WorkOrderSort, (order: ModelWorkOrder) => number> = {
  newest: () => 0,
  oldest: () => 0,
  highest: ({ priority }) => -priorities.findIndex((value) => value === priority),
  lowest: ({ priority }) => priorities.findIndex((value) => value === priority),
  "to-do-first": ({ status }) => statusOrder.indexOf(status),
  "done-first": ({ status }) => -statusOrder.indexOf(status),
  "due-first": (order) => getDueRank(order) ?? 1_000,
  "due-last": (order) => -(getDueRank(order) ?? -1_000),
  "property-a-z": ({ propertyId }) => buildingsByName.indexOf(propertyId),
  "property-z-a": ({ propertyId }) => -buildingsByName.indexOf(propertyId),
  "assignee-a-z": ({ assigneeId }) => (assigneeId === null ? 1_000 : assigneesByName.indexOf(assigneeId)),
  "assignee-z-a": ({ assigneeId }) => (assigneeId === null ? 1_000 : -assigneesByName.indexOf(assigneeId)),
};
const oldestFirst: readonly WorkOrderSort[] = [
  "oldest",
  "lowest",
  "done-first",
  "due-first",
  "property-a-z",
  "assignee-a-z",
];

const matchesAge = (days: number, age: Age): boolean => {
  const { from, under } = ageDays[age];
  return (from === null || days >= from) && (under === null || days < under);
};

const openStatuses = ["open", "urgent"];
const byRank = (sort: WorkOrderSort) => (a: ModelWorkOrder, b: ModelWorkOrder) =>
  sortRanks[sort](a) - sortRanks[sort](b) || (oldestFirst.includes(sort) ? a.id - b.id : b.id - a.id);

describeList("/api/work-orders", () => ({ portal, people: callers }), {
  viewers: roles,
  rows: () => model.filter(({ isDeleted }) => !isDeleted),
  canSee: (order, role) => callers[role].canSee(order),
  filters: {
    status: {
      values: () => statuses,
      matches: (order, status) => order.status === status || (status === "open" && order.status === "urgent"),
    },
    category: {
      values: () => categories,
      matches: (order, category) =>
        matchingCategories(category as (typeof categories)[number]).some((value) => value === order.category),
    },
    priority: {
      values: () => filterPriorities,
      matches: (order, priority) =>
        matchingPriorities(priority as (typeof filterPriorities)[number]).some(
          (value) => value === order.priority,
        ),
    },
    age: {
      values: () => ages,
      matches: (order, age) => openStatuses.includes(order.status) && matchesAge(order.daysOld, age as Age),
    },
    due: { values: () => dueFilters, matches: (order, due) => matchesDue(order, due as DueFilter) },
    assignee: {
      values: () => ["me", "none"],
      matches: (order, assignee, { viewer }) =>
        assignee === "me"
          ? order.assigneeId === callers[viewer].id
          : order.assigneeId === null && unfinishedStatuses.includes(order.status),
    },
    propertyId: { values: () => properties, matches: (order, id) => order.propertyId === Number(id) },
  },
  sorts: Object.fromEntries(workOrderSorts.map((sort) => [sort, byRank(sort)])),
});
