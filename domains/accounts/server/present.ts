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

type Given = "buildings" | "buildingCount" | "units" | "companies" | "createdAt" | "lastSignInAt";

/** A row of `personColumns`. */
export interface PersonRow extends Omit<Person, Given> {
  buildings: { count: number; first: Person["buildings"] };
  leased: Pick<Person, "units" | "companies">;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export const presentPerson = ({ buildings, leased, createdAt, lastSignInAt, ...row }: PersonRow): Person => ({
  ...row,
  ...leased,
  buildings: buildings.first,
  buildingCount: buildings.count,
  createdAt: createdAt.toISOString(),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});
