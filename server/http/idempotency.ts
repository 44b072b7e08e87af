import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { conflict, invalid } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Ctx } from "./context.ts";
import { RawJson, sent, serialise } from "./response.ts";

/**
 * Every write accepts `Idempotency-Key` (requirements, "Writes"): the first request with a key does the work, repetitions
 * wait for it and get its response. A key applies to one user and one path; with another body it is refused.
 */
export async function withIdempotencyKey(
  ctx: Ctx,
  endpoint: Endpoint,
  request: FastifyRequest,
  work: {
    content: unknown;
    run: () => Promise<unknown>;
    /** Undoes the work of a request that turns out to be a repetition. */
    takeBack?: () => Promise<void>;
  },
): Promise<RawJson | typeof sent> {
  const key = idempotencyKey(endpoint, request);
  if (key === undefined || ctx.actor === null) return serialise(endpoint, await work.run());
  // Of the route and its parameters, as a path can be written in several ways; no write reads the query.
  const scope = `${ctx.actor.id} ${endpoint.method} ${endpoint.path} ${JSON.stringify(request.params)}`;
  const requestHash = createHmac("sha256", ctx.secretKey)
    .update(JSON.stringify(work.content ?? null))
    .digest();
  const claimed = await ctx.db
    .insertInto("idempotent_responses")
    .values({ scope, key, request_hash: requestHash })
    .onConflict((conflicted) => conflicted.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (claimed === undefined) {
    await work.takeBack?.();
    const kept = await ctx.db
      .selectFrom("idempotent_responses")
      .selectAll()
      .where("scope", "=", scope)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (!kept.request_hash.equals(requestHash))
      throw conflict("This request was already made with other contents. Please reload and try again.");
    return new RawJson(JSON.stringify(kept.response));
  }
  const response = serialise(endpoint, await work.run());
  if (response !== sent)
    await ctx.db
      .updateTable("idempotent_responses")
      .set({ response: response.text })
      .where("scope", "=", scope)
      .where("key", "=", key)
      .execute();
  return response;
}

export function idempotencyKey(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  if (endpoint.method === "GET" || header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,128}$/.test(header))
    throw invalid({ "Idempotency-Key": "Idempotency-Key must be 1 to 128 visible characters." });
  return header;
}
