import type { Ctx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { proveAddress } from "./first-proof.ts";
import { linkMinutes, minutesAfter, proveCode, refusedCode } from "./mailed-code.ts";
import { lockAccount } from "./queries.ts";
import { hashOf, randomToken } from "./tokens.ts";

/**
 * Exchanges the code of a mail for a reset token, once (PWD-13, PWD-14). Refused tries must stay counted, so `ctx.db` is the
 * pool.
 * @throws AppError invalid; too_many
 */
export async function verifyCode(
  ctx: Ctx,
  given: { userId: string; otpCode: string },
): Promise<{ success: true; message: string; resetToken: string }> {
  const { id, userId, codeHash } = await proveCode(ctx, "reset-by-code", given);
  const token = randomToken();
  await inTransaction(ctx.db, async (db) => {
    const person = await lockAccount(db, userId);
    if (person === undefined) throw refusedCode();
    const exchanged = await db
      .updateTable("sign_in_requests")
      .set({
        code_hash: null,
        token_hash: hashOf(token),
        token_until: minutesAfter(ctx.now, linkMinutes),
      })
      .where("id", "=", id)
      .where("code_hash", "=", codeHash)
      .where("used_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (exchanged === undefined) throw refusedCode();
    await proveAddress({ ...ctx, db }, person);
  });
  return { success: true, message: "The code is right. Please choose a new password.", resetToken: token };
}
