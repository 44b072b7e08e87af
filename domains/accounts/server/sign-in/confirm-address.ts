import type { FastifyReply } from "fastify";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { getSender } from "#server/http/requests/sender.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { SessionUser } from "../../contract.ts";
import { assertUncommonPassword } from "../passwords/common-passwords.ts";
import { hashPassword } from "../passwords/passwords.ts";
import { endAccess } from "../sessions/end-access.ts";
import { presentSession } from "../sessions/present-session.ts";
import { startNewSession } from "../sessions/start-new-session.ts";
import { consumeToken, findToken, invalidateTokens } from "../tokens.ts";
import { sendConfirmationEmail } from "./confirmation-email.ts";
import { invalidateRequests } from "./sign-in-requests.ts";

const invalidLink = (message: string) => invalid({ token: message });
const linkAlreadyUsed = () =>
  invalidLink("This link has already been used. Sign in with the password you chose.");

/**
 * Consumes the link in a confirmation email. The person who registered might not own the mailbox, so
 * confirming replaces the password and ends every earlier session (REG-18..21). `ctx.db` is the pool.
 * @throws AppError invalid with a message if the link is unknown, used, or expired
 */
export async function confirmAddress(
  ctx: Ctx,
  reply: FastifyReply,
  { token, password }: { token: string; password: string },
): Promise<SessionUser> {
  assertUncommonPassword(ctx, password);
  const userId = await findUser(ctx, token);
  const passwordHash = await hashPassword(password, getSender(ctx));
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    if (!(await consumeToken(txCtx, "confirm-address", token))) throw linkAlreadyUsed();
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
    if (confirmed === undefined) throw invalidLink("This link is no longer valid.");
    await invalidateTokens(db, { purpose: "confirm-address", userId, now: ctx.now });
    await invalidateRequests(db, { userId, now: ctx.now });
    await endAccess(txCtx, userId);
    const actor = await startNewSession(txCtx, reply, confirmed, { method: "password" });
    await audit(
      { ...txCtx, actor },
      { action: "account.address-confirmed", subjectType: "person", subjectId: userId },
    );
    return presentSession(actor);
  });
}

/** Returns the user the link was sent to. @throws AppError invalid */
async function findUser({ db, now }: Ctx, token: string): Promise<number> {
  const row = await findToken(db, "confirm-address", token);
  if (row === undefined || row.user_id === null)
    throw invalidLink(
      "This link isn't valid. Use the link in the most recent email, or sign in and request a new one.",
    );
  if (row.used_at !== null) throw linkAlreadyUsed();
  if (row.expires_at <= now) throw invalidLink("This link has expired. Sign in and request a new one.");
  return row.user_id;
}

/** Resends the confirmation link. @throws AppError conflict if the address is already confirmed; too_many */
export async function resendConfirmation(ctx: SignedInCtx): Promise<void> {
  const { actor } = ctx;
  if (actor.emailConfirmed) throw conflict("Your email address is already confirmed.");
  await sendConfirmationEmail(ctx, actor);
  await audit(ctx, { action: "account.confirmation-resent", subjectType: "person", subjectId: actor.id });
}
