interface Placed {
  unitNumber: string;
  floor: string | null;
  areaSqft: number | null;
}

export interface Floor<Unit> {
  /** Empty if the floor is unknown. */
  name: string;
  /** Each with its share of the widest floor. */
  units: { unit: Unit; share: number }[];
  /** The rest of the widest floor. */
  rest: number;
}

/** The floor a unit is on: as recorded, or as in a number with three or four digits. Empty if unknown. */
const floorOf = ({ floor, unitNumber }: Placed): string =>
  floor ?? /^(\d{1,2})\d\d$/.exec(unitNumber)?.[1] ?? "";

const groundFloors = ["G", "GF", "L", "GROUND", "LOBBY"];

/** Orders floors from the bottom up: basements, the ground floor, numbers, others, and unknown ones. */
function heightOf(name: string): number {
  if (name === "") return Number.NEGATIVE_INFINITY;
  const upper = name.toUpperCase();
  if (groundFloors.includes(upper)) return 0;
  const [, letters = "", digits = ""] = /^([A-Z]*)[ -]?(\d+)/.exec(upper) ?? [];
  if (digits === "") return Number.MAX_SAFE_INTEGER;
  return letters === "B" || letters === "P" ? -Number(digits) : Number(digits);
}

/** Whether the floor is where people enter, so that the rest of it is drawn as the lobby. */
export const isEntrance = (name: string): boolean => heightOf(name) === 1 || heightOf(name) === 0;

/**
 * Returns the floors from the top down. A unit of unknown area is as wide as the average of the others.
 */
export function stackFloors<Unit extends Placed>(units: readonly Unit[]): Floor<Unit>[] {
  const known = units.flatMap(({ areaSqft }) => (areaSqft === null || areaSqft === 0 ? [] : [areaSqft]));
  const average = known.length === 0 ? 1 : known.reduce((sum, area) => sum + area, 0) / known.length;
  const widthOf = (unit: Unit) => unit.areaSqft || average;
  const sum = (some: readonly Unit[]) => some.reduce((all, unit) => all + widthOf(unit), 0);
  const floors = [...new Set(units.map(floorOf))]
    .toSorted((a, b) => heightOf(b) - heightOf(a) || a.localeCompare(b))
    .map((name) => ({ name, some: units.filter((unit) => floorOf(unit) === name) }));
  const widest = Math.max(...floors.map(({ some }) => sum(some)));
  return floors.map(({ name, some }) => ({
    name,
    units: some.map((unit) => ({ unit, share: widthOf(unit) / widest })),
    rest: 1 - sum(some) / widest,
  }));
}
