import type { FastifyInstance } from "fastify";
import { linkState } from "#domains/accounts/server/first-run.ts";
import { type Services, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import * as calls from "../contract.ts";
import { addBuilding } from "./add-first-building.ts";
import { beginSetUp } from "./begin.ts";
import { endSetUp, progressOf } from "./progress.ts";

/** Binds the steps from an empty database to a portal with an administrator and a building. */
export function setUpRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readLink, async (ctx, { query }) => {
    const { name } = await ctx.db.selectFrom("organisation").select("name").executeTakeFirstOrThrow();
    return { link: await linkState(ctx, query.setup), name };
  });
  // Hashes a password, which must not happen inside a transaction.
  route(app, services, calls.begin, (ctx, { body, reply }) => beginSetUp(ctx, reply, body), {
    transaction: "manual",
  });
  route(app, services, calls.readProgress, ({ db }) => progressOf(db));
  route(app, services, calls.addFirstBuilding, (ctx, { body }) => addBuilding(signedIn(ctx), body));
  route(app, services, calls.skipBuilding, async ({ db }) => {
    await endSetUp(db);
    return { success: true as const };
  });
}
