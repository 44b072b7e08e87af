import type { FastifyReply } from "fastify";
import type { Ctx } from "#server/http/context.ts";
import type { Actor } from "#server/http/requests/actor.ts";
import { endSession, startSession } from "#server/http/requests/session.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignInProof } from "#shared/sign-in-methods.ts";

/** Starts a session with a new id for `user` and ends the browser's previous session. */
export async function startNewSession(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
  proof: SignInProof,
): Promise<Actor> {
  if (ctx.actor !== null) await endSession(ctx, reply);
  return startSession(ctx, reply, user, proof);
}
