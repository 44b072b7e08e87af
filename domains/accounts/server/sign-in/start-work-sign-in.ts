import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import type { IdentityProvider } from "#server/integrations/identity-provider.ts";
import { type AppError, notFound } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { startWorkSignIn as startWorkSignInEndpoint } from "../../work-account-contract.ts";
import { workSignInsPerNetwork } from "../limits.ts";
import { savePendingSignIn } from "./pending-work-sign-in.ts";

/**
 * Starts a sign-in with a work account (requirements, "Work accounts"). `ctx.db` is the pool, because no
 * transaction should wait for the provider.
 * @throws AppError not_found if it isn't set up; unavailable; too_many
 */
export async function startWorkSignIn(
  ctx: Ctx,
  reply: FastifyReply,
  options: BodyOf<typeof startWorkSignInEndpoint>,
): Promise<ResponseOf<typeof startWorkSignInEndpoint>> {
  const provider = requireIdentityProvider(ctx);
  await countUse(ctx, workSignInsPerNetwork, getNetwork(ctx.networkAddress));
  const { url, pending } = await logProviderFailure(ctx, provider.startSignIn(options));
  savePendingSignIn(ctx, reply, pending);
  return { url: url.href };
}

/** @throws AppError not_found */
export function requireIdentityProvider({ identityProvider }: Ctx): IdentityProvider {
  if (identityProvider === null) throw notFound("sign-in method");
  return identityProvider;
}

/** Logs for the operator why the provider failed. The error that people see doesn't include the reason. */
export async function logProviderFailure<T>({ log }: Ctx, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const { cause } = error as AppError;
    const { message, code, error: reason } = (cause ?? {}) as Record<string, unknown>;
    log.warn({ message, code, reason }, "rejected: sign-in with a work account");
    throw error;
  }
}
