import { describe, expect, test } from "vitest";
import { type Status, tenantMayMove } from "#domains/work-orders/status.ts";
import { mayEver } from "#shared/permissions.ts";
import { rowsOfOrder } from "./order-rows.ts";
import { demoOrders } from "./orders/all.ts";
import { personCalled } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import type { DemoOrder, Step } from "./story.ts";
import { leases, units } from "./tenancies.ts";
import { hoursAfter, instantAgo } from "./time.ts";

const hoursOfADay = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 21, hour, 17)));

describe("the stories of the demo", () => {
  test("no event is from the future, at any hour of the first start", () => {
    const late = hoursOfADay.flatMap((now) =>
      demoOrders
        .filter((order) => rowsOfOrder(order, 1, [], now).entries.some(({ at }) => at >= now))
        .map(({ title }) => `${now.toISOString()} ${title}`),
    );
    expect(late).toEqual([]);
  });

  test("the orders have the same numbers at any hour", () => {
    const byAge = (now: Date) =>
      [...demoOrders]
        .sort((a, b) => instantAgo(now, a.ago).getTime() - instantAgo(now, b.ago).getTime())
        .map(({ title }) => title);
    for (const now of hoursOfADay) expect(byAge(now)).toEqual(byAge(new Date(Date.UTC(2026, 5, 1, 12))));
  });

  test("somebody works now, on one order; another order is paused until a day to come", () => {
    for (const now of hoursOfADay) {
      const orders = demoOrders.map((order) => rowsOfOrder(order, 1, [], now));
      const running = orders.flatMap(({ times }) => times.filter(({ endedAt }) => endedAt === null));
      expect(running.map(({ by }) => by.fullName)).toEqual(["Sam Whitfield"]);
      const untils = orders.flatMap(({ pause }) => (pause?.until == null ? [] : [pause.until]));
      expect(untils.map((until) => until > now)).toEqual([true]);
    }
  });

  test("events are in chronological order", () => {
    const wrong = demoOrders.filter(({ story = [] }) =>
      story.some((step, index) => step.after < (story[index - 1]?.after ?? 0)),
    );
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });

  test("nobody does anything that the rules of the portal refuse", () => {
    expect(
      demoOrders.flatMap((order) =>
        refusedSteps(order).map((step) => `${order.title}: ${step.who} ${step.did}`),
      ),
    ).toEqual([]);
  });
});

function refusedSteps(order: DemoOrder): Step[] {
  const now = new Date(Date.UTC(2026, 10, 21, 12));
  const reportedAt = instantAgo(now, order.ago);
  let status: Status = "open";
  let completedAt: Date | null = null;
  let assignee: string | null = null;
  return (order.story ?? []).filter((step) => {
    const person = personCalled(step.who);
    const at = hoursAfter(reportedAt, step.after);
    const isTenant = person.role === "tenant";
    const isAllowed = isWithinReach(person, order) && mayDo(step);
    if (step.did === "move") {
      status = step.to;
      completedAt = step.to === "completed" ? at : null;
    }
    if (step.did === "start") status = "in_progress";
    if (step.did === "assign") assignee = step.to;
    return !isAllowed;

    function mayDo(taken: Step): boolean {
      const user = { role: person.role, membership: "active" } as const;
      if (taken.did === "edit") return mayEver(user, "work-orders.edit");
      if (taken.did === "due") return mayEver(user, "work-orders.set-due");
      if (taken.did === "plan") return mayEver(user, "work-orders.plan");
      if (taken.did === "start-late")
        return person.role === "maintenance" && assignee !== null && assignee !== step.who;
      if (taken.did === "start") return person.role === "maintenance" && mayEver(user, "work-orders.work");
      if (taken.did === "pause" || taken.did === "spend") return mayEver(user, "work-orders.work");
      if (taken.did === "comment" || taken.did === "attach") return !(taken.internal && isTenant);
      if (taken.did === "move")
        return isTenant
          ? step.who === order.who && tenantMayMove(status, taken.to, completedAt, at)
          : taken.to !== status;
      if (taken.did === "assign") {
        if (isTenant) return false;
        if (person.role === "maintenance")
          return assignee === null ? taken.to === step.who : assignee === step.who && taken.to === null;
        return taken.to === null || isWithinReach(personCalled(taken.to), order);
      }
      return true;
    }
  });
}

function isWithinReach(person: DemoPerson, { at, who }: DemoOrder): boolean {
  if (person.state !== undefined) return false;
  if (person.role === "admin" || person.allBuildings) return true;
  const propertyId = "property" in at ? at.property : units.find(({ id }) => id === at.unit)?.property;
  if (person.role !== "tenant")
    return propertyId !== undefined && (person.properties ?? []).includes(propertyId);
  if (!("unit" in at)) return false;
  return leases.some(
    ({ units: leased, members }) =>
      leased.includes(at.unit) &&
      members.some((member) => personCalled(member.who) === person) &&
      members.some((member) => member.who === who || personCalled(who).role !== "tenant"),
  );
}
