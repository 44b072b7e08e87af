import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import * as calls from "../contract.ts";
import { listStaffWithProperties } from "./list-staff.ts";
import { previewRule } from "./preview-rule.ts";
import { addRule, changeRule, listAllRules, moveRuleTo, removeRule } from "./rules.ts";
import { addTeam, changeTeam, listAllTeams, removeTeam } from "./teams.ts";

/** Registers the routes for teams and assignment rules (requirements, "Dispatch"). */
export function dispatchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listTeams, (ctx) => listAllTeams(ctx));
  route(app, services, calls.createTeam, (ctx, { body }) => addTeam(ctx, body));
  route(app, services, calls.editTeam, (ctx, { params, body, request }) =>
    changeTeam(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, calls.deleteTeam, async (ctx, { params }) => {
    await removeTeam(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, calls.listRules, (ctx) => listAllRules(ctx));
  route(app, services, calls.tryRule, (ctx, { query }) => previewRule(ctx, query));
  route(app, services, calls.createRule, (ctx, { body }) => addRule(ctx, body));
  route(app, services, calls.editRule, (ctx, { params, body, request }) =>
    changeRule(ctx, params.id, body, readExpectedVersion(request, body)),
  );
  route(app, services, calls.moveRule, (ctx, { params, body }) => moveRuleTo(ctx, params.id, body));
  route(app, services, calls.deleteRule, async (ctx, { params }) => {
    await removeRule(ctx, params.id);
    return { success: true as const };
  });
  route(app, services, calls.listStaff, (ctx) => listStaffWithProperties(ctx));
}
