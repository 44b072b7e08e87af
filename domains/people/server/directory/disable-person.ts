import { endAccess } from "#domains/accounts/server/sessions/end-access.ts";
import { unassignWorkOrders } from "#domains/work-orders/server/assignment/unassign-work-orders.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { Person } from "../../people-contract.ts";
import { refreshApprovalLists } from "../approvals/approvers.ts";
import { withdrawUnauthorizedInvitations } from "../invitations/withdraw-invitation.ts";
import { lockPersonForChange } from "./lock-person-for-change.ts";
import { findPerson } from "./person-queries.ts";
import { type PersonRow, presentPerson } from "./present-person.ts";

type StateBefore = Exclude<PersonRow["state"], "disabled">;

/**
 * Disables a person. Ends all sessions and API tokens on every instance and rejects new ones. A technician's
 * open work orders become unassigned, and the person's pending invitations are withdrawn.
 * @throws AppError not_found; forbidden; conflict if the person is already disabled
 */
export async function disablePerson(ctx: SignedInCtx, id: number, reason: string): Promise<Person> {
  const person = await lockPersonForChange(ctx, id);
  if (person.state === "disabled") throw conflict(`${person.fullName} is already disabled.`);
  const stateBefore: StateBefore = person.state;
  await ctx.db
    .updateTable("users")
    .set((row) => ({
      state: "disabled",
      state_when_disabled: stateBefore,
      disabled_reason: reason === "" ? null : reason,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await endAccess(ctx, id);
  const unassigned = await unassignWorkOrders(ctx, {
    assigneeId: id,
    exceptAt: [],
    reason: `${person.fullName} is no longer on the team`,
  });
  await withdrawUnauthorizedInvitations(ctx, id);
  await audit(ctx, {
    action: "person.disabled",
    subjectType: "person",
    subjectId: id,
    details: {
      changes: [{ field: "state", from: stateBefore, to: "disabled" }],
      reason,
      unassignedWorkOrderCount: unassigned,
    },
  });
  await refreshApprovalLists(ctx, person.requestedUnit?.propertyId ?? null);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, id));
}

/**
 * Restores the person's previous state. A person who was pending is pending again.
 * @throws AppError not_found; forbidden; conflict if the person isn't disabled
 */
export async function enablePerson(ctx: SignedInCtx, id: number): Promise<Person> {
  const person = await lockPersonForChange(ctx, id);
  if (person.state !== "disabled") throw conflict(`${person.fullName} isn't disabled.`);
  const { state } = await ctx.db
    .updateTable("users")
    .set((row) => ({
      state: row.fn.coalesce("state_when_disabled", row.val("active" as const)),
      state_when_disabled: null,
      disabled_reason: null,
      access_since: ctx.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .returning("state")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "person.enabled",
    subjectType: "person",
    subjectId: id,
    details: { changes: [{ field: "state", from: "disabled", to: state }] },
  });
  await refreshApprovalLists(ctx, person.requestedUnit?.propertyId ?? null);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, id));
}

/**
 * Ends all of a person's sessions and API tokens, for example after they lose their phone. The person can
 * sign in again.
 */
export async function signOutPerson(ctx: SignedInCtx, id: number): Promise<void> {
  await lockPersonForChange(ctx, id);
  await endAccess(ctx, id);
  await audit(ctx, { action: "person.signed-out", subjectType: "person", subjectId: id });
}
