import type { FastifyReply, FastifyRequest } from "fastify";
import { email as emailField } from "#domains/accounts/account-fields.ts";
import type { SignInResponse } from "#domains/accounts/contract.ts";
import { workSignInsPerNetwork } from "#domains/accounts/server/limits.ts";
import { lockAccount } from "#domains/accounts/server/passwords/credentials.ts";
import { finishFirstStep, finishSignIn } from "#domains/accounts/server/sign-in/finish-sign-in.ts";
import { markAddressConfirmed } from "#domains/accounts/server/sign-in/mark-address-confirmed.ts";
import { takePendingSignIn } from "#domains/accounts/server/sign-in/pending-work-sign-in.ts";
import {
  logProviderFailure,
  requireIdentityProvider,
} from "#domains/accounts/server/sign-in/start-work-sign-in.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork } from "#server/http/requests/sender.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import {
  expiredSignInError,
  googleIssuer,
  type IdentityProvider,
  type WorkIdentity,
} from "#server/integrations/identity-provider.ts";
import { forbidden } from "#shared/errors.ts";
import { line } from "#shared/http/fields.ts";
import type { SignInProof } from "#shared/sign-in-methods.ts";
import { acceptInvitation } from "../invitations/accept-invitation.ts";
import { lockOpenInvitationTo } from "../invitations/open-invitation.ts";
import {
  findAccountByAddress,
  findLinkedPerson,
  linkWorkAccount,
  recordWorkAccountUse,
} from "./linked-accounts.ts";

/**
 * Signs in with a work account (requirements, "Work accounts"). Finds the person by their linked work account,
 * or else by their verified address. The address must belong to an account or to a pending invitation, which
 * is accepted. `ctx.db` is the pool, because no transaction should wait for the provider.
 * @throws AppError invalid; forbidden; not_found if work accounts aren't set up; unavailable; too_many
 */
export async function finishWorkSignIn(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  query: string,
): Promise<SignInResponse> {
  const provider = requireIdentityProvider(ctx);
  await countUse(ctx, workSignInsPerNetwork, getNetwork(ctx.networkAddress));
  const pending = takePendingSignIn(ctx, request, reply);
  if (pending === undefined) throw expiredSignInError();
  const identity = await logProviderFailure(ctx, provider.finishSignIn(query, pending));
  const proof: SignInProof = { method: "work-account", twoFactorByProvider: identity.hasTwoFactor };
  return inTransaction(ctx.db, async (db) => {
    const txCtx = { ...ctx, db };
    const linkedId = await findLinkedPerson(db, identity);
    if (linkedId !== undefined) {
      const person = await lockAccount(db, linkedId);
      if (person === undefined) throw noAccount(identity.email ?? "this work account");
      await recordWorkAccountUse(txCtx, person, identity);
      return finishFirstStep(txCtx, reply, person, proof);
    }
    return signInByAddress(txCtx, reply, {
      identity,
      proof,
      email: requireOrganizationAddress(provider, identity),
    });
  });
}

interface FirstSignIn {
  identity: WorkIdentity;
  proof: SignInProof;
  /** The verified address. */
  email: string;
}

/** Links the work account to the person with this address, or accepts a pending invitation to the address. */
async function signInByAddress(
  ctx: Ctx,
  reply: FastifyReply,
  { identity, proof, email }: FirstSignIn,
): Promise<SignInResponse> {
  const invitation = await lockOpenInvitationTo(ctx, email);
  const account = await findAccountByAddress(ctx.db, email);
  if (account?.state === "disabled") throw noAccount(email);
  // An account that no one has confirmed might be a stranger's. The invitation names its role and unit instead.
  const isUnconfirmed = account?.emailConfirmedAt === null && account.state !== "active";
  if (account !== undefined && !(isUnconfirmed && invitation !== undefined)) {
    await markAddressConfirmed(ctx, account);
    await linkWorkAccount(ctx, account, identity);
    return finishFirstStep(ctx, reply, account, proof);
  }
  if (invitation === undefined) throw noAccount(email);
  const fullName = chooseName(identity, email);
  const person = await acceptInvitation(ctx, {
    invitation,
    entries: { email: invitation.email, fullName },
    passwordHash: null,
    confirmedAt: ctx.now,
  });
  await linkWorkAccount(ctx, { ...person, fullName }, identity);
  return finishSignIn(ctx, reply, person, proof);
}

/**
 * Returns the address if the provider vouches for it and it belongs to the organization.
 * @throws AppError forbidden
 */
function requireOrganizationAddress({ emailDomains }: IdentityProvider, identity: WorkIdentity): string {
  const { email } = identity;
  // Lookalike letters could imitate another person's address.
  if (email === null || !/^[\x21-\x7e]+$/.test(email) || !emailField.safeParse(email).success)
    throw forbidden(
      "Your work account doesn't share an email address with this portal. Ask the person who manages work accounts to add it.",
    );
  if (!identity.isEmailVerified)
    throw forbidden(
      `The address ${email} of your work account isn't verified. Ask the person who manages work accounts to verify it, then try again.`,
    );
  const domain = email.toLowerCase().split("@").at(-1) ?? "";
  // Anyone can create a Google Account with an address they have at the time. Only a managed account proves
  // that the address is still theirs.
  const isManagedElsewhere =
    identity.issuer === googleIssuer && !emailDomains.includes(identity.managedBy?.toLowerCase() ?? "");
  if (!emailDomains.includes(domain) || isManagedElsewhere)
    throw forbidden(
      `${email} isn't a work account of this organization. Sign in with your work account, or sign in another way.`,
    );
  return email;
}

const fullNameField = line(2, "", 120);

/** Returns the name at the provider, or the address if it has no usable name. */
function chooseName({ name }: WorkIdentity, email: string): string {
  const parsed = fullNameField.safeParse(name);
  return parsed.success ? parsed.data : email.slice(0, 120);
}

/** The same error for an unknown person and a disabled one, as when signing in with a password. */
const noAccount = (address: string) =>
  forbidden(`There's no account here for ${address}. Ask your property manager to invite you.`);
