import type { UnitRow } from "#domains/properties/choices-contract.ts";
import type { Lease } from "../contract.ts";
import { unitsInWords } from "./words.ts";

/** What is asked for the units of a lease together; 0 where nothing is known. */
export interface Asking {
  rentCents: number;
  depositCents: number;
  areaSquareFeet: number;
  /** `Prefilled from unit 303.` */
  note: string;
}

export function askingOf(lease: Lease, units: readonly UnitRow[]): Asking {
  const leased = units.filter(({ id }) => lease.units.some((unit) => unit.id === id));
  const sum = (figureOf: (unit: UnitRow) => number | null | undefined) =>
    leased.reduce((total, unit) => total + (figureOf(unit) ?? 0), 0);
  const words = unitsInWords(lease.units);
  return {
    rentCents: sum(({ rent }) => rent),
    depositCents: sum(({ deposit }) => deposit),
    areaSquareFeet: sum(({ areaSqft }) => areaSqft),
    note: `Prefilled from ${words.charAt(0).toLowerCase()}${words.slice(1)}.`,
  };
}
