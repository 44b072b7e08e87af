import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { SignInAnswer } from "../contract.ts";
import { beginSession } from "./begin-session.ts";
import { presentSession } from "./present.ts";

/**
 * Lets in somebody who has proven to be `user` by a password, a link or a code, in the transaction that used it up: a new
 * session begins and is logged.
 */
export async function enter(
  ctx: Ctx,
  reply: FastifyReply,
  user: { id: number; role: Role },
): Promise<SignInAnswer> {
  const actor = await beginSession(ctx, reply, user);
  await audit({ ...ctx, actor }, { action: "session.started", subjectType: "person", subjectId: actor.id });
  return presentSession(actor);
}
