import type { Person } from "../../people-contract.ts";

type DerivedField = "properties" | "propertyCount" | "units" | "companies" | "createdAt" | "lastSignInAt";

/** A row of `personColumns`. */
export interface PersonRow extends Omit<Person, DerivedField> {
  properties: { count: number; firstProperties: Person["properties"] };
  leaseSummary: Pick<Person, "units" | "companies">;
  createdAt: Date;
  lastSignInAt: Date | null;
}

export const presentPerson = ({
  properties,
  leaseSummary,
  createdAt,
  lastSignInAt,
  ...row
}: PersonRow): Person => ({
  ...row,
  ...leaseSummary,
  properties: properties.firstProperties,
  propertyCount: properties.count,
  createdAt: createdAt.toISOString(),
  lastSignInAt: lastSignInAt?.toISOString() ?? null,
});
