import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, forbidden, notFound } from "#shared/errors.ts";
import type { Person } from "../../people-contract.ts";
import { findPerson, lockPerson } from "../directory/person-queries.ts";
import { type PersonRow, presentPerson } from "../directory/present-person.ts";
import { refreshApprovalLists } from "./approvers.ts";

/**
 * Locks the person whose access request the user decides. Landlords decide requests from tenants of their own
 * properties, and admins decide any request except their own.
 * @throws AppError not_found; forbidden; conflict if no request is pending
 */
export async function lockPendingPerson(ctx: SignedInCtx, id: number): Promise<PersonRow> {
  const { actor, db } = ctx;
  if (id === actor.id) throw forbidden("You can't approve or decline your own account.");
  const person = await lockPerson(db, actor.accessScope, id);
  if (person.state !== "pending") throw conflict(`${person.fullName} isn't waiting for approval.`);
  // The landlord of the requested property decides, even if the person used to rent from this user.
  if (actor.accessScope.effectiveRole === "landlord" && person.requestedUnit === null)
    throw notFound("person");
  return person;
}

/**
 * Finishes a decision: writes the audit log and refreshes the approval lists and the person's access scope.
 */
export async function finishDecision(
  ctx: SignedInCtx,
  person: PersonRow,
  decision: {
    action: "person.approved" | "person.declined" | "person.approval-undone";
    propertyId: number | null;
    details: Record<string, unknown>;
  },
): Promise<Person> {
  await audit(ctx, {
    action: decision.action,
    subjectType: "person",
    subjectId: person.id,
    propertyId: decision.propertyId,
    details: { role: person.role, requestedUnitId: person.requestedUnit?.id ?? null, ...decision.details },
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [person.id] }));
  await refreshApprovalLists(ctx, person.requestedUnit?.propertyId ?? decision.propertyId);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, person.id));
}
