import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { readExpectedVersion } from "#server/http/requests/expected-version.ts";
import {
  addTimeEntry,
  deleteTimeEntry,
  doWork,
  editTimeEntry,
  listConflicts,
  listMyTimes,
  resolveConflict,
} from "../../work-contract.ts";
import { findOpenConflicts, resolveWorkConflict } from "../conflicts/conflicts.ts";
import {
  changeTimeEntry,
  findMyTimes,
  recordTimeEntry,
  removeTimeEntry,
} from "../time-entries/time-entries.ts";
import { performWorkStep } from "./perform-work-step.ts";

/** Registers the field work routes. */
export function workRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, doWork, (ctx, { params, body }) => performWorkStep(ctx, params.id, body));
  route(app, services, addTimeEntry, (ctx, { params, body }) => recordTimeEntry(ctx, params.id, body));
  route(app, services, editTimeEntry, (ctx, { params, body, request }) =>
    changeTimeEntry(ctx, params, body, readExpectedVersion(request, body)),
  );
  route(app, services, deleteTimeEntry, (ctx, { params }) => removeTimeEntry(ctx, params));
  route(app, services, listMyTimes, (ctx) => findMyTimes(ctx));
  route(app, services, listConflicts, (ctx) => findOpenConflicts(ctx));
  route(app, services, resolveConflict, (ctx, { params, body }) =>
    resolveWorkConflict(ctx, { ...params, use: body.use }),
  );
}
