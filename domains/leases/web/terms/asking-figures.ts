import type { UnitRow } from "#domains/properties/choices-contract.ts";
import type { Lease } from "../../contract.ts";
import { formatUnits } from "../format.ts";

/** The combined asking figures for a lease's units. 0 where a figure isn't known. */
export interface AskingFigures {
  rentCents: number;
  depositCents: number;
  areaSquareFeet: number;
  /** `Prefilled from unit 303.` */
  note: string;
}

export function sumAskingFigures(lease: Lease, units: readonly UnitRow[]): AskingFigures {
  const leasedUnits = units.filter(({ id }) => lease.units.some((unit) => unit.id === id));
  const sumFigure = (getFigure: (unit: UnitRow) => number | null | undefined) =>
    leasedUnits.reduce((total, unit) => total + (getFigure(unit) ?? 0), 0);
  return {
    rentCents: sumFigure(({ rent }) => rent),
    depositCents: sumFigure(({ deposit }) => deposit),
    areaSquareFeet: sumFigure(({ areaSqft }) => areaSqft),
    note: `Prefilled from ${formatUnits(lease.units).toLowerCase()}.`,
  };
}
