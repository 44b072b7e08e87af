import { handBackOrders } from "#domains/work-orders/server/hand-back-orders.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { endSessionsOf } from "#server/http/session.ts";
import { conflict } from "#shared/errors.ts";
import type { Person } from "../people-contract.ts";
import { endTokensOf } from "./api-tokens.ts";
import { refreshApprovers } from "./approvers.ts";
import { lockForChange } from "./lock-for-change.ts";
import { type PersonRow, presentPerson } from "./present.ts";
import { findPerson } from "./queries.ts";
import { withdrawUnbacked } from "./withdraw-invitation.ts";

type StateBefore = Exclude<PersonRow["state"], "disabled">;

/**
 * Disables a person: ends all sessions and API tokens on every instance and refuses new ones. Open orders of a technician go back to the
 * queue, and open invitations of this person are withdrawn.
 * @throws AppError not_found; forbidden; conflict when the person is already disabled
 */
export async function disablePerson(ctx: SignedInCtx, id: number, reason: string): Promise<Person> {
  const person = await lockForChange(ctx, id);
  if (person.state === "disabled") throw conflict(`${person.fullName} is disabled already.`);
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
  await endSessionsOf(ctx, id);
  await endTokensOf(ctx, id);
  const handedBack = await handBackOrders(ctx, {
    assigneeId: id,
    keptIn: [],
    reason: `${person.fullName} does not work here any more`,
  });
  await withdrawUnbacked(ctx, id);
  await audit(ctx, {
    action: "person.disabled",
    subjectType: "person",
    subjectId: id,
    details: {
      changes: [{ field: "state", from: stateBefore, to: "disabled" }],
      reason,
      ordersHandedBack: handedBack,
    },
  });
  await refreshApprovers(ctx, person.claimedUnit?.propertyId ?? null);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, id));
}

/** Restores the person's former state; a pending person is pending again. @throws AppError as above */
export async function enablePerson(ctx: SignedInCtx, id: number): Promise<Person> {
  const person = await lockForChange(ctx, id);
  if (person.state !== "disabled") throw conflict(`${person.fullName} is not disabled.`);
  const { state } = await ctx.db
    .updateTable("users")
    .set((row) => ({
      state: row.fn.coalesce("state_when_disabled", row.val("active")),
      state_when_disabled: null,
      disabled_reason: null,
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
  await refreshApprovers(ctx, person.claimedUnit?.propertyId ?? null);
  return presentPerson(await findPerson(ctx.db, ctx.actor.accessScope, id));
}

/** Ends all sessions and API tokens of a person, who may sign in again, e.g. after a phone was lost. */
export async function signOutPerson(ctx: SignedInCtx, id: number): Promise<void> {
  await lockForChange(ctx, id);
  await endSessionsOf(ctx, id);
  await endTokensOf(ctx, id);
  await audit(ctx, { action: "person.signed-out", subjectType: "person", subjectId: id });
}
