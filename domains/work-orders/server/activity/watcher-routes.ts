import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { listPossibleWatchers, setWatcher, watchWorkOrder } from "../../watchers-contract.ts";
import { findPossibleWatchers, setWatching, updateWatcher } from "./watchers.ts";

/** Registers the watcher routes. */
export function watcherRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, watchWorkOrder, (ctx, { params, body }) =>
    setWatching(ctx, params.id, body.isWatching),
  );
  route(app, services, setWatcher, (ctx, { params, body }) =>
    updateWatcher(ctx, params.id, { ...body, userId: params.userId }),
  );
  route(app, services, listPossibleWatchers, (ctx, { params }) => findPossibleWatchers(ctx, params.id));
}
