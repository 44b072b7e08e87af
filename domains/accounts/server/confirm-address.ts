import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { senderOf } from "#server/http/sender.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import type { SessionUser } from "../contract.ts";
import { beginSession } from "./begin-session.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { mailConfirmation } from "./mails.ts";
import { hashPassword } from "./passwords.ts";
import { presentSession } from "./present.ts";
import { voidRequests } from "./sign-in-requests.ts";
import { findToken, useToken, voidTokens } from "./tokens.ts";

const wrongLink = (message: string) => invalid({ token: message });
const used = () => wrongLink("This link was used already. Please sign in with the password you chose.");

/**
 * Consumes the link of a confirmation mail. The person who registered need not own the mailbox, so the confirmation replaces
 * the password and ends every earlier session (REG-18..21). `ctx.db` is the pool.
 * @throws AppError invalid with a sentence when the link is unknown, used or expired
 */
export async function confirmAddress(
  ctx: Ctx,
  reply: FastifyReply,
  { token, password }: { token: string; password: string },
): Promise<SessionUser> {
  refuseCommonPassword(ctx, password);
  const userId = await personOf(ctx, token);
  const passwordHash = await hashPassword(password, senderOf(ctx));
  return ctx.db.transaction().execute(async (db) => {
    const confirming = { ...ctx, db };
    if (!(await useToken(confirming, "confirm-address", token))) throw used();
    const confirmed = await db
      .updateTable("users")
      .set((row) => ({
        password_hash: passwordHash,
        email_confirmed_at: ctx.now,
        version: row("version", "+", 1),
      }))
      .where("id", "=", userId)
      .where("state", "<>", "disabled")
      .where("email_confirmed_at", "is", null)
      .returning(["id", "role"])
      .executeTakeFirst();
    if (confirmed === undefined) throw wrongLink("This link is not valid any more.");
    await voidTokens(db, { purpose: "confirm-address", userId, now: ctx.now });
    await voidRequests(db, { userId, now: ctx.now });
    await endSessionsOf(confirming, userId);
    const actor = await beginSession(confirming, reply, { id: userId, role: confirmed.role as Role });
    await audit(
      { ...confirming, actor },
      { action: "account.address-confirmed", subjectType: "person", subjectId: userId },
    );
    return presentSession(actor);
  });
}

/** @throws AppError invalid */
async function personOf({ db, now }: Ctx, token: string): Promise<number> {
  const found = await findToken(db, "confirm-address", token);
  if (found === undefined || found.user_id === null)
    throw wrongLink("This link is not valid. Please open the newest email, or sign in and ask for another.");
  if (found.used_at !== null) throw used();
  if (found.expires_at <= now) throw wrongLink("This link has expired. Please sign in and ask for another.");
  return found.user_id;
}

/** Mails the link again. @throws AppError conflict when the address is confirmed; too_many */
export async function resendConfirmation(ctx: SignedInCtx): Promise<void> {
  const { actor } = ctx;
  if (actor.emailConfirmed) throw conflict("Your address is confirmed already.");
  await mailConfirmation(ctx, actor);
  await audit(ctx, { action: "account.confirmation-resent", subjectType: "person", subjectId: actor.id });
}
