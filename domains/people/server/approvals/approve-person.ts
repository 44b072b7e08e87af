import { type JoinedLease, resolveLeaseChoice } from "#domains/leases/server/members/add-to-lease.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { approvePerson as approvePersonEndpoint } from "../../people-contract.ts";
import type { PersonRow } from "../directory/present-person.ts";
import { sendApprovalEmail } from "../invitations/emails.ts";
import { type LabeledUnit, lockUnitWithin } from "../units.ts";
import { admitToLease } from "./admit-to-lease.ts";
import { finishDecision, lockPendingPerson } from "./decision.ts";

type ApprovalChoice = BodyOf<typeof approvePersonEndpoint>;

/**
 * Approves a pending person (requirements, "Model"). A tenant joins the selected lease of the requested unit,
 * or of another unit the approver selects. Maintenance staff get their properties. The approval can be undone
 * for one minute (`undoApproval`).
 * @throws AppError not_found; forbidden; conflict; invalid for a unit, lease, or property that can't be
 * selected
 */
export async function approvePerson(
  ctx: SignedInCtx,
  id: number,
  choice: ApprovalChoice,
): Promise<ResponseOf<typeof approvePersonEndpoint>> {
  const person = await lockPendingPerson(ctx, id);
  await ctx.db
    .updateTable("users")
    .set((row) => ({
      state: "active",
      decline_reason: null,
      requested_unit_id: null,
      access_since: ctx.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  const grant =
    person.role === "tenant"
      ? await grantUnit(ctx, person, choice)
      : await assignStaffProperties(ctx, person, choice.propertyIds ?? []);
  await notify(ctx, [id], {
    kind: "approval.approved",
    details: { place: grant.unitLabel },
    link: "/dashboard",
    propertyId: grant.propertyId ?? undefined,
  });
  await sendApprovalEmail(ctx, { id, email: person.email, fullName: person.fullName }, grant.unitLabel);
  const approved = await finishDecision(ctx, person, {
    action: "person.approved",
    propertyId: grant.propertyId,
    details: { ...grant.details, version: person.version + 1 },
  });
  return { ...approved, joined: grant.joined };
}

interface Grant {
  joined: JoinedLease | null;
  /** The unit whose lease the person joined. Null without a lease. */
  unitLabel: string | null;
  propertyId: number | null;
  details: Record<string, unknown>;
}

async function grantUnit(
  ctx: SignedInCtx,
  person: PersonRow,
  { unitId, lease }: ApprovalChoice,
): Promise<Grant> {
  const unit = await requireUnit(ctx, person, unitId);
  const joined = await admitToLease(ctx, {
    person,
    unit,
    choice: await resolveLeaseChoice(ctx, unit, lease),
  });
  return {
    joined,
    unitLabel: joined && unit.label,
    propertyId: unit.property_id,
    details: { unitId: unit.id, leaseId: joined?.id ?? null, isNewLease: joined?.isNew ?? false },
  };
}

async function requireUnit(ctx: SignedInCtx, person: PersonRow, unitId?: number): Promise<LabeledUnit> {
  const requestedUnitId = unitId ?? person.requestedUnit?.id;
  if (requestedUnitId === undefined) throw invalid({ unitId: "Select this tenant's unit." });
  const unit = await lockUnitWithin(ctx.db, ctx.actor.accessScope, requestedUnitId);
  if (unit === undefined) throw invalid({ unitId: "Select a unit at one of your properties." });
  return unit;
}

/** Assigns properties to a maintenance staff member, who sees nothing until they have at least one. */
async function assignStaffProperties(
  ctx: SignedInCtx,
  person: PersonRow,
  propertyIds: number[],
): Promise<Grant> {
  const requestedIds = person.role === "maintenance" ? [...new Set(propertyIds)] : [];
  if (requestedIds.length > 0) {
    const { everywhere, propertyIds: myPropertyIds } = ctx.actor.accessScope;
    const existing = await ctx.db
      .selectFrom("properties")
      .select("id")
      .where("id", "in", requestedIds)
      .execute();
    if (
      existing.length < requestedIds.length ||
      !(everywhere || requestedIds.every((id) => myPropertyIds.includes(id)))
    )
      throw invalid({ propertyIds: "One of the selected properties no longer exists." });
    await ctx.db
      .insertInto("property_staff")
      .values(requestedIds.map((propertyId) => ({ property_id: propertyId, user_id: person.id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { joined: null, unitLabel: null, propertyId: null, details: { propertyIds: requestedIds } };
}
