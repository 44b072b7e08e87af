import type { SessionUser } from "#domains/accounts/contract.ts";
import { presentSession } from "#domains/accounts/server/sessions/present-session.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { findUserActor } from "#server/http/requests/session.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import { notifyApprovers } from "../approvals/approvers.ts";
import { findRequestableUnit } from "./requestable-unit.ts";

/**
 * Lets a declined person request access again, and a person who registered without a unit select one
 * (requirements, "Model").
 * @throws AppError conflict while a request is pending or after its approval; invalid for a unit that isn't
 * offered
 */
export async function requestAccessAgain(
  ctx: SignedInCtx,
  { unitId }: { unitId?: number | null },
): Promise<SessionUser> {
  const { actor, db } = ctx;
  const { role } = actor;
  const person = await db
    .selectFrom("users")
    .select(["state", "requested_unit_id"])
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (person.state === "active") throw conflict("Your account is already approved.");
  const selectsUnit = person.state === "pending" && role === "tenant" && person.requested_unit_id === null;
  if (person.state !== "declined" && !selectsUnit)
    throw conflict("Your request is already waiting for approval.");
  const unit = await findRequestableUnit(ctx, role, unitId);
  if (role === "tenant" && unit === null) throw invalid({ unitId: "Select your unit." });
  await db
    .updateTable("users")
    .set((row) => ({
      state: "pending",
      decline_reason: null,
      requested_unit_id: unit?.id ?? null,
      version: row("version", "+", 1),
    }))
    .where("id", "=", actor.id)
    .execute();
  await audit(ctx, {
    action: "account.access-requested-again",
    subjectType: "person",
    subjectId: actor.id,
    propertyId: unit?.property_id ?? null,
    details: { requestedUnitId: unit?.id ?? null },
  });
  await notifyApprovers(ctx, { fullName: actor.fullName, role, unit });
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  const updatedActor = await findUserActor(db, actor.id);
  if (updatedActor === null) throw unauthenticated();
  return presentSession(updatedActor);
}
