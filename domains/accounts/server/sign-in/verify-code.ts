import type { Ctx } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { lockAccount } from "../passwords/credentials.ts";
import { createRandomToken, hashToken } from "../tokens.ts";
import { addMinutes, checkEmailedCode, invalidCode, linkMinutes } from "./emailed-code.ts";
import { markAddressConfirmed } from "./mark-address-confirmed.ts";

/**
 * Exchanges an emailed code for a reset token, once (PWD-13, PWD-14). `ctx.db` is the pool, because rejected
 * attempts must stay counted.
 * @throws AppError invalid; too_many
 */
export async function verifyCode(
  ctx: Ctx,
  input: { userId: string; otpCode: string },
): Promise<{ success: true; message: string; resetToken: string }> {
  const { id, userId, codeHash } = await checkEmailedCode(ctx, "reset-by-code", input);
  const token = createRandomToken();
  await inTransaction(ctx.db, async (db) => {
    const person = await lockAccount(db, userId);
    if (person === undefined) throw invalidCode();
    const exchangedRequest = await db
      .updateTable("sign_in_requests")
      .set({
        code_hash: null,
        token_hash: hashToken(token),
        token_until: addMinutes(ctx.now, linkMinutes),
      })
      .where("id", "=", id)
      .where("code_hash", "=", codeHash)
      .where("used_at", "is", null)
      .returning("id")
      .executeTakeFirst();
    if (exchangedRequest === undefined) throw invalidCode();
    await markAddressConfirmed({ ...ctx, db }, person);
  });
  return { success: true, message: "Code verified. Choose a new password.", resetToken: token };
}
