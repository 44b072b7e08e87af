import type { FastifyInstance } from "fastify";
import { readSetupLinkState } from "#domains/people/server/registration/first-run.ts";
import type { Services } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../contract.ts";
import { createFirstProperty } from "./add-first-property.ts";
import { finishSetup, readSetupProgress } from "./progress.ts";
import { startSetup } from "./start.ts";

/**
 * Registers the routes for setup, which turns an empty database into a portal with an administrator and a
 * property.
 */
export function setupRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.readSetupLink, async (ctx, { query }) => {
    const { name } = await ctx.db.selectFrom("organization").select("name").executeTakeFirstOrThrow();
    return { link: await readSetupLinkState(ctx, query.setup), name };
  });
  // Hashes a password, which no transaction should wait for.
  route(app, services, calls.startSetup, (ctx, { body, reply }) => startSetup(ctx, reply, body), {
    transaction: "manual",
  });
  route(app, services, calls.readProgress, ({ db }) => readSetupProgress(db));
  route(app, services, calls.addFirstProperty, (ctx, { body }) => createFirstProperty(ctx, body));
  route(app, services, calls.skipFirstProperty, async ({ db }) => {
    await finishSetup(db);
    return { success: true as const };
  });
}
