import { type Actor, lacksSecondFactor } from "#server/http/actor.ts";
import type { SessionUser } from "../contract.ts";
import type { Person } from "../people-contract.ts";

/** AUTH-01. */
export const presentSession = (actor: Actor): SessionUser => ({
  id: actor.id,
  fullName: actor.fullName,
  role: actor.role,
  email: actor.email,
  unitId: actor.unitId,
  membership: actor.membership,
  refusalReason: actor.membership === "refused" ? actor.refusalReason : null,
  emailConfirmed: actor.emailConfirmed,
  ...(lacksSecondFactor(actor) ? { secondFactorMissing: true } : {}),
});

/** A person as `personColumns` reads one. */
export interface PersonRow extends Omit<Person, "createdAt" | "lastSignInAt"> {
  createdAt: Date;
  lastSignInAt: Date | null;
}

export const presentPerson = (row: PersonRow): Person => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
});
