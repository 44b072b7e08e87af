import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { actorOfUser } from "#server/http/session.ts";
import { conflict, invalid, unauthenticated } from "#shared/errors.ts";
import type { SessionUser } from "../contract.ts";
import { askApprovers } from "./approvers.ts";
import { claimableUnit } from "./claims.ts";
import { presentSession } from "./present.ts";

/**
 * Lets a refused person claim again, and a person who named no unit name one (requirements, "Model").
 * @throws AppError conflict while a claim is pending or after its approval; invalid for a unit that is not offered
 */
export async function claimAgain(
  ctx: SignedInCtx,
  { unitId }: { unitId?: number | null | undefined },
): Promise<SessionUser> {
  const { actor, db } = ctx;
  const { role } = actor;
  const person = await db
    .selectFrom("users")
    .select(["state", "claimed_unit_id"])
    .where("id", "=", actor.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (person.state === "active") throw conflict("Your account is approved already.");
  const namesUnit = person.state === "pending" && role === "tenant" && person.claimed_unit_id === null;
  if (person.state !== "refused" && !namesUnit) throw conflict("Your claim is waiting for approval already.");
  const unit = await claimableUnit(ctx, role, unitId);
  if (role === "tenant" && unit === null) throw invalid({ unitId: "Please choose your unit." });
  await db
    .updateTable("users")
    .set((row) => ({
      state: "pending",
      refusal_reason: null,
      claimed_unit_id: unit?.id ?? null,
      version: row("version", "+", 1),
    }))
    .where("id", "=", actor.id)
    .execute();
  await audit(ctx, {
    action: "account.claimed-again",
    subjectType: "person",
    subjectId: actor.id,
    propertyId: unit?.property_id ?? null,
    details: { claimedUnitId: unit?.id ?? null },
  });
  await askApprovers(ctx, { fullName: actor.fullName, role, unit });
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  const now = await actorOfUser(db, actor.id);
  if (now === null) throw unauthenticated();
  return presentSession(now);
}
