import { managersOf } from "#domains/notifications/server/managers.ts";
import { notify } from "#domains/notifications/server/notify.ts";
import type { Ctx } from "#server/http/context.ts";

/** Who may decide on a claim: the landlords of the property, and all admins. */
const approversOf = (ctx: Ctx, propertyId: number | null): Promise<number[]> =>
  managersOf(ctx, propertyId, { admins: "always" });

/** Tells those who may decide that somebody waits for them. */
export async function askApprovers(
  ctx: Ctx,
  { text, propertyId }: { text: string; propertyId: number | null },
): Promise<void> {
  const userIds = await approversOf(ctx, propertyId);
  await notify(ctx, {
    userIds,
    kind: "approval.waiting",
    text,
    link: "/approvals",
    ...(propertyId === null ? {} : { propertyId }),
  });
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}

/** Lets the lists of those who may decide read again, as somebody has decided. */
export async function refreshApprovers(ctx: Ctx, propertyId: number | null): Promise<void> {
  const userIds = await approversOf(ctx, propertyId);
  ctx.afterCommit(() => ctx.live.publish({ to: "users", kind: "approvals", userIds }));
}
