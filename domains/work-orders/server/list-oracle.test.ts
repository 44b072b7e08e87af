import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instantOf } from "#shared/wall-time.ts";
import { dayFromToday } from "#test/days.ts";
import {
  createLease,
  createPerson,
  createProperty,
  createUnit,
  createWorkOrder,
  type OrderFacts,
  signInAs,
} from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { type Age, ageDays, ages } from "../ages.ts";
import { categories, categoriesFoundBy } from "../categories.ts";
import type { WorkOrderRow } from "../contract.ts";
import { type DueFilter, dueFilters } from "../due.ts";
import { filterPriorities, priorities, prioritiesFoundBy } from "../priorities.ts";
import { type OrderSort, orderSorts } from "../sorts.ts";
import { statuses } from "../status.ts";

/** An order as this test expects it, to compare the list with. */
type Known = Required<Omit<OrderFacts, "unitId" | "title" | "completedAt" | "leaseId" | "assigneeId">> & {
  id: number;
  leaseId: number | null;
  assigneeId: number | null;
  isDeleted: boolean;
  daysOld: number;
  /** Days from today until it is due. */
  dueIn: number | null;
};
interface EffectiveRole {
  id: number;
  cookie: string;
  sees(order: Known): boolean;
}

let portal: TestPortal;
let properties: number[];
let leases: (number | null)[];
let callers: Record<string, EffectiveRole>;
/** Buildings and technicians in the order of their names; some have the same one. */
let buildingsByName: number[];
let assigneesByName: number[];
const known: Known[] = [];

beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  properties = [];
  for (let index = 0; index < 5; index += 1) properties.push(await createProperty(db));
  const [first = 0, second = 0, third = 0] = properties;
  const unitId = await createUnit(db, first);
  const signedIn = async (
    facts: Parameters<typeof createPerson>[1],
    sees: (order: Known, id: number) => boolean,
  ) => {
    const { id } = await createPerson(db, facts);
    return { id, cookie: await signInAs(db, { id }), sees: (order: Known) => sees(order, id) };
  };
  const mine = new Set<number | null>();
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
      (order, id) => mine.has(order.leaseId) || order.createdById === id,
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
  mine.add(leaseId);
  leases = [leaseId, null, null];
});
afterAll(() => portal.close());

const anyOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
const anyDue = fc.option(anyOf([-40, -1, 0, 1, 6, 7, 90]), { freq: 2 });
const small = fc.nat({ max: 9_999 });
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      status: anyOf(statuses),
      category: anyOf(categories),
      priority: anyOf(priorities),
      daysOld: anyOf([0, 2, 3, 7, 8, 30, 31, 400]),
      dueIn: anyDue,
      pick: small,
      flag: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("move" as const), status: anyOf(statuses), pick: small }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      category: anyOf(categories),
      priority: anyOf(priorities),
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
    const facts = {
      propertyId,
      createdById: pickFrom(Object.values(callers), step.pick >> 3)?.id ?? 0,
      status: step.status,
      category: step.category,
      priority: step.priority,
      awaitingApproval: step.flag && leaseId === null,
    };
    const id = await createWorkOrder(db, { ...facts, ...(leaseId === null ? {} : { leaseId }) });
    const { daysOld, dueIn } = step;
    await sql`update work_orders set created_at = now() - ${`${daysOld} days 12 hours`}::interval,
      due_at = ${dueAtOf(dueIn)} where id = ${id}`.execute(db);
    known.push({ ...facts, id, leaseId, assigneeId: null, isDeleted: false, daysOld, dueIn });
    return;
  }
  const order = pickFrom(known, step.pick);
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
      due_at: dueAtOf(order.dueIn),
      assignee_id: order.assigneeId,
      deleted_at: order.isDeleted ? new Date() : null,
    })
    .where("id", "=", order.id)
    .execute();
}

/** At the beginning of the day, so that what is due today is overdue as well. */
const dueAtOf = (days: number | null) =>
  days === null ? null : instantOf({ day: dayFromToday(days), time: "00:00" }, "America/Los_Angeles");
const dueRankOf = ({ status, dueIn }: Known): number | null =>
  dueIn === null || ["completed", "cancelled"].includes(status) ? null : dueIn;
const isDueBy = (order: Known, filter: DueFilter): boolean => {
  const days = dueRankOf(order);
  if (filter === "none") return order.dueIn === null;
  if (days === null) return false;
  return filter === "overdue" ? days <= 0 : days >= 0 && days < { today: 1, week: 7 }[filter];
};

const toDoFirst = ["urgent", "open", "scheduled", "in_progress", "completed", "cancelled"];
const rankOf: Record<OrderSort, (order: Known) => number> = {
  newest: () => 0,
  oldest: () => 0,
  highest: ({ priority }) => -priorities.findIndex((one) => one === priority),
  lowest: ({ priority }) => priorities.findIndex((one) => one === priority),
  "to-do-first": ({ status }) => toDoFirst.indexOf(status),
  "done-first": ({ status }) => -toDoFirst.indexOf(status),
  "due-first": (order) => dueRankOf(order) ?? 1_000,
  "due-last": (order) => -(dueRankOf(order) ?? -1_000),
  "building-a-z": ({ propertyId }) => buildingsByName.indexOf(propertyId),
  "building-z-a": ({ propertyId }) => -buildingsByName.indexOf(propertyId),
  "assignee-a-z": ({ assigneeId }) => (assigneeId === null ? 1_000 : assigneesByName.indexOf(assigneeId)),
  "assignee-z-a": ({ assigneeId }) => (assigneeId === null ? 1_000 : -assigneesByName.indexOf(assigneeId)),
};
const oldestFirst: readonly OrderSort[] = [
  "oldest",
  "lowest",
  "done-first",
  "due-first",
  "building-a-z",
  "assignee-a-z",
];

const question = fc.record({
  who: anyOf(["admin", "landlord", "technician", "tenant"]),
  status: fc.option(anyOf(statuses)),
  category: fc.option(anyOf(categories)),
  priority: fc.option(anyOf(filterPriorities)),
  age: fc.option(anyOf(ages), { freq: 2 }),
  due: fc.option(anyOf(dueFilters), { freq: 2 }),
  assignee: fc.option(anyOf(["me", "none"]), { freq: 3 }),
  property: fc.option(fc.nat({ max: 4 }), { freq: 3 }),
  sort: anyOf(orderSorts),
  page: fc.integer({ min: 1, max: 6 }),
  pageSize: fc.integer({ min: 1, max: 20 }),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

async function expectSameAsNaive(asked: Question): Promise<void> {
  const { who, status, category, priority, age, due, assignee, property, sort, page, pageSize } = asked;
  const caller = callers[who];
  if (caller === undefined) throw new Error(`Nobody is called ${who}.`);
  const propertyId = property === null ? undefined : properties[property];
  const matching = known.filter(
    (order) =>
      !order.isDeleted &&
      caller.sees(order) &&
      (status === null || order.status === status || (status === "open" && order.status === "urgent")) &&
      (category === null || categoriesFoundBy(category).some((found) => found === order.category)) &&
      (priority === null || prioritiesFoundBy(priority).some((found) => found === order.priority)) &&
      (age === null || (["open", "urgent"].includes(order.status) && isOfAge(order.daysOld, age))) &&
      (due === null || isDueBy(order, due)) &&
      (assignee === null || order.assigneeId === (assignee === "me" ? caller.id : null)) &&
      (propertyId === undefined || order.propertyId === propertyId),
  );
  const byId = (a: Known, b: Known) => (oldestFirst.includes(sort) ? a.id - b.id : b.id - a.id);
  const ids = matching.sort((a, b) => rankOf[sort](a) - rankOf[sort](b) || byId(a, b)).map(({ id }) => id);
  const parameters = new URLSearchParams({ sort, page: String(page), pageSize: String(pageSize) });
  for (const [name, value] of Object.entries({ status, category, priority, age, due, assignee, propertyId }))
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  const ask = async (address: string) => {
    const response = await portal.call("GET", address, caller);
    expect(response.statusCode).toBe(200);
    return response;
  };
  const response = await ask(`/api/work-orders?${parameters.toString()}`);
  expect(response.headers["x-total-count"]).toBe(String(ids.length));
  expect(response.json<WorkOrderRow[]>().map(({ id }) => id)).toEqual(
    ids.slice((page - 1) * pageSize, page * pageSize),
  );
  expect(response.headers.link !== undefined).toBe(
    page * pageSize < ids.length && (page - 1) * pageSize < ids.length,
  );

  parameters.delete("page");
  parameters.delete("pageSize");
  const walked: number[] = [];
  let next: string | undefined = `/api/work-orders?${parameters.toString()}&limit=${pageSize * 3}`;
  while (next !== undefined) {
    const part: Awaited<ReturnType<typeof ask>> = await ask(next);
    walked.push(...part.json<WorkOrderRow[]>().map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(String(part.headers.link))?.[1];
  }
  expect(walked).toEqual(ids);
}

const isOfAge = (days: number, age: Age): boolean => {
  const { from, under } = ageDays[age];
  return (from === null || days >= from) && (under === null || days < under);
};

test("after any changes every list equals the filtered set of all orders", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 25 }),
      fc.array(question, { minLength: 5, maxLength: 15 }),
      async (changes, questions) => {
        for (const step of changes) await apply(step);
        for (const asked of questions) await expectSameAsNaive(asked);
      },
    ),
    { numRuns: 30, endOnFailure: true },
  );
}, 60_000);
