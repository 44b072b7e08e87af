import { cancelPendingWorkOrders } from "#domains/work-orders/server/report/pending-work-orders.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Person } from "../../people-contract.ts";
import { sendDeclineEmail } from "../invitations/emails.ts";
import { finishDecision, lockPendingPerson } from "./decision.ts";

/**
 * Declines an access request. The person sees the reason and can request access again. Work orders submitted
 * for the requested unit are cancelled (REG-18..21).
 * @throws AppError not_found; forbidden; conflict
 */
export async function declinePerson(ctx: SignedInCtx, id: number, reason: string): Promise<Person> {
  const person = await lockPendingPerson(ctx, id);
  await ctx.db
    .updateTable("users")
    .set((row) => ({ state: "declined", decline_reason: reason, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  await cancelPendingWorkOrders(ctx, id);
  await notify(ctx, [id], {
    kind: "approval.declined",
    details: { reason },
    link: "/dashboard",
    propertyId: person.requestedUnit?.propertyId,
  });
  await sendDeclineEmail(ctx, { id, email: person.email, fullName: person.fullName }, reason);
  return finishDecision(ctx, person, {
    action: "person.declined",
    propertyId: person.requestedUnit?.propertyId ?? null,
    details: { reason },
  });
}
