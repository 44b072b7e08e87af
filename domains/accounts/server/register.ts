import type { FastifyReply } from "fastify";
import { registrationMode } from "#domains/settings/server/registration-mode.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { countUse } from "#server/http/limits.ts";
import { networkOf, senderOf } from "#server/http/sender.ts";
import { forbidden } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { SessionUser } from "../contract.ts";
import type { register as registerEndpoint } from "../registration-contract.ts";
import { registerInvited } from "./accept-invitation.ts";
import { askApprovers } from "./approvers.ts";
import { beginSession } from "./begin-session.ts";
import { claimableUnit } from "./claims.ts";
import { refuseCommonPassword } from "./common-passwords.ts";
import { useSetupToken } from "./first-run.ts";
import { registrationsPerNetwork } from "./limits.ts";
import { mailConfirmation } from "./mails.ts";
import { addUser, refuseTaken } from "./new-user.ts";
import { hashPassword } from "./passwords.ts";
import { presentSession } from "./present.ts";
import type { LabelledUnit } from "./units.ts";

type Entries = BodyOf<typeof registerEndpoint>;

/**
 * Creates an account and signs it in (REG-18..21). Tenants and maintenance staff are pending until they are approved; the
 * first administrator needs the set-up token. `ctx.db` is the pool: no transaction waits for the hashing. `alongside` runs in
 * the transaction of the new account, with its person as the actor.
 * @throws AppError forbidden for roles that need an invitation; invalid; conflict when a name is taken; too_many
 */
export async function register(
  ctx: Ctx,
  reply: FastifyReply,
  entries: Entries,
  alongside: (then: Ctx) => Promise<void> = async () => undefined,
): Promise<SessionUser> {
  if (entries.invitationToken !== undefined)
    return registerInvited(ctx, reply, entries, entries.invitationToken);
  await refuseWithoutInvitation(ctx, entries);
  refuseCommonPassword(ctx, entries.password);
  const unit = await claimableUnit(ctx, entries.role, entries.unitId);
  await countUse(ctx, registrationsPerNetwork, networkOf(ctx.networkAddress));
  await refuseTaken(ctx.db, entries);
  const passwordHash = await hashPassword(entries.password, senderOf(ctx));
  return ctx.db
    .transaction()
    .execute((db) => makeAccount({ ...ctx, db }, reply, { entries, unit, passwordHash, alongside }));
}

async function refuseWithoutInvitation({ config, db }: Ctx, { role, setupToken }: Entries): Promise<void> {
  if (role === "landlord")
    throw forbidden("Landlord accounts are made by invitation: please ask an administrator for one.");
  if (role === "admin") {
    if (setupToken === undefined) throw forbidden(adminsOnly);
  } else if ((await registrationMode(db, config)) === "invite")
    throw forbidden("Accounts are made by invitation here: please ask your landlord or an administrator.");
}
const adminsOnly = "Administrator accounts are created by an administrator.";

async function makeAccount(
  ctx: Ctx,
  reply: FastifyReply,
  {
    entries,
    unit,
    passwordHash,
    alongside,
  }: {
    entries: Entries;
    unit: LabelledUnit | null;
    passwordHash: string;
    alongside: (then: Ctx) => Promise<void>;
  },
): Promise<SessionUser> {
  const { role, fullName, email } = entries;
  if (role === "admin" && !(await useSetupToken(ctx, entries.setupToken ?? ""))) throw forbidden(adminsOnly);
  const id = await addUser(ctx.db, {
    ...entries,
    passwordHash,
    state: role === "admin" ? "active" : "pending",
    claimedUnitId: unit?.id ?? null,
    now: ctx.now,
  });
  const actor = await beginSession(ctx, reply, { id, role });
  await audit(
    { ...ctx, actor },
    {
      action: "account.registered",
      subjectType: "person",
      subjectId: id,
      propertyId: unit?.property_id ?? null,
      details: { role, claimedUnitId: unit?.id ?? null },
    },
  );
  if (role !== "admin") await askApprovers(ctx, { fullName, role, unit });
  await alongside({ ...ctx, actor });
  await mailConfirmation(ctx, { id, email, fullName });
  return presentSession(actor);
}
