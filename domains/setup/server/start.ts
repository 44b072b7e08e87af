import type { FastifyReply } from "fastify";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { readSetupLinkState } from "#domains/people/server/registration/first-run.ts";
import { register } from "#domains/people/server/registration/register.ts";
import { noBreakdown } from "#domains/settings/breakdown.ts";
import { assertKnownTimeZone } from "#domains/settings/server/assert-known-time-zone.ts";
import { updateSettings } from "#domains/settings/server/settings.ts";
import type { Ctx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { startSetup as startSetupEndpoint } from "../contract.ts";
import { markPropertyStepPending } from "./progress.ts";

/**
 * Performs the first two steps in one transaction: creates the administrator, sets the organization's name,
 * time zone, and card fee, and records that the first property comes next. `ctx.db` is the pool.
 * @throws AppError forbidden for a link that is no longer valid; anything `register` throws
 */
export async function startSetup(
  ctx: Ctx,
  reply: FastifyReply,
  { organization, setupToken, ...administrator }: BodyOf<typeof startSetupEndpoint>,
): Promise<SessionUser> {
  const state = await readSetupLinkState(ctx, setupToken);
  if (state !== "open") throw forbidden(linkMessages[state]);
  await assertKnownTimeZone(ctx.db, organization.timeZone);
  return register(ctx, reply, { ...administrator, setupToken, role: "admin" }, async (newCtx) => {
    // No one has chosen the shares of a breakdown yet.
    await updateSettings(newCtx, { ...organization, ...noBreakdown }, undefined);
    await markPropertyStepPending(newCtx.db);
  });
}

const linkMessages = {
  used: "This link has already been used, and the portal has an administrator. Sign in instead.",
  unknown: "This link is invalid or has expired. Restart the portal to get a new one.",
};
