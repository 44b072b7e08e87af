/** The place of a lease: the name of its property and the numbers of its units. */
export interface LeasePlace {
  building: string;
  units: readonly string[];
}

/** `Harborview Center, units 201 and 202` */
export function formatPlace({ building, units }: LeasePlace): string {
  const [first, ...otherUnits] = units;
  if (first === undefined) return building;
  if (otherUnits.length === 0) return `${building}, unit ${first}`;
  if (otherUnits.length > 3) return `${building}, ${units.length} units`;
  return `${building}, units ${[first, ...otherUnits.slice(0, -1)].join(", ")} and ${otherUnits.at(-1)}`;
}

/** `201, 202` */
export const listUnitNumbers = (units: readonly { unitNumber: string }[]): string =>
  units.map(({ unitNumber }) => unitNumber).join(", ");
