import type { Person } from "../../people-contract.ts";

type DerivedField = "buildings" | "buildingCount" | "units" | "companies" | "createdAt" | "lastSignInAt";

/** A row of `personColumns`. */
export interface PersonRow extends Omit<Person, DerivedField> {
  buildings: { count: number; firstBuildings: Person["buildings"] };
  leaseSummary: Pick<Person, "units" | "companies">;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export const presentPerson = ({
  buildings,
  leaseSummary,
  createdAt,
  lastSignInAt,
  ...row
}: PersonRow): Person => ({
  ...row,
  ...leaseSummary,
  buildings: buildings.firstBuildings,
  buildingCount: buildings.count,
  createdAt: createdAt.toISOString(),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});
