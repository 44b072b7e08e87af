import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import type { KeyOfApp, SecondFactor } from "../second-factor-contract.ts";
import { provePassword } from "./prove-password.ts";
import { findCredentials, type LockedAccount, lockAccount, lockCredentials } from "./queries.ts";
import { mailSecondFactor } from "./second-factor-mails.ts";
import {
  confirmNextSecret,
  confirmSecret,
  forgetSecondFactor,
  makeRecoveryCodes,
  prepareNextSecret,
  prepareSecret,
  readSecondFactorOf,
  tryCode,
  useCode,
} from "./second-factors.ts";
import { keyUri, toBase32 } from "./totp.ts";

/** Whether the user's own two-factor sign-in is on. */
export async function ownSecondFactor({ db, actor }: SignedInCtx): Promise<SecondFactor> {
  const { onSince, recoveryCodesLeft } = await readSecondFactorOf(db, actor.id);
  const credentials = await findCredentials(db, actor.email);
  return {
    isOn: onSince !== null,
    isRequired: actor.secondFactor.isRequired,
    recoveryCodesLeft,
    onSince: onSince?.toISOString() ?? null,
    hasPassword: typeof credentials?.password_hash === "string",
  };
}

/**
 * Creates a secret for the user's app after checking the password; it is in use once a code of it was given. `ctx.db` is the
 * pool.
 * @throws AppError invalid; conflict when two-factor sign-in is on or the address is not confirmed; too_many
 */
export async function prepareSecondFactor(ctx: SignedInCtx, password: string): Promise<KeyOfApp> {
  const { actor } = ctx;
  // Whoever registered the account need not own its mailbox; the owner's first proof would meet a stranger's app.
  if (!actor.emailConfirmed)
    throw conflict("Please confirm your email address first, with the link we mailed to it.");
  const credentials = await provePassword(ctx, password, "password");
  return ctx.db.transaction().execute(async (db) => {
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    if ((await readSecondFactorOf(db, actor.id)).onSince !== null) throw isOnAlready();
    return keyOfApp({ ...ctx, db }, await prepareSecret({ ...ctx, db }, actor.id));
  });
}

async function keyOfApp({ db, actor }: SignedInCtx, secret: Buffer): Promise<KeyOfApp> {
  const { name: issuer } = await db.selectFrom("organisation").select("name").executeTakeFirstOrThrow();
  return { secret: toBase32(secret), uri: keyUri({ secret, issuer, account: actor.email }) };
}

/** Turns it on with a first code of the app; returns the recovery codes, which cannot be shown again. */
export const turnOnSecondFactor = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  change(ctx, async (changing, { owner, isOn }) => {
    if (isOn) throw isOnAlready();
    await confirmSecret(changing, owner.id, code);
    await mailSecondFactor(changing, owner, "on");
    await note(changing, "account.second-factor-turned-on");
    return makeRecoveryCodes(changing, owner.id);
  });

/**
 * Creates a secret for another app after checking a code. The current app stays in use until `takeAnotherApp` gets a code of
 * the new one, so that a required two-factor sign-in is never off (docs/decisions/018). Nothing has changed yet, so no
 * session ends.
 */
export const prepareAnotherApp = (ctx: SignedInCtx, code: string): Promise<KeyOfApp> =>
  withCode(ctx, async (changing, { owner, isOn }) => {
    if (!isOn) throw isOff();
    await useCode(changing, owner, code);
    return keyOfApp(changing, await prepareNextSecret(changing, owner.id));
  });

/** Replaces the current app by the other one with a first code of it; returns new recovery codes. */
export const takeAnotherApp = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  change(ctx, async (changing, { owner, isOn }) => {
    if (!isOn) throw isOff();
    await confirmNextSecret(changing, owner.id, code);
    await mailSecondFactor(changing, owner, "moved");
    await note(changing, "account.second-factor-moved");
    return makeRecoveryCodes(changing, owner.id);
  });

/** Replaces the recovery codes after checking a code. */
export const renewRecoveryCodes = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  change(ctx, async (changing, { owner, isOn }) => {
    if (!isOn) throw isOff();
    await useCode(changing, owner, code);
    await mailSecondFactor(changing, owner, "renewed");
    await note(changing, "account.recovery-codes-renewed");
    return makeRecoveryCodes(changing, owner.id);
  });

/** Turns it off after checking a code, unless the role requires it. */
export const turnOffSecondFactor = (ctx: SignedInCtx, code: string): Promise<void> =>
  change(ctx, async (changing, { owner, isOn }) => {
    if (!isOn) throw isOff();
    if (changing.actor.secondFactor.isRequired)
      throw conflict("Your role requires two-factor sign-in, so it cannot be turned off.");
    await useCode(changing, owner, code);
    await forgetSecondFactor(changing, owner.id);
    await mailSecondFactor(changing, owner, "off");
    await note(changing, "account.second-factor-turned-off");
  });

type Attempt<T> = (changing: SignedInCtx, found: { owner: LockedAccount; isOn: boolean }) => Promise<T>;

/** A change that requires a code and ends all other sessions. `ctx.db` is the pool. */
const change = <T>(ctx: SignedInCtx, make: Attempt<T>): Promise<T> =>
  withCode(ctx, async (changing, found) => {
    const result = await make(changing, found);
    await endSessionsOf(changing, found.owner.id, ctx.actor.sessionHash);
    return result;
  });

/** Runs `attempt`, which requires a code, with the owner locked. `ctx.db` is the pool. */
const withCode = <T>(ctx: SignedInCtx, attempt: Attempt<T>): Promise<T> =>
  tryCode(ctx, ctx.actor.id, async (trying: Ctx) => {
    const changing = { ...trying, actor: ctx.actor };
    const owner = await lockAccount(changing.db, ctx.actor.id);
    if (owner === undefined) throw unauthenticated();
    const { onSince } = await readSecondFactorOf(changing.db, owner.id);
    return attempt(changing, { owner, isOn: onSince !== null });
  });

const note = (ctx: SignedInCtx, action: string) =>
  audit(ctx, { action, subjectType: "person", subjectId: ctx.actor.id });
const isOnAlready = () => conflict("Two-factor sign-in is on already.");
const isOff = () => invalid({ code: "Two-factor sign-in is off." });
