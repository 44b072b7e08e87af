import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { invalid } from "#shared/errors.ts";
import { codeTriesPerAccount } from "./limits.ts";
import { hashOf } from "./tokens.ts";

/** The purposes for which a mail can be requested without a session; `sign-in` sends both a link and a code. */
export type RequestPurpose = "reset-by-link" | "reset-by-code" | "sign-in";

/** PWD-12, PWD-20. */
export const codeMinutes = 10;
export const linkMinutes = 30;
const triesMax = 5;

export const minutesAfter = (instant: Date, minutes: number) =>
  new Date(instant.getTime() + minutes * 60_000);

export const randomCode = () => String(randomInt(1_000_000)).padStart(6, "0");

/** Six digits are quickly brute-forced, so the hash is keyed and bound to one request. */
export const hashOfCode = (secretKey: Buffer, handleHash: Buffer, code: string): Buffer =>
  createHmac("sha256", secretKey).update("mailed code ").update(handleHash).update(code).digest();

/** The same error for a wrong, an expired, a used and an unknown code. */
export const refusedCode = () =>
  invalid({
    otpCode:
      "That code is not right or has run out. Please use the code of the newest email, or ask for another.",
  });

/** Whether request `r` is the newest of its address, separately for password resets and sign-ins. */
export const isNewest: RawBuilder<boolean> = sql`not exists (
  select from sign_in_requests newer where newer.address = r.address and newer.id > r.id
    and (newer.purpose = 'sign-in') = (r.purpose = 'sign-in'))`;

interface Tried {
  id: number;
  address: string;
  user_id: number | null;
  code_hash: Buffer | null;
  tries: number;
}

/** A request whose code was correct; it is consumed by the first to find its `code_hash` unchanged. */
export interface ProvenCode {
  id: number;
  userId: number;
  codeHash: Buffer;
}

/**
 * Compares a code with that of its request. Each try is counted before the comparison and stays counted, so that concurrent
 * guesses are limited like sequential ones; `ctx.db` is the pool.
 * @throws AppError invalid, the same for every reason; too_many beyond the daily limit
 */
export async function proveCode(
  ctx: Ctx,
  purpose: RequestPurpose,
  { userId: handle, otpCode }: { userId: string; otpCode: string },
): Promise<ProvenCode> {
  const handleHash = hashOf(handle);
  const tried = await takeTry(ctx, purpose, handleHash);
  if (tried === undefined) throw refusedCode();
  const triesOfDay = await countUse(ctx, codeTriesPerAccount, tried.address);
  const given = hashOfCode(ctx.secretKey, handleHash, otpCode);
  // Without a code it is compared with its own reversal, so that an unknown address takes as long as a known one.
  const isRight = timingSafeEqual(tried.code_hash ?? Buffer.from(given).reverse(), given);
  const { id, user_id: userId, code_hash: codeHash } = tried;
  if (isRight && userId !== null && codeHash !== null) return { id, userId, codeHash };
  ctx.log.warn({ userId }, "refused: wrong mailed code");
  if (tried.tries === triesMax || triesOfDay === codeTriesPerAccount.count) await auditLockOut(ctx, tried);
  throw refusedCode();
}

async function takeTry(ctx: Ctx, purpose: RequestPurpose, handleHash: Buffer): Promise<Tried | undefined> {
  const { rows } = await sql<Tried>`
    update sign_in_requests r set tries = tries + 1
    where r.handle_hash = ${handleHash} and r.purpose = ${purpose} and r.used_at is null and r.code_until > ${ctx.now}
      and r.tries < ${triesMax} and ${isNewest}
    returning r.id, r.address, r.user_id, r.code_hash, r.tries`.execute(ctx.db);
  return rows[0];
}

/** Runs also for an unknown address, so that the response time does not reveal whether it has an account. */
const auditLockOut = (ctx: Ctx, { id, user_id: userId, tries }: Tried): Promise<void> =>
  audit(ctx, {
    action: "account.code-locked-out",
    ...(userId === null
      ? { subjectType: "sign-in-request", subjectId: id }
      : { subjectType: "person", subjectId: userId }),
    details: { failures: tries },
  });
