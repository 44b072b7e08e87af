import { type Actor, lacksTwoFactor } from "#server/http/requests/actor.ts";
import type { SessionUser } from "../../contract.ts";

/** The signed-in user in responses (AUTH-01). */
export const presentSession = (actor: Actor): SessionUser => ({
  id: actor.id,
  fullName: actor.fullName,
  role: actor.role,
  email: actor.email,
  unitId: actor.unitId,
  membership: actor.membership,
  declineReason: actor.membership === "declined" ? actor.declineReason : null,
  emailConfirmed: actor.emailConfirmed,
  density: actor.density ?? undefined,
  ...(lacksTwoFactor(actor) ? { twoFactorMissing: true } : {}),
});
