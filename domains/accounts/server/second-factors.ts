import { randomBytes } from "node:crypto";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse, forgetUses, type Limit } from "#server/http/limits.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { wrongCodesPerDay, wrongCodesPerPerson } from "./limits.ts";
import { type LockedAccount, lockAccount } from "./queries.ts";
import { mailRecoveryCodeUsed, mailWrongCodes } from "./second-factor-mails.ts";
import { hashOfRecoveryCode, newRecoveryCode, openSecret, sealSecret } from "./second-factor-secrets.ts";
import { stepOfCode } from "./totp.ts";

const recoveryCodeCount = 10;
/** How long a new secret waits for its first code. */
const preparedMinutes = 60;
const secretBytes = 20;

export interface SecondFactorState {
  onSince: Date | null;
  recoveryCodesLeft: number;
}

/** Whether two-factor sign-in is on for this person, and since when. */
export async function readSecondFactorOf(db: Db, userId: number): Promise<SecondFactorState> {
  const factor = await db
    .selectFrom("second_factors")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return { onSince: factor?.confirmed_at ?? null, recoveryCodesLeft: await recoveryCodesLeft(db, userId) };
}

async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Creates a pending secret that waits for its first code; it replaces an earlier pending one. */
export async function prepareSecret(ctx: Ctx, userId: number): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  const row = {
    secret: sealSecret(ctx, userId, secret),
    prepared_at: ctx.now,
    confirmed_at: null,
    last_step: 0,
  };
  await ctx.db
    .insertInto("second_factors")
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(row))
    .execute();
  return secret;
}

/** Activates the pending secret. @throws AppError invalid for a wrong code, or when no secret is pending */
export async function confirmSecret(ctx: Ctx, userId: number, code: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("second_factors")
    .select(["secret", "prepared_at"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  const step = firstStepOf(ctx, userId, waiting, code);
  await ctx.db
    .updateTable("second_factors")
    .set({ confirmed_at: ctx.now, last_step: step })
    .where("user_id", "=", userId)
    .execute();
}

/** Creates a pending secret of another app beside the active one; it replaces an earlier pending one. */
export async function prepareNextSecret(ctx: Ctx, userId: number): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  await ctx.db
    .updateTable("second_factors")
    .set({ next_secret: sealSecret(ctx, userId, secret), next_prepared_at: ctx.now })
    .where("user_id", "=", userId)
    .execute();
  return secret;
}

/** Activates the other app in place of the current one. @throws AppError as `confirmSecret` */
export async function confirmNextSecret(ctx: Ctx, userId: number, code: string): Promise<void> {
  const waiting = await ctx.db
    .selectFrom("second_factors")
    .select(["next_secret as secret", "next_prepared_at as prepared_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const step = firstStepOf(ctx, userId, waiting, code);
  await ctx.db
    .updateTable("second_factors")
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

/** The time step of the first code of a pending secret. @throws AppError invalid */
function firstStepOf(
  ctx: Ctx,
  userId: number,
  waiting: { secret: Buffer | null; prepared_at: Date | null } | undefined,
  code: string,
): number {
  const { secret = null, prepared_at: preparedAt = null } = waiting ?? {};
  const tooOld = new Date(ctx.now.getTime() - preparedMinutes * 60_000);
  if (secret === null || preparedAt === null || preparedAt < tooOld)
    throw invalid({ code: "This took too long. Please begin again." });
  const step = stepOfCode(secretOf(ctx, userId, secret), withoutGaps(code), ctx.now);
  if (step === undefined) throw wrongCode();
  return step;
}

/** Replaces the recovery codes by ten new ones; only their hashes are stored. */
export async function makeRecoveryCodes({ db }: Ctx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfRecoveryCode(code) })))
    .execute();
  return codes;
}

export async function forgetSecondFactor({ db }: Ctx, userId: number): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db.deleteFrom("second_factors").where("user_id", "=", userId).execute();
}

/**
 * Runs an attempt that requires a code of this person in its own transaction. Each try is counted before the comparison, so
 * that concurrent guesses are limited as well; `ctx.db` is the pool. The try that reaches a limit is audited and mailed.
 * @throws AppError too_many; what `attempt` throws
 */
export async function tryCode<T>(ctx: Ctx, userId: number, attempt: (trying: Ctx) => Promise<T>): Promise<T> {
  const subject = String(userId);
  const tries = await countUse(ctx, wrongCodesPerPerson, subject);
  const triesOfDay = await countUse(ctx, wrongCodesPerDay, subject);
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const trying = { ...ctx, db };
      const result = await attempt(trying);
      await forgetUses(trying, wrongCodesPerPerson, subject);
      await forgetUses(trying, wrongCodesPerDay, subject);
      return result;
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid") throw error;
    ctx.log.warn({ userId }, "refused: wrong code of the second factor");
    const reached =
      triesOfDay === wrongCodesPerDay.count
        ? wrongCodesPerDay
        : tries === wrongCodesPerPerson.count
          ? wrongCodesPerPerson
          : null;
    if (reached !== null)
      await ctx.db.transaction().execute((db) => noteLockOut({ ...ctx, db }, userId, reached));
    throw error;
  }
}

async function noteLockOut(ctx: Ctx, userId: number, reached: Limit): Promise<void> {
  const owner = await lockAccount(ctx.db, userId);
  if (owner === undefined) return;
  const { count: failures, windowMinutes: minutes } = reached;
  await audit(ctx, {
    action: "session.second-factor-locked-out",
    subjectType: "person",
    subjectId: userId,
    details: { failures, minutes },
  });
  await mailWrongCodes(ctx, owner, {
    failures,
    period: reached === wrongCodesPerDay ? "until midnight UTC" : `for ${minutes} minutes`,
  });
}

/**
 * Consumes a code of the owner's app, or a recovery code, whose use is audited and mailed; each works once. Runs in the
 * transaction of the protected change, with the owner locked.
 * @throws AppError invalid
 */
export async function useCode(ctx: Ctx, owner: LockedAccount, code: string): Promise<void> {
  if (/^\d{6}$/.test(withoutGaps(code))) return useCodeOfApp(ctx, owner.id, withoutGaps(code));
  const used = await ctx.db
    .updateTable("recovery_codes")
    .set({ used_at: ctx.now })
    .where("user_id", "=", owner.id)
    .where("code_hash", "=", hashOfRecoveryCode(code))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  if (used === undefined) throw wrongCode();
  const left = await recoveryCodesLeft(ctx.db, owner.id);
  await audit(ctx, {
    action: "account.recovery-code-used",
    subjectType: "person",
    subjectId: owner.id,
    details: { codesLeft: left },
    actorName: owner.fullName,
  });
  await mailRecoveryCodeUsed(ctx, owner, left);
}

async function useCodeOfApp(ctx: Ctx, userId: number, code: string): Promise<void> {
  const factor = await ctx.db
    .selectFrom("second_factors")
    .select(["secret", "last_step"])
    .where("user_id", "=", userId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  const step = factor && stepOfCode(secretOf(ctx, userId, factor.secret), code, ctx.now);
  if (factor === undefined || step === undefined) throw wrongCode();
  if (step <= factor.last_step)
    throw invalid({ code: "This code was used already. Please wait for the next one." });
  await ctx.db.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
}

/** @throws AppError invalid when SECRET_KEY has changed since; recovery codes work without it */
function secretOf(ctx: Ctx, userId: number, sealed: Buffer): Buffer {
  try {
    return openSecret(ctx, userId, sealed);
  } catch (error) {
    ctx.log.error({ err: error, userId }, "A two-factor secret cannot be read: was SECRET_KEY changed?");
    throw invalid({ code: "Codes of the app cannot be checked any more. Please use a recovery code." });
  }
}

const withoutGaps = (code: string) => code.replace(/[\s-]/g, "");
const wrongCode = () => invalid({ code: "This code is not right. Please try again." });
