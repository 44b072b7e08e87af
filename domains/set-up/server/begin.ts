import type { FastifyReply } from "fastify";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { linkState } from "#domains/accounts/server/first-run.ts";
import { register } from "#domains/accounts/server/register.ts";
import { refuseUnknownZone } from "#domains/settings/server/refuse-unknown-zone.ts";
import { changeSettingsOf } from "#domains/settings/server/settings.ts";
import type { Ctx } from "#server/http/context.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { begin } from "../contract.ts";
import { noteBuildingIsNext } from "./progress.ts";

/**
 * The first two steps in one transaction: the administrator, the organisation's name and time zone, and the marker that the
 * building comes next. `ctx.db` is the pool.
 * @throws AppError forbidden for a link that is no longer valid, and whatever registering throws
 */
export async function beginSetUp(
  ctx: Ctx,
  reply: FastifyReply,
  { organisation, setupToken, ...administrator }: BodyOf<typeof begin>,
): Promise<SessionUser> {
  const state = await linkState(ctx, setupToken);
  if (state !== "open") throw forbidden(linkSentences[state]);
  await refuseUnknownZone(ctx.db, organisation.timeZone);
  return register(ctx, reply, { ...administrator, setupToken, role: "admin" }, async (then) => {
    await changeSettingsOf(then, organisation, undefined);
    await noteBuildingIsNext(then.db);
  });
}

const linkSentences = {
  used: "This link was used: the portal has its administrator. Please sign in.",
  unknown: "This link is not valid or too old. The portal prints a new one when it is started again.",
};
