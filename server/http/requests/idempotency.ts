import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { RawJson, sent, serialize } from "#server/http/endpoints/response.ts";
import { conflict, forbidden, invalid } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { AccessScope } from "./actor.ts";

/**
 * Runs a write once per `Idempotency-Key` (requirements, "Writes"). The first request with a key does the
 * work. Repeated requests wait for it and get its response. A key applies to one user and one path. A
 * repeated request is rejected if its body differs, or if the person has lost access since.
 */
export async function withIdempotencyKey(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  operation: {
    content: unknown;
    run: () => Promise<unknown>;
    /** Undoes work done before the request turned out to be repeated. */
    undo?: () => Promise<void>;
  },
): Promise<RawJson | typeof sent> {
  const key = readIdempotencyKey(endpoint, request);
  if (key === undefined || ctx.actor === null) return serialize(endpoint, await operation.run());
  // Uses the route and its parameters because the same path can be written in several ways. Writes don't read
  // the query.
  const scope = `${ctx.actor.id} ${endpoint.method} ${endpoint.path} ${JSON.stringify(request.params)}`;
  const requestHash = createHmac("sha256", ctx.secretKey)
    .update(JSON.stringify(operation.content ?? null))
    .digest();
  const insertedRow = await ctx.db
    .insertInto("idempotent_responses")
    .values({ scope, key, request_hash: requestHash, access_scope: JSON.stringify(ctx.actor.accessScope) })
    .onConflict((target) => target.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (insertedRow === undefined) {
    await operation.undo?.();
    const storedResponse = await ctx.db
      .selectFrom("idempotent_responses")
      .selectAll()
      .where("scope", "=", scope)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (!storedResponse.request_hash.equals(requestHash))
      throw conflict(
        "This request was already submitted with different details. Reload the page and try again.",
      );
    if (!includesAccess(ctx.actor.accessScope, storedResponse.access_scope as AccessScope))
      throw forbidden(
        "This was saved, but your access has changed since. Reload the page to see what you can access now.",
      );
    return new RawJson(JSON.stringify(storedResponse.response));
  }
  const response = serialize(endpoint, await operation.run());
  if (response !== sent)
    await ctx.db
      .updateTable("idempotent_responses")
      .set({ response: response.text })
      .where("scope", "=", scope)
      .where("key", "=", key)
      .execute();
  return response;
}

/** Whether the person still has all the access they had. */
const includesAccess = (now: AccessScope, before: AccessScope): boolean =>
  now.effectiveRole === before.effectiveRole &&
  (now.everywhere ||
    (!before.everywhere && before.propertyIds.every((propertyId) => now.propertyIds.includes(propertyId)))) &&
  before.leaseIds.every((leaseId) => now.leaseIds.includes(leaseId));

export function readIdempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (endpoint.method === "GET" || header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,128}$/.test(header))
    throw invalid({ "Idempotency-Key": "Idempotency-Key must be 1 to 128 visible characters." });
  return header;
}
