import type { FastifyReply } from "fastify";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { registrationsPerNetwork } from "#domains/accounts/server/limits.ts";
import { assertUncommonPassword } from "#domains/accounts/server/passwords/common-passwords.ts";
import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { presentSession } from "#domains/accounts/server/sessions/present-session.ts";
import { startNewSession } from "#domains/accounts/server/sessions/start-new-session.ts";
import { sendConfirmationEmail } from "#domains/accounts/server/sign-in/confirmation-email.ts";
import { getRegistrationMode } from "#domains/settings/server/registration-mode.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/protection/limits.ts";
import { getNetwork, getSender } from "#server/http/requests/sender.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { register as registerEndpoint } from "../../registration-contract.ts";
import { notifyApprovers } from "../approvals/approvers.ts";
import { registerInvited } from "../invitations/accept-invitation.ts";
import type { LabeledUnit } from "../units.ts";
import { consumeSetupToken } from "./first-run.ts";
import { addUser, assertNamesAvailable } from "./new-user.ts";
import { findRequestableUnit } from "./requestable-unit.ts";

type RegistrationEntries = BodyOf<typeof registerEndpoint>;

/**
 * Creates an account and signs it in (REG-18..21). Tenants and maintenance staff are pending until approved.
 * The first administrator needs the setup token. `ctx.db` is the pool, because no transaction should wait for
 * the hashing. `afterCreate` runs in the transaction that creates the account, with the new person as the
 * actor.
 * @throws AppError forbidden for roles that need an invitation; invalid; conflict if a name is taken;
 * too_many
 */
export async function register(
  ctx: Ctx,
  reply: FastifyReply,
  entries: RegistrationEntries,
  afterCreate: (newCtx: Ctx) => Promise<void> = async () => undefined,
): Promise<SessionUser> {
  if (entries.invitationToken !== undefined)
    return registerInvited(ctx, reply, entries, entries.invitationToken);
  await assertRegistrationAllowed(ctx, entries);
  assertUncommonPassword(ctx, entries.password);
  const unit = await findRequestableUnit(ctx, entries.role, entries.unitId);
  await countUse(ctx, registrationsPerNetwork, getNetwork(ctx.networkAddress));
  await assertNamesAvailable(ctx.db, entries);
  const passwordHash = await hashPassword(entries.password, getSender(ctx));
  return inTransaction(ctx.db, (db) =>
    createAccount({ ...ctx, db }, reply, { entries, unit, passwordHash, afterCreate }),
  );
}

async function assertRegistrationAllowed(
  { config, db }: Ctx,
  { role, setupToken }: RegistrationEntries,
): Promise<void> {
  if (role === "landlord")
    throw forbidden("Landlord accounts are by invitation only. Contact an administrator.");
  if (role === "admin") {
    if (setupToken === undefined) throw forbidden(adminsOnlyMessage);
  } else if ((await getRegistrationMode(db, config)) === "invite")
    throw forbidden("Registration is by invitation only. Contact your landlord or an administrator.");
}
const adminsOnlyMessage = "Administrator accounts are created by an administrator.";

async function createAccount(
  ctx: Ctx,
  reply: FastifyReply,
  {
    entries,
    unit,
    passwordHash,
    afterCreate,
  }: {
    entries: RegistrationEntries;
    unit: LabeledUnit | null;
    passwordHash: string;
    afterCreate: (newCtx: Ctx) => Promise<void>;
  },
): Promise<SessionUser> {
  const { role, fullName, email } = entries;
  if (role === "admin" && !(await consumeSetupToken(ctx, entries.setupToken ?? "")))
    throw forbidden(adminsOnlyMessage);
  // The setup link was given to the operator, and without an email server no email can confirm the address.
  const isEmailConfirmed = role === "admin" && ctx.config.smtpUrl === undefined;
  const id = await addUser(ctx.db, {
    ...entries,
    isEmailConfirmed,
    passwordHash,
    state: role === "admin" ? "active" : "pending",
    requestedUnitId: unit?.id ?? null,
    now: ctx.now,
  });
  const actor = await startNewSession(ctx, reply, { id, role }, { method: "password" });
  await audit(
    { ...ctx, actor },
    {
      action: "account.registered",
      subjectType: "person",
      subjectId: id,
      propertyId: unit?.property_id ?? null,
      details: { role, requestedUnitId: unit?.id ?? null },
    },
  );
  if (role !== "admin") await notifyApprovers(ctx, { fullName, role, unit });
  await afterCreate({ ...ctx, actor });
  if (!isEmailConfirmed) await sendConfirmationEmail(ctx, { id, email, fullName });
  return presentSession(actor);
}
