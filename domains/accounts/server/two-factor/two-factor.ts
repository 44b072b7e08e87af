import { randomBytes } from "node:crypto";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse, type Limit, resetUses } from "#server/http/protection/limits.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { wrongCodesPerDay, wrongCodesPerPerson } from "../limits.ts";
import { type LockedAccount, lockAccount } from "../passwords/credentials.ts";
import { findTimeStep } from "./totp.ts";
import { sendRecoveryCodeUsedEmail, sendWrongCodesEmail } from "./two-factor-emails.ts";
import { createRecoveryCode, hashRecoveryCode, openSecret, sealSecret } from "./two-factor-secrets.ts";

const recoveryCodeCount = 10;
/** How long a new secret waits for its first code. */
const pendingSecretMinutes = 60;
const secretBytes = 20;

export interface TwoFactorState {
  onSince: Date | null;
  recoveryCodesLeft: number;
}

/** Whether two-factor authentication is on for this person, and since when. */
export async function readTwoFactor(db: Db, userId: number): Promise<TwoFactorState> {
  const authenticatorApp = await db
    .selectFrom("authenticator_apps")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return {
    onSince: authenticatorApp?.confirmed_at ?? null,
    recoveryCodesLeft: await countRecoveryCodesLeft(db, userId),
  };
}

async function countRecoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Creates a pending secret that waits for its first code. Replaces an earlier pending secret. */
export async function createPendingSecret(ctx: Ctx, userId: number): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  const row = {
    secret: sealSecret(ctx, userId, secret),
    prepared_at: ctx.now,
    confirmed_at: null,
    last_step: 0,
  };
  await ctx.db
    .insertInto("authenticator_apps")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return secret;
}

/** Activates the pending secret. @throws AppError invalid for a wrong code or if no secret is pending */
export async function confirmSecret(ctx: Ctx, userId: number, code: string): Promise<void> {
  const pendingSecret = await ctx.db
    .selectFrom("authenticator_apps")
    .select(["secret", "prepared_at"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  const step = verifyFirstCode(ctx, userId, pendingSecret, code);
  await ctx.db
    .updateTable("authenticator_apps")
    .set({ confirmed_at: ctx.now, last_step: step })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Creates a pending secret for a new app in addition to the active one. Replaces an earlier pending secret.
 */
export async function createNextSecret(ctx: Ctx, userId: number): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  await ctx.db
    .updateTable("authenticator_apps")
    .set({ next_secret: sealSecret(ctx, userId, secret), next_prepared_at: ctx.now })
    .where("user_id", "=", userId)
    .execute();
  return secret;
}

/** Switches to the new app's secret. @throws AppError like `confirmSecret` */
export async function confirmNextSecret(ctx: Ctx, userId: number, code: string): Promise<void> {
  const pendingSecret = await ctx.db
    .selectFrom("authenticator_apps")
    .select(["next_secret as secret", "next_prepared_at as prepared_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const step = verifyFirstCode(ctx, userId, pendingSecret, code);
  await ctx.db
    .updateTable("authenticator_apps")
    .set((row) => ({
      secret: row.ref("next_secret").$notNull(),
      prepared_at: row.ref("next_prepared_at").$notNull(),
      last_step: step,
      next_secret: null,
      next_prepared_at: null,
    }))
    .where("user_id", "=", userId)
    .execute();
}

/** Verifies the first code of a pending secret and returns its time step. @throws AppError invalid */
function verifyFirstCode(
  ctx: Ctx,
  userId: number,
  pendingSecret: { secret: Buffer | null; prepared_at: Date | null } | undefined,
  code: string,
): number {
  const { secret = null, prepared_at: preparedAt = null } = pendingSecret ?? {};
  const oldestValid = new Date(ctx.now.getTime() - pendingSecretMinutes * 60_000);
  if (secret === null || preparedAt === null || preparedAt < oldestValid)
    throw invalid({ code: "This timed out. Please start again." });
  const step = findTimeStep(decryptSecret(ctx, userId, secret), stripSpaces(code), ctx.now);
  if (step === undefined) throw wrongCode();
  return step;
}

/** Replaces the recovery codes with ten new ones. Only their hashes are stored. */
export async function createRecoveryCodes({ db }: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes;
}

export async function deleteTwoFactor({ db }: Ctx, userId: number): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("authenticator_apps").where("user_id", "=", userId).execute();
}

/**
 * Runs an attempt that requires this person's code, in a transaction of its own. Each attempt is counted
 * before the comparison, so concurrent guesses are limited as well. When an attempt reaches a limit, the
 * lockout is audited and emailed to the owner. `ctx.db` is the pool.
 * @throws AppError too_many; anything `attempt` throws
 */
export async function attemptWithCode<T>(
  ctx: Ctx,
  userId: number,
  attempt: (txCtx: Ctx) => Promise<T>,
): Promise<T> {
  const subject = String(userId);
  const attempts = await countUse(ctx, wrongCodesPerPerson, subject);
  const attemptsToday = await countUse(ctx, wrongCodesPerDay, subject);
  try {
    return await inTransaction(ctx.db, async (db) => {
      const txCtx = { ...ctx, db };
      const result = await attempt(txCtx);
      await resetUses(txCtx, wrongCodesPerPerson, subject);
      await resetUses(txCtx, wrongCodesPerDay, subject);
      return result;
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    ctx.log.warn({ userId }, "rejected: wrong two-factor code");
    const reachedLimit =
      attemptsToday === wrongCodesPerDay.count
        ? wrongCodesPerDay
        : attempts === wrongCodesPerPerson.count
          ? wrongCodesPerPerson
          : null;
    if (reachedLimit !== null)
      await inTransaction(ctx.db, (db) => reportLockout({ ...ctx, db }, userId, reachedLimit));
    throw error;
  }
}

async function reportLockout(ctx: Ctx, userId: number, reachedLimit: Limit): Promise<void> {
  const owner = await lockAccount(ctx.db, userId);
  if (owner === undefined) return;
  const { count: failures, windowMinutes: minutes } = reachedLimit;
  await audit(ctx, {
    action: "session.two-factor-locked-out",
    subjectType: "person",
    subjectId: userId,
    details: { failures, minutes },
  });
  await sendWrongCodesEmail(ctx, owner, {
    failures,
    blockedMinutes: reachedLimit === wrongCodesPerDay ? null : minutes,
  });
}

/**
 * Consumes a code from the owner's app or a recovery code. Each code works once. Using a recovery code is
 * audited and emailed. Runs in the transaction of the protected change, with the owner locked.
 * @throws AppError invalid
 */
export async function consumeCode(ctx: Ctx, owner: LockedAccount, code: string): Promise<void> {
  if (/^\d{6}$/.test(stripSpaces(code))) return consumeAppCode(ctx, owner.id, stripSpaces(code));
  const usedCode = await ctx.db
    .updateTable("recovery_codes")
    .set({ used_at: ctx.now })
    .where("user_id", "=", owner.id)
    .where("code_hash", "=", hashRecoveryCode(code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (usedCode === undefined) throw wrongCode();
  const codesLeft = await countRecoveryCodesLeft(ctx.db, owner.id);
  await audit(ctx, {
    action: "account.recovery-code-used",
    subjectType: "person",
    subjectId: owner.id,
    details: { codesLeft },
    actorName: owner.fullName,
  });
  await sendRecoveryCodeUsedEmail(ctx, owner, codesLeft);
}

async function consumeAppCode(ctx: Ctx, userId: number, code: string): Promise<void> {
  const authenticatorApp = await ctx.db
    .selectFrom("authenticator_apps")
    .select(["secret", "last_step"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step =
    authenticatorApp && findTimeStep(decryptSecret(ctx, userId, authenticatorApp.secret), code, ctx.now);
  if (authenticatorApp === undefined || step === undefined) throw wrongCode();
  if (step <= authenticatorApp.last_step)
    throw invalid({ code: "This code has already been used. Wait for the next one." });
  await ctx.db
    .updateTable("authenticator_apps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Decrypts the app's secret. Recovery codes work without it.
 * @throws AppError invalid if SECRET_KEY has changed
 */
function decryptSecret(ctx: Ctx, userId: number, sealed: Buffer): Buffer {
  try {
    return openSecret(ctx, userId, sealed);
  } catch (error) {
    ctx.log.error({ err: error, userId }, "Can't read a two-factor secret. Was SECRET_KEY changed?");
    throw invalid({ code: "We can't check codes from your app right now. Use a recovery code." });
  }
}

const stripSpaces = (code: string) => code.replace(/[\s-]/g, "");
const wrongCode = () => invalid({ code: "That code is incorrect. Please try again." });
