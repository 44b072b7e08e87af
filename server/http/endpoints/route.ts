import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { type Db, withLog } from "#server/db/database.ts";
import type { Ctx, Services, SignedInCtx } from "#server/http/context.ts";
import { limitNotifyingWrites } from "#server/http/protection/limit-notifying-writes.ts";
import { type Actor, lacksTwoFactor } from "#server/http/requests/actor.ts";
import { assertTokenAllowed } from "#server/http/requests/api-token.ts";
import { assertActingUser } from "#server/http/requests/assert-acting-user.ts";
import { readHappenedAt } from "#server/http/requests/happened-at.ts";
import { withIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { readActor } from "#server/http/requests/session.ts";
import { inTransaction, OutcomeUnknown } from "#server/http/requests/transaction.ts";
import { forbidden, invalid, unauthenticated } from "#shared/errors.ts";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import {
  type EffectiveRole,
  getGrant,
  isOpenWithoutTwoFactor,
  type SignedInAction,
} from "#shared/permissions.ts";
import { RawJson, sent, serialize } from "./response.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint a route serves. The server doesn't start if a route has none. */
    endpoint?: Endpoint;
  }
}

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

type HandlerResult<E extends Endpoint> = z.input<E["response"]> | ResponseOf<E> | RawJson | typeof sent;
type CtxOf<E extends Endpoint> = E["action"] extends SignedInAction ? SignedInCtx : Ctx;
export type Handler<E extends Endpoint> = (ctx: CtxOf<E>, input: Input<E>) => Promise<HandlerResult<E>>;

interface Options {
  /**
   * By default a write runs in one transaction. `manual` gives the handler the pool. It is for handlers that
   * receive an upload first, which no transaction should wait for, and for handlers that must record a count
   * even if they throw.
   */
  transaction?: "manual";
}

/**
 * Binds `handle` to `endpoint`: checks the permission and the input, opens the transaction, and reduces the
 * response to its contract.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handle: Handler<E>,
  options: Options = {},
) {
  const isWrite = endpoint.method !== "GET";
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    // A HEAD request for a stream would hold its connection open, and one for a CSV would read all rows for
    // nothing.
    exposeHeadRoute: endpoint.responseKind !== "events" && endpoint.responseKind !== "csv",
    handler: async (request, reply) => {
      const database = withLog(request.log.child({ route: endpoint.path }), services.db);
      const actor = await authorize({ ...services, db: database }, endpoint, request);
      // Another site's page can send a form without a preflight. Other content types it can send that way are
      // never read.
      if (endpoint.files === undefined && request.isMultipart())
        throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE("multipart/form-data");
      const input: Input<E> = {
        params: parseInput(endpoint.params, request.params) as ParamsOf<E>,
        query: parseInput(endpoint.query, request.query) as QueryOf<E>,
        body: (endpoint.files === undefined
          ? parseInput(endpoint.body, request.body ?? {})
          : undefined) as BodyOf<E>,
        request,
        reply,
      };
      const afterCommit: (() => void | Promise<void>)[] = [];
      const onFailure: (() => Promise<void>)[] = [];
      const now = services.clock();
      const ctx: Ctx = {
        ...services,
        log: request.log,
        now,
        happenedAt: endpoint.happensOffline ? readHappenedAt(request, actor, now) : now,
        requestId: request.id,
        networkAddress: request.ip,
        userAgent: request.headers["user-agent"]?.slice(0, 300) ?? "",
        actor,
        afterCommit: (run) => void afterCommit.push(run),
        onFailure: (run) => void onFailure.push(run),
      };
      // `authorize` rejected the request if the action requires an actor and there is none.
      const run = async (db: Db) => serialize(endpoint, await handle({ ...ctx, db } as CtxOf<E>, input));
      try {
        const response =
          !isWrite || options.transaction === "manual"
            ? await run(database)
            : await inTransaction(database, (transaction) =>
                withIdempotencyKey({ ...ctx, db: transaction }, endpoint, request, {
                  content: input.body,
                  run: () => run(transaction),
                }),
              );
        // The commit is final whether or not these tasks succeed.
        for (const task of afterCommit)
          await Promise.resolve()
            .then(task)
            .catch((failure: unknown) =>
              request.log.error({ err: failure }, "a task after the commit failed"),
            );
        if (response === sent) return reply;
        return await reply
          .code(endpoint.status ?? 200)
          .type("application/json; charset=utf-8")
          .send(response.text);
      } catch (error) {
        for (const task of error instanceof OutcomeUnknown ? [] : onFailure)
          await task().catch((failure: unknown) => request.log.error({ err: failure }, "cleanup failed"));
        throw error;
      }
    },
  });
}

/**
 * Returns the person who sent the request, or null if no one is signed in.
 * @throws AppError unauthenticated, forbidden, too_many
 */
async function authorize(
  services: Services,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor | null> {
  const { db, clock } = services;
  const actor = await readActor(services, request);
  request.userId = actor?.id ?? null;
  if (endpoint.method !== "GET") assertActingUser(request, actor);
  if (actor?.token) await assertTokenAllowed(db, clock(), actor.token, endpoint);
  const effectiveRole: EffectiveRole = actor?.accessScope.effectiveRole ?? "signedOut";
  if (actor !== null && lacksTwoFactor(actor) && !isOpenWithoutTwoFactor(endpoint.action))
    throw forbidden("Set up two-factor authentication first.");
  if (getGrant(effectiveRole, endpoint.action) === "no")
    throw actor === null ? unauthenticated() : membershipError(actor);
  if (actor !== null) await limitNotifyingWrites({ db, now: clock() }, actor, endpoint);
  return actor;
}

const membershipError = ({ membership }: Actor) =>
  membership === "pending"
    ? forbidden("Your account is waiting for approval.")
    : membership === "declined"
      ? forbidden("Your registration was declined. You can request your unit again.")
      : forbidden();

/**
 * Returns `value` as parsed by `schema`, without unknown fields.
 * @throws AppError invalid, with a message per field
 */
export function parseInput<S extends z.ZodMiniType | undefined>(schema: S, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join(".") || "body";
    fields[name] ??=
      issue.message === "Invalid input"
        ? `${name === "body" ? "The request" : `The field ${name}`} isn't valid.`
        : issue.message;
  }
  throw invalid(fields);
}
