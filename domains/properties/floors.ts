interface PlaceableUnit {
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
  restShare: number;
}

/** The floor a unit is on: as recorded, or as in a number with three or four digits. Empty if unknown. */
const getFloor = ({ floor, unitNumber }: PlaceableUnit): string =>
  floor ?? /^(\d{1,2})\d\d$/.exec(unitNumber)?.[1] ?? "";

const groundFloors = ["G", "GF", "L", "GROUND", "LOBBY"];

/** Orders floors from the bottom up: basements, the ground floor, numbers, others, and unknown ones. */
function getFloorOrder(name: string): number {
  if (name === "") return Number.NEGATIVE_INFINITY;
  const upperName = name.toUpperCase();
  if (groundFloors.includes(upperName)) return 0;
  const [, letters = "", digits = ""] = /^([A-Z]*)[ -]?(\d+)/.exec(upperName) ?? [];
  if (digits === "") return Number.MAX_SAFE_INTEGER;
  return letters === "B" || letters === "P" ? -Number(digits) : Number(digits);
}

/** Whether the floor is where people enter, so that the rest of it is drawn as the lobby. */
export const isEntrance = (name: string): boolean => getFloorOrder(name) === 1 || getFloorOrder(name) === 0;

/**
 * Returns the floors from the top down. A unit of unknown area is as wide as the average of the others.
 */
export function stackFloors<Unit extends PlaceableUnit>(units: readonly Unit[]): Floor<Unit>[] {
  const knownAreas = units.flatMap(({ areaSqft }) => (areaSqft === null || areaSqft === 0 ? [] : [areaSqft]));
  const averageArea =
    knownAreas.length === 0 ? 1 : knownAreas.reduce((sum, area) => sum + area, 0) / knownAreas.length;
  const getWidth = (unit: Unit) => unit.areaSqft || averageArea;
  const sumWidths = (floorUnits: readonly Unit[]) =>
    floorUnits.reduce((total, unit) => total + getWidth(unit), 0);
  const floors = [...new Set(units.map(getFloor))]
    .toSorted((a, b) => getFloorOrder(b) - getFloorOrder(a) || a.localeCompare(b))
    .map((name) => ({ name, floorUnits: units.filter((unit) => getFloor(unit) === name) }));
  const maxWidth = Math.max(...floors.map(({ floorUnits }) => sumWidths(floorUnits)));
  return floors.map(({ name, floorUnits }) => ({
    name,
    units: floorUnits.map((unit) => ({ unit, share: getWidth(unit) / maxWidth })),
    restShare: 1 - sumWidths(floorUnits) / maxWidth,
  }));
}
