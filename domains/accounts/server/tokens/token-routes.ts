import type { FastifyInstance } from "fastify";
import type { Services } from "#server/http/context.ts";
import { sendCsv } from "#server/http/endpoints/csv.ts";
import { route } from "#server/http/endpoints/route.ts";
import * as calls from "../../token-contract.ts";
import { createToken, listMyTokens, revokeAnyToken, revokeMyToken } from "./api-tokens.ts";
import { tokenList } from "./list-tokens.ts";

const successResponse = { success: true } as const;

/** Binds personal API tokens (requirements, "API tokens"). */
export function tokenRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, calls.listMyTokens, (ctx) => listMyTokens(ctx));
  route(app, services, calls.createToken, (ctx, { body }) => createToken(ctx, body), {
    // Rejected passwords stay counted, and no transaction is held open during hashing.
    transaction: "manual",
  });
  route(app, services, calls.revokeMyToken, async (ctx, { params }) => {
    await revokeMyToken(ctx, params.id);
    return successResponse;
  });
  route(app, services, calls.listTokens, (ctx, input) => tokenList.readPage(ctx, input));
  route(app, services, calls.exportTokens, (ctx, input) =>
    sendCsv(ctx, input, tokenList.toCsvTable(ctx, input.query)),
  );
  route(app, services, calls.revokeAnyToken, async (ctx, { params }) => {
    await revokeAnyToken(ctx, params.id);
    return successResponse;
  });
}
