import type { FastifyInstance } from "fastify";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { seenVersion } from "#server/http/seen-version.ts";
import { addTime, correctTime, doWork, listClashes, removeTime, resolveClash } from "../work-contract.ts";
import { addTimeTo, correctTimeOf, removeTimeOf } from "./change-times.ts";
import { clashesOf, resolveClashOf } from "./clashes.ts";
import { doWorkOn } from "./do-work.ts";

/** Binds the calls of work in the field. */
export function workRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, doWork, (ctx, { params, body }) => doWorkOn(signedIn(ctx), params.id, body));
  route(app, services, addTime, (ctx, { params, body }) => addTimeTo(signedIn(ctx), params.id, body));
  route(app, services, correctTime, (ctx, { params, body, request }) =>
    correctTimeOf(signedIn(ctx), params, body, seenVersion(request, body)),
  );
  route(app, services, removeTime, (ctx, { params }) => removeTimeOf(signedIn(ctx), params));
  route(app, services, listClashes, (ctx) => clashesOf(signedIn(ctx)));
  route(app, services, resolveClash, (ctx, { params, body }) =>
    resolveClashOf(signedIn(ctx), { ...params, use: body.use }),
  );
}
