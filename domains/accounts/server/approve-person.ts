import { checkedChoice, type JoinedLease } from "#domains/leases/server/join-tenancy.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { approvePerson as approvePersonEndpoint } from "../people-contract.ts";
import { concludeDecision, lockClaimant } from "./decide.ts";
import { letIn } from "./let-in.ts";
import { mailApproval } from "./mails.ts";
import type { PersonRow } from "./present.ts";
import { type LabelledUnit, lockUnitWithin } from "./units.ts";

type Choice = BodyOf<typeof approvePersonEndpoint>;

/**
 * Approves a pending person (requirements, "Model"): a tenant joins the chosen lease of the claimed unit, or of another unit
 * chosen by the approver; maintenance staff get their buildings. It can be undone for a minute (`undoApproval`).
 * @throws AppError not_found; forbidden; conflict; invalid for a unit, lease or building that cannot be chosen
 */
export async function approvePerson(
  ctx: SignedInCtx,
  id: number,
  choice: Choice,
): Promise<ResponseOf<typeof approvePersonEndpoint>> {
  const person = await lockClaimant(ctx, id);
  await ctx.db
    .updateTable("users")
    .set((row) => ({
      state: "active",
      refusal_reason: null,
      claimed_unit_id: null,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  const granted =
    person.role === "tenant"
      ? await grantUnit(ctx, person, choice)
      : await grantBuildings(ctx, person, choice.propertyIds ?? []);
  await notify(ctx, [id], {
    kind: "approval.approved",
    particulars: { place: granted.place },
    link: "/dashboard",
    propertyId: granted.propertyId ?? undefined,
  });
  await mailApproval(ctx, { id, email: person.email, fullName: person.fullName }, granted.place);
  const approved = await concludeDecision(ctx, person, {
    action: "person.approved",
    propertyId: granted.propertyId,
    details: { ...granted.details, version: person.version + 1 },
  });
  return { ...approved, joined: granted.joined };
}

interface Granted {
  joined: JoinedLease | null;
  place: string | null;
  propertyId: number | null;
  details: Record<string, unknown>;
}

async function grantUnit(ctx: SignedInCtx, person: PersonRow, { unitId, lease }: Choice): Promise<Granted> {
  const unit = await unitFor(ctx, person, unitId);
  const joined = await letIn(ctx, { person, unit, choice: await checkedChoice(ctx, unit, lease) });
  return {
    joined,
    place: joined && unit.label,
    propertyId: unit.property_id,
    details: { unitId: unit.id, leaseId: joined?.id ?? null, isNewLease: joined?.isNew ?? false },
  };
}

async function unitFor(ctx: SignedInCtx, person: PersonRow, unitId?: number): Promise<LabelledUnit> {
  const wanted = unitId ?? person.claimedUnit?.id;
  if (wanted === undefined) throw invalid({ unitId: "Please choose the unit of this tenant." });
  const unit = await lockUnitWithin(ctx.db, ctx.actor.accessScope, wanted);
  if (unit === undefined) throw invalid({ unitId: "Please choose a unit of your own buildings." });
  return unit;
}

/** Grants buildings to a member of the maintenance staff, who sees nothing until there is at least one. */
async function grantBuildings(ctx: SignedInCtx, person: PersonRow, propertyIds: number[]): Promise<Granted> {
  const wanted = person.role === "maintenance" ? [...new Set(propertyIds)] : [];
  if (wanted.length > 0) {
    const { everywhere, propertyIds: own } = ctx.actor.accessScope;
    const found = await ctx.db.selectFrom("properties").select("id").where("id", "in", wanted).execute();
    if (found.length < wanted.length || !(everywhere || wanted.every((id) => own.includes(id))))
      throw invalid({ propertyIds: "One of these buildings does not exist." });
    await ctx.db
      .insertInto("property_staff")
      .values(wanted.map((propertyId) => ({ property_id: propertyId, user_id: person.id })))
      .onConflict((granted) => granted.doNothing())
      .execute();
  }
  return { joined: null, place: null, propertyId: null, details: { propertyIds: wanted } };
}
