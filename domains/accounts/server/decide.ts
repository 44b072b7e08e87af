import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, forbidden, notFound } from "#shared/errors.ts";
import type { Person } from "../people-contract.ts";
import { refreshApprovers } from "./approvers.ts";
import { type PersonRow, presentPerson } from "./present.ts";
import { findPerson, lockPerson } from "./queries.ts";

/**
 * Locks the person whose claim the user decides on. A landlord decides on tenants of their own buildings, an admin on
 * everybody, and nobody on themselves.
 * @throws AppError not_found; forbidden; conflict when no claim is pending
 */
export async function lockClaimant(ctx: SignedInCtx, id: number): Promise<PersonRow> {
  const { actor, db } = ctx;
  if (id === actor.id) throw forbidden("Nobody can decide on the own account.");
  const person = await lockPerson(db, actor.accessScope, id);
  if (person.state !== "pending") throw conflict(`${person.fullName} is not waiting for approval.`);
  // A claim in another building is decided by its landlord, even if the person rented here before.
  if (actor.role === "landlord" && person.claimedUnit === null) throw notFound("person");
  return person;
}

/** Completes every decision: writes the audit log, refreshes the lists of approvers and the person's access scope. */
export async function concludeDecision(
  ctx: SignedInCtx,
  person: PersonRow,
  entry: {
    action: "person.approved" | "person.refused" | "person.approval-undone";
    propertyId: number | null;
    details: Record<string, unknown>;
  },
): Promise<Person> {
  await audit(ctx, {
    action: entry.action,
    subjectType: "person",
    subjectId: person.id,
    propertyId: entry.propertyId,
    details: { role: person.role, claimedUnitId: person.claimedUnit?.id ?? null, ...entry.details },
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [person.id] }));
  await refreshApprovers(ctx, person.claimedUnit?.propertyId ?? entry.propertyId);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, person.id));
}
