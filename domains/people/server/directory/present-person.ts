import type { Person } from "../../people-contract.ts";

type DerivedField = "buildings" | "buildingCount" | "units" | "companies" | "createdAt" | "lastSignInAt";

/** A row of `personColumns`. */
export interface PersonRow extends Omit<Person, DerivedField> {
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
