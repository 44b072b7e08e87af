import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { invalid } from "#shared/errors.ts";
import { codeAttemptsPerAccount } from "../limits.ts";
import { hashToken } from "../tokens.ts";

/**
 * The purposes for which an email can be requested without a session. The `sign-in` email contains both a
 * link and a code.
 */
export type RequestPurpose = "reset-by-link" | "reset-by-code" | "sign-in";

/** PWD-12, PWD-20. */
export const codeMinutes = 10;
export const linkMinutes = 30;
const maxAttempts = 5;

export const addMinutes = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);

export const createCode = () => String(randomInt(1_000_000)).padStart(6, "0");

/** Six digits are quick to brute-force, so the hash is keyed and bound to one request. */
export const hashCode = (secretKey: Buffer, handleHash: Buffer, code: string): Buffer =>
  createHmac("sha256", secretKey).update("emailed code ").update(handleHash).update(code).digest();

/** The same error for a wrong, expired, used, or unknown code. */
export const invalidCode = () =>
  invalid({
    otpCode:
      "That code is incorrect or has expired. Use the code in your most recent email, or request a new one.",
  });

/** Whether request `r` is the newest for its address. Password resets and sign-ins are counted separately. */
export const isNewest: RawBuilder<boolean> = sql`not exists (
  select from sign_in_requests newer where newer.address = r.address and newer.id > r.id
    and (newer.purpose = 'sign-in') = (r.purpose = 'sign-in'))`;

interface AttemptedRequest {
  id: number;
  address: string;
  user_id: number | null;
  code_hash: Buffer | null;
  attempts: number;
}

/** A request whose code was correct. The first transaction to find its `code_hash` unchanged consumes it. */
export interface VerifiedCode {
  id: number;
  userId: number;
  codeHash: Buffer;
}

/**
 * Checks a code against its request. Each attempt is counted before the comparison and stays counted,
 * so concurrent guesses are limited like sequential ones. `ctx.db` is the pool.
 * @throws AppError invalid, the same for every reason; too_many above the daily limit
 */
export async function checkEmailedCode(
  ctx: Ctx,
  purpose: RequestPurpose,
  { userId: handle, otpCode }: { userId: string; otpCode: string },
): Promise<VerifiedCode> {
  const handleHash = hashToken(handle);
  const request = await countAttempt(ctx, purpose, handleHash);
  if (request === undefined) throw invalidCode();
  const attemptsToday = await countUse(ctx, codeAttemptsPerAccount, request.address);
  const inputHash = hashCode(ctx.secretKey, handleHash, otpCode);
  // If there is no code, the input is compared with its own reversal so that an unknown address takes as long
  // as a known one.
  const isCorrect = timingSafeEqual(request.code_hash ?? Buffer.from(inputHash).reverse(), inputHash);
  const { id, user_id: userId, code_hash: codeHash } = request;
  if (isCorrect && userId !== null && codeHash !== null) return { id, userId, codeHash };
  ctx.log.warn({ userId }, "rejected: wrong emailed code");
  if (request.attempts === maxAttempts || attemptsToday === codeAttemptsPerAccount.count)
    await auditLockout(ctx, request);
  throw invalidCode();
}

async function countAttempt(
  ctx: Ctx,
  purpose: RequestPurpose,
  handleHash: Buffer,
): Promise<AttemptedRequest | undefined> {
  const { rows } = await sql<AttemptedRequest>`
    update sign_in_requests r set attempts = attempts + 1
    where r.handle_hash = ${handleHash} and r.purpose = ${purpose} and r.used_at is null and r.code_until > ${ctx.now}
      and r.attempts < ${maxAttempts} and ${isNewest}
    returning r.id, r.address, r.user_id, r.code_hash, r.attempts`.execute(ctx.db);
  return rows[0];
}

/** Also runs for an unknown address so that the response time doesn't reveal whether it has an account. */
const auditLockout = (ctx: Ctx, { id, user_id: userId, attempts }: AttemptedRequest): Promise<void> =>
  audit(ctx, {
    action: "account.code-locked-out",
    ...(userId === null
      ? { subjectType: "sign-in-request", subjectId: id }
      : { subjectType: "person", subjectId: userId }),
    details: { failures: attempts },
  });
