import type { AuditAction } from "#domains/audit/actions.ts";
import { audit } from "#server/audit.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { lacksTwoFactor } from "#server/http/requests/actor.ts";
import { endUserSessions } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import type { AuthenticatorKey, TwoFactorStatus } from "../../two-factor-contract.ts";
import {
  findCredentials,
  type LockedAccount,
  lockAccount,
  lockCredentials,
} from "../passwords/credentials.ts";
import { verifyCurrentPassword } from "../passwords/verify-current-password.ts";
import { formatKeyUri, toBase32 } from "./totp.ts";
import {
  attemptWithCode,
  confirmNextSecret,
  confirmSecret,
  consumeCode,
  createNextSecret,
  createPendingSecret,
  createRecoveryCodes,
  deleteTwoFactor,
  readTwoFactor,
} from "./two-factor.ts";
import { sendTwoFactorEmail } from "./two-factor-emails.ts";

/** Whether two-factor authentication is on for the user. */
export async function readMyTwoFactor({ db, actor }: SignedInCtx): Promise<TwoFactorStatus> {
  const { onSince, recoveryCodesLeft } = await readTwoFactor(db, actor.id);
  const credentials = await findCredentials(db, actor.email);
  return {
    isOn: onSince !== null,
    isRequired: actor.twoFactor.isRequired,
    recoveryCodesLeft,
    onSince: onSince?.toISOString() ?? null,
    hasPassword: typeof credentials?.password_hash === "string",
  };
}

/**
 * Creates a secret for the user's app after checking the password. The secret takes effect once the user
 * enters a code from the app. `ctx.db` is the pool.
 * @throws AppError invalid; conflict if two-factor authentication is on or the address isn't confirmed;
 * too_many
 */
export async function startTwoFactorSetup(ctx: SignedInCtx, password: string): Promise<AuthenticatorKey> {
  const { actor } = ctx;
  // The person who registered might not own the mailbox. Without this check, the owner could find a
  // stranger's authenticator app on the account.
  if (!actor.emailConfirmed) throw conflict("Confirm your email address first. We emailed you a link.");
  // Otherwise, a stolen password would be enough to add an app to an account protected by the provider.
  if (lacksTwoFactor(actor) && (await hasProviderTwoFactor(ctx)))
    throw conflict("Sign in with your work account to set up two-factor authentication.");
  const credentials = await verifyCurrentPassword(ctx, password, "password");
  return inTransaction(ctx.db, async (db) => {
    if (!(await lockCredentials(db, credentials))) throw unauthenticated();
    if ((await readTwoFactor(db, actor.id)).onSince !== null) throw alreadyOn();
    return toAuthenticatorKey({ ...ctx, db }, await createPendingSecret({ ...ctx, db }, actor.id));
  });
}

/** Whether the identity provider has ever verified two factors for the user. */
async function hasProviderTwoFactor({ db, actor, identityProvider }: SignedInCtx): Promise<boolean> {
  const linked = await db
    .selectFrom("work_accounts")
    .select("subject")
    .where("user_id", "=", actor.id)
    .where("issuer", "=", identityProvider?.issuer ?? "")
    .where("has_two_factor", "=", true)
    .executeTakeFirst();
  return linked !== undefined;
}

async function toAuthenticatorKey({ db, actor }: SignedInCtx, secret: Buffer): Promise<AuthenticatorKey> {
  const { name: issuer } = await db.selectFrom("organization").select("name").executeTakeFirstOrThrow();
  return { secret: toBase32(secret), uri: formatKeyUri({ secret, issuer, account: actor.email }) };
}

/**
 * Turns on two-factor authentication with a first code from the app. Returns the recovery codes, which can't
 * be shown again.
 */
export const turnOnTwoFactor = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  changeWithCode(ctx, async (txCtx, { owner, isOn }) => {
    if (isOn) throw alreadyOn();
    await confirmSecret(txCtx, owner.id, code);
    await sendTwoFactorEmail(txCtx, owner, "on");
    await auditChange(txCtx, "account.two-factor-turned-on");
    return createRecoveryCodes(txCtx, owner.id);
  });

/**
 * Creates a secret for another app after checking a code. The current app stays in use until `finishAppSwitch`
 * receives a code from the new one, so required two-factor authentication is never off (docs/decisions/018).
 * Nothing has changed yet, so no session ends.
 */
export const startAppSwitch = (ctx: SignedInCtx, code: string): Promise<AuthenticatorKey> =>
  withCode(ctx, async (txCtx, { owner, isOn }) => {
    if (!isOn) throw notOn();
    await consumeCode(txCtx, owner, code);
    return toAuthenticatorKey(txCtx, await createNextSecret(txCtx, owner.id));
  });

/** Switches to the new app with its first code. Returns new recovery codes. */
export const finishAppSwitch = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  changeWithCode(ctx, async (txCtx, { owner, isOn }) => {
    if (!isOn) throw notOn();
    await confirmNextSecret(txCtx, owner.id, code);
    await sendTwoFactorEmail(txCtx, owner, "switched");
    await auditChange(txCtx, "account.authenticator-app-switched");
    return createRecoveryCodes(txCtx, owner.id);
  });

/** Replaces the recovery codes after checking a code. */
export const renewRecoveryCodes = (ctx: SignedInCtx, code: string): Promise<string[]> =>
  changeWithCode(ctx, async (txCtx, { owner, isOn }) => {
    if (!isOn) throw notOn();
    await consumeCode(txCtx, owner, code);
    await sendTwoFactorEmail(txCtx, owner, "renewed");
    await auditChange(txCtx, "account.recovery-codes-renewed");
    return createRecoveryCodes(txCtx, owner.id);
  });

/** Turns off two-factor authentication after checking a code, unless the role requires it. */
export const turnOffTwoFactor = (ctx: SignedInCtx, code: string): Promise<void> =>
  changeWithCode(ctx, async (txCtx, { owner, isOn }) => {
    if (!isOn) throw notOn();
    if (txCtx.actor.twoFactor.isRequired)
      throw conflict("Your role requires two-factor authentication, so you can't turn it off.");
    await consumeCode(txCtx, owner, code);
    await deleteTwoFactor(txCtx, owner.id);
    await sendTwoFactorEmail(txCtx, owner, "off");
    await auditChange(txCtx, "account.two-factor-turned-off");
  });

type CodeAttempt<T> = (txCtx: SignedInCtx, account: { owner: LockedAccount; isOn: boolean }) => Promise<T>;

/** Makes a change that requires a code and ends all other sessions. `ctx.db` is the pool. */
const changeWithCode = <T>(ctx: SignedInCtx, attempt: CodeAttempt<T>): Promise<T> =>
  withCode(ctx, async (txCtx, account) => {
    const result = await attempt(txCtx, account);
    await endUserSessions(txCtx, account.owner.id, ctx.actor.sessionHash);
    return result;
  });

/** Runs `attempt`, which requires a code, with the owner locked. `ctx.db` is the pool. */
const withCode = <T>(ctx: SignedInCtx, attempt: CodeAttempt<T>): Promise<T> =>
  attemptWithCode(ctx, ctx.actor.id, async (attemptCtx: Ctx) => {
    const txCtx = { ...attemptCtx, actor: ctx.actor };
    const owner = await lockAccount(txCtx.db, ctx.actor.id);
    if (owner === undefined) throw unauthenticated();
    const { onSince } = await readTwoFactor(txCtx.db, owner.id);
    return attempt(txCtx, { owner, isOn: onSince !== null });
  });

const auditChange = (
  ctx: SignedInCtx,
  action: Extract<AuditAction, `account.${"two-factor" | "authenticator" | "recovery-codes"}-${string}`>,
) => audit(ctx, { action, subjectType: "person", subjectId: ctx.actor.id });
const alreadyOn = () => conflict("Two-factor authentication is already on.");
const notOn = () => invalid({ code: "Two-factor authentication is off." });
