import { cancelAwaitingOrders } from "#domains/work-orders/server/awaiting-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Person } from "../people-contract.ts";
import { concludeDecision, lockClaimant } from "./decide.ts";
import { mailRefusal } from "./mails.ts";

/**
 * Refuses a claim: the person sees the reason and may claim again, and the orders reported for the claimed unit are cancelled
 * (REG-18..21).
 * @throws AppError not_found; forbidden; conflict
 */
export async function refusePerson(ctx: SignedInCtx, id: number, reason: string): Promise<Person> {
  const person = await lockClaimant(ctx, id);
  await ctx.db
    .updateTable("users")
    .set((row) => ({ state: "refused", refusal_reason: reason, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await cancelAwaitingOrders(ctx, id);
  await notify(ctx, [id], {
    kind: "approval.refused",
    particulars: { reason },
    link: "/dashboard",
    propertyId: person.claimedUnit?.propertyId,
  });
  await mailRefusal(ctx, { id, email: person.email, fullName: person.fullName }, reason);
  return concludeDecision(ctx, person, {
    action: "person.refused",
    propertyId: person.claimedUnit?.propertyId ?? null,
    details: { reason },
  });
}
