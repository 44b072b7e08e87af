import type { Ctx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Role } from "#shared/permissions.ts";
import type { LabelledUnit } from "./units.ts";

/** The people who may decide on a claim: the landlords of the property, and all admins. */
const approversOf = (ctx: Ctx, propertyId: number | null): Promise<number[]> =>
  managersOf(ctx, propertyId, { admins: "always" });

/** Notifies the people who may decide that a claim waits for them. */
export async function askApprovers(
  ctx: Ctx,
  { fullName, role, unit }: { fullName: string; role: Role; unit: LabelledUnit | null },
): Promise<void> {
  const userIds = await approversOf(ctx, unit?.property_id ?? null);
  await notify(ctx, userIds, {
    kind: "approval.waiting",
    particulars: { name: fullName, role, unit: unit?.label ?? null },
    link: "/approvals",
    propertyId: unit?.property_id,
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}

/** Refreshes the open lists of the people who may decide, after a decision. */
export async function refreshApprovers(ctx: Ctx, propertyId: number | null): Promise<void> {
  const userIds = await approversOf(ctx, propertyId);
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}
