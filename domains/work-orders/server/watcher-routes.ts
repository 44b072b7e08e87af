import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { changeWatcher, listPossibleWatchers, watchWorkOrder } from "../watchers-contract.ts";
import { changeWatcherOf, possibleWatchersOf, watchOrder } from "./watchers.ts";

/** Binds the calls about watchers. */
export function watcherRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, watchWorkOrder, (ctx, { params, body }) =>
    watchOrder(signedIn(ctx), params.id, body.isWatching),
  );
  route(app, services, changeWatcher, (ctx, { params, body }) =>
    changeWatcherOf(signedIn(ctx), params.id, { ...body, userId: params.userId }),
  );
  route(app, services, listPossibleWatchers, (ctx, { params }) =>
    possibleWatchersOf(signedIn(ctx), params.id),
  );
}
