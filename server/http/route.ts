import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import { forbidden, invalid, unauthenticated } from "#shared/errors.ts";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type EffectiveRole, grantOf, isOpenWithoutSecondFactor } from "#shared/permissions.ts";
import { type Db, loggingTo } from "../db/database.ts";
import { type Actor, lacksSecondFactor } from "./actor.ts";
import { admitToken } from "./api-token.ts";
import type { Ctx, Services } from "./context.ts";
import { happenedAtOf } from "./happened-at.ts";
import { withIdempotencyKey } from "./idempotency.ts";
import { refuseForAnother } from "./refuse-for-another.ts";
import { RawJson, sent, serialise } from "./response.ts";
import { readActor } from "./session.ts";
import { inTransaction, OutcomeUnknown } from "./transaction.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The endpoint a route serves; a route without one stops the boot. */
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
export type Handler<E extends Endpoint> = (ctx: Ctx, input: Input<E>) => Promise<HandlerResult<E>>;

interface Options {
  /**
   * A write runs in one transaction by default. `manual` gives the handler the pool: for handlers that receive an upload
   * first, which no transaction may wait for, and for those that must keep a count even when they refuse.
   */
  transaction?: "manual";
}

/** Binds `handle` to `endpoint`: checks the permission and the input, opens the transaction and cuts the response to its contract. */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handle: Handler<E>,
  options: Options = {},
) {
  const writes = endpoint.method !== "GET";
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.bodyBytesMax === undefined ? {} : { bodyLimit: endpoint.bodyBytesMax }),
    // A HEAD of a stream would hold its connection open, and a HEAD of a table would read all rows, for nothing.
    exposeHeadRoute: endpoint.responseKind !== "events" && endpoint.responseKind !== "csv",
    handler: async (request, reply) => {
      const database = loggingTo(request.log.child({ route: endpoint.path }), services.db);
      const actor = await readActor({ ...services, db: database }, request);
      request.userId = actor?.id ?? null;
      if (writes) refuseForAnother(request, actor);
      if (actor?.token) await admitToken(database, services.clock(), actor.token, endpoint);
      const effectiveRole: EffectiveRole = actor?.accessScope.effectiveRole ?? "signedOut";
      if (actor !== null && lacksSecondFactor(actor) && !isOpenWithoutSecondFactor(endpoint.action))
        throw forbidden("Please set up two-factor sign-in first.");
      if (grantOf(effectiveRole, endpoint.action) === "no")
        throw actor === null ? unauthenticated() : refusal(actor);
      // A page of another site can send a form without asking; the other kinds that it can send are never read.
      if (endpoint.files === undefined && request.isMultipart())
        throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE("multipart/form-data");
      const input: Input<E> = {
        params: check(endpoint.params, request.params) as ParamsOf<E>,
        query: check(endpoint.query, request.query) as QueryOf<E>,
        body: (endpoint.files === undefined
          ? check(endpoint.body, request.body ?? {})
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
        happenedAt: writes ? happenedAtOf(request, now) : now,
        requestId: request.id,
        networkAddress: request.ip,
        userAgent: request.headers["user-agent"]?.slice(0, 300) ?? "",
        actor,
        afterCommit: (run) => void afterCommit.push(run),
        onFailure: (run) => void onFailure.push(run),
      };
      const run = async (db: Db) => serialise(endpoint, await handle({ ...ctx, db }, input));
      try {
        const response =
          !writes || options.transaction === "manual"
            ? await run(database)
            : await inTransaction(database, (transaction) =>
                withIdempotencyKey({ ...ctx, db: transaction }, endpoint, request, {
                  content: input.body,
                  run: () => run(transaction),
                }),
              );
        // The commit stands whether or not these tasks succeed.
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
          await task().catch((failure: unknown) => request.log.error({ err: failure }, "clean-up failed"));
        throw error;
      }
    },
  });
}

const refusal = ({ membership }: Actor) =>
  membership === "pending"
    ? forbidden("Your account is waiting for approval.")
    : membership === "refused"
      ? forbidden("Your registration was not approved. You can claim your unit again.")
      : forbidden();

/**
 * `value` as parsed by `schema`; unknown fields are dropped.
 * @throws AppError invalid, with a sentence per field
 */
export function check<S extends z.ZodMiniType | undefined>(schema: S, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join(".") || "body";
    fields[name] ??=
      issue.message === "Invalid input"
        ? `${name === "body" ? "The request" : `The field ${name}`} is not valid.`
        : issue.message;
  }
  throw invalid(fields);
}
