import { expect } from "vitest";
import type { Rule, RuleTrial, Team } from "#domains/dispatch/contract.ts";
import type { ActivityEntry, WorkOrder } from "#domains/work-orders/contract.ts";
import { leakingFaucet } from "./leaking-faucet.ts";
import type { TestPortal } from "./portal.ts";

interface Caller {
  cookie: string;
}
type Body = Record<string, unknown>;

/** A client for team and rule requests, each of which must succeed. */
export function dispatchClient(portal: TestPortal) {
  async function call<T>(
    { cookie }: Caller,
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: Body,
  ): Promise<T> {
    const response = await portal.call(method, path, { cookie, ...(body === undefined ? {} : { body }) });
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json<T>();
  }
  return {
    addTeam: (who: Caller, facts: Body) => call<Team>(who, "POST", "/api/teams", facts),
    teams: (who: Caller) => call<Team[]>(who, "GET", "/api/teams"),
    /** Adds a rule and turns it on, unless `isOn` is false. */
    addRule: async (who: Caller, { isOn = true, ...facts }: Body) => {
      const whole = { propertyId: null, category: null, priorities: null, assigneeId: null, teamId: null };
      const rule = await call<Rule>(who, "POST", "/api/dispatch-rules", { ...whole, ...facts });
      return isOn === false
        ? rule
        : call<Rule>(who, "PATCH", `/api/dispatch-rules/${rule.id}`, { isOn: true });
    },
    rules: (who: Caller) => call<Rule[]>(who, "GET", "/api/dispatch-rules"),
    tryRule: (who: Caller, query: string) =>
      call<RuleTrial>(who, "GET", `/api/dispatch-rules/trial?${query}`),
    report: (who: Caller, facts: Body = {}) =>
      call<WorkOrder>(who, "POST", "/api/work-orders", { ...leakingFaucet, ...facts }),
    read: (who: Caller, id: number) => call<WorkOrder>(who, "GET", `/api/work-orders/${id}`),
    assign: (who: Caller, id: number, body: Body) =>
      call<WorkOrder>(who, "PUT", `/api/work-orders/${id}/assignee`, body),
    log: async (who: Caller, id: number) =>
      (await call<ActivityEntry[]>(who, "GET", `/api/work-orders/${id}/history`)).map(
        ({ message, user }) => ({
          message,
          by: user?.fullName ?? null,
        }),
      ),
    async clear() {
      await portal.db.deleteFrom("dispatch_rules").execute();
      await portal.db.deleteFrom("teams").execute();
    },
  };
}
