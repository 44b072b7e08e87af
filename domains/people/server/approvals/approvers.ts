import type { Ctx } from "#server/http/context.ts";
import { findManagers } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Role } from "#shared/permissions.ts";
import type { LabeledUnit } from "../units.ts";

/** Finds the people who can decide an access request: the property's landlords and all admins. */
const findApprovers = (ctx: Ctx, propertyId: number | null): Promise<number[]> =>
  findManagers(ctx, propertyId, { admins: "always" });

/** Notifies the people who can decide that an access request is waiting. */
export async function notifyApprovers(
  ctx: Ctx,
  { fullName, role, unit }: { fullName: string; role: Role; unit: LabeledUnit | null },
): Promise<void> {
  const userIds = await findApprovers(ctx, unit?.property_id ?? null);
  await notify(ctx, userIds, {
    kind: "approval.requested",
    details: { name: fullName, role, unit: unit?.label ?? null },
    link: "/approvals",
    propertyId: unit?.property_id,
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}

/** Refreshes the open approval lists after a decision. */
export async function refreshApprovalLists(ctx: Ctx, propertyId: number | null): Promise<void> {
  const userIds = await findApprovers(ctx, propertyId);
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}
