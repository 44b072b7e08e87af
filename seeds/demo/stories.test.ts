import { describe, expect, test } from "vitest";
import { canTenantSetStatus, type Status } from "#domains/work-orders/status.ts";
import { canEver } from "#shared/permissions.ts";
import { demoWorkOrders } from "./orders/all.ts";
import { findPerson } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { leases, units } from "./properties-and-leases.ts";
import type { DemoWorkOrder, Step } from "./story.ts";
import { hoursAfter, instantAgo } from "./time.ts";
import { buildWorkOrderRows } from "./work-order-rows.ts";

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 21, hour, 17)));

describe("the demo stories", () => {
  test("no demo event is dated in the future, regardless of the hour of the first start", () => {
    const future = hoursOfDay.flatMap((now) =>
      demoWorkOrders
        .filter((order) => buildWorkOrderRows(order, 1, [], now).entries.some(({ at }) => at >= now))
        .map(({ title }) => `${now.toISOString()} ${title}`),
    );
    expect(future).toEqual([]);
  });

  test("demo work orders have the same numbers, regardless of the hour of the first start", () => {
    const byAge = (now: Date) =>
      [...demoWorkOrders]
        .sort((a, b) => instantAgo(now, a.ago).getTime() - instantAgo(now, b.ago).getTime())
        .map(({ title }) => title);
    for (const now of hoursOfDay) expect(byAge(now)).toEqual(byAge(new Date(Date.UTC(2026, 5, 1, 12))));
  });

  test("one person is working on one work order, and another work order is paused until a future date", () => {
    for (const now of hoursOfDay) {
      const orders = demoWorkOrders.map((order) => buildWorkOrderRows(order, 1, [], now));
      const running = orders.flatMap(({ times }) => times.filter(({ endedAt }) => endedAt === null));
      expect(running.map(({ by }) => by.fullName)).toEqual(["Sam Whitfield"]);
      const untils = orders.flatMap(({ pause }) => (pause?.until == null ? [] : [pause.until]));
      expect(untils.map((until) => until > now)).toEqual([true]);
    }
  });

  test("demo events are in chronological order", () => {
    const wrong = demoWorkOrders.filter(({ story = [] }) =>
      story.some((step, index) => step.after < (story[index - 1]?.after ?? 0)),
    );
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });

  test("everyone's actions in the demo follow the portal's rules", () => {
    expect(
      demoWorkOrders.flatMap((order) =>
        findForbiddenSteps(order).map((step) => `${order.title}: ${step.who} ${step.action}`),
      ),
    ).toEqual([]);
  });
});

function findForbiddenSteps(order: DemoWorkOrder): Step[] {
  const now = new Date(Date.UTC(2026, 10, 21, 12));
  const createdAt = instantAgo(now, order.ago);
  let status: Status = "open";
  let completedAt: Date | null = null;
  let assignee: string | null = null;
  return (order.story ?? []).filter((step) => {
    const person = findPerson(step.who);
    const at = hoursAfter(createdAt, step.after);
    const isTenant = person.role === "tenant";
    const isAllowed = hasAccess(person, order) && canDo(step);
    if (step.action === "move") {
      status = step.to;
      completedAt = step.to === "completed" ? at : null;
    }
    if (step.action === "start") status = "in_progress";
    if (step.action === "assign") assignee = step.to;
    return !isAllowed;

    function canDo(next: Step): boolean {
      const user = { role: person.role, membership: "active" } as const;
      if (next.action === "edit") return canEver(user, "work-orders.edit");
      if (next.action === "due") return canEver(user, "work-orders.set-due");
      if (next.action === "plan") return canEver(user, "work-orders.plan");
      if (next.action === "start-late")
        return person.role === "maintenance" && assignee !== null && assignee !== step.who;
      if (next.action === "start") return person.role === "maintenance" && canEver(user, "work-orders.work");
      if (next.action === "pause" || next.action === "log-time") return canEver(user, "work-orders.work");
      if (next.action === "comment" || next.action === "attach") return !(next.internal && isTenant);
      if (next.action === "move")
        return isTenant
          ? step.who === order.who && canTenantSetStatus(status, next.to, completedAt, at)
          : next.to !== status;
      if (next.action === "assign") {
        if (isTenant) return false;
        if (person.role === "maintenance")
          return assignee === null ? next.to === step.who : assignee === step.who && next.to === null;
        return next.to === null || hasAccess(findPerson(next.to), order);
      }
      return true;
    }
  });
}

function hasAccess(person: DemoPerson, { at, who }: DemoWorkOrder): boolean {
  if (person.state !== undefined) return false;
  if (person.role === "admin" || person.hasAllProperties) return true;
  const propertyId = "property" in at ? at.property : units.find(({ id }) => id === at.unit)?.property;
  if (person.role !== "tenant")
    return propertyId !== undefined && (person.properties ?? []).includes(propertyId);
  if (!("unit" in at)) return false;
  return leases.some(
    ({ units: leased, members }) =>
      leased.includes(at.unit) &&
      members.some((member) => findPerson(member.who) === person) &&
      members.some((member) => member.who === who || findPerson(who).role !== "tenant"),
  );
}
