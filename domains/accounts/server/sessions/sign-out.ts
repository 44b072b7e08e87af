import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { endSession } from "#server/http/requests/session.ts";

/** Ends this session and its live streams. Also succeeds without a session (AUTH-16). */
export async function signOut(ctx: Ctx, reply: FastifyReply): Promise<void> {
  await endSession(ctx, reply);
  if (ctx.actor !== null)
    await audit(ctx, { action: "session.ended", subjectType: "person", subjectId: ctx.actor.id });
}
