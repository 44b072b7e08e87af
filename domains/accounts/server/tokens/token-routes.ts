import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../token-contract.ts";
import { createToken, listMyTokens, revokeAnyToken, revokeMyToken } from "./api-tokens.ts";
import { tokens } from "./list-tokens.ts";

const done = { success: true } as const;

/** Binds personal API tokens (requirements, "API tokens"). */
export function tokenRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listMyTokens, (ctx) => listMyTokens(ctx));
  route(app, services, calls.createToken, (ctx, { body }) => createToken(ctx, body), {
    // Rejected passwords stay counted, and no transaction waits for the hashing.
    transaction: "manual",
  });
  route(app, services, calls.revokeMyToken, async (ctx, { params }) => {
    await revokeMyToken(ctx, params.id);
    return done;
  });
  route(app, services, calls.listTokens, (ctx, input) => tokens.response(ctx, input));
  route(app, services, calls.exportTokens, (ctx, input) =>
    sendCsv(ctx, input, tokens.table(ctx, input.query)),
  );
  route(app, services, calls.revokeAnyToken, async (ctx, { params }) => {
    await revokeAnyToken(ctx, params.id);
    return done;
  });
}
