interface PlaceableUnit {
  unitNumber: string;
  floor: string | null;
  areaSqft: number | null;
}

export interface Floor<Unit> {
  /** Empty if the floor is unknown. */
  name: string;
  /** Each unit with its width as a share of the widest floor. */
  units: { unit: Unit; share: number }[];
  /** The remaining width, as a share of the widest floor. */
  remainingShare: number;
}

/** Returns the recorded floor, or the one in a unit number of three or four digits. Empty if unknown. */
const getFloor = ({ floor, unitNumber }: PlaceableUnit): string =>
  floor ?? /^(\d{1,2})\d\d$/.exec(unitNumber)?.[1] ?? "";

const groundFloors = ["G", "GF", "L", "GROUND", "LOBBY"];

/** Orders floors from the bottom up: unknown floors, basements, the ground floor, numbers, and other names. */
function getFloorOrder(name: string): number {
  if (name === "") return Number.NEGATIVE_INFINITY;
  const upperName = name.toUpperCase();
  if (groundFloors.includes(upperName)) return 0;
  const [, letters = "", digits = ""] = /^([A-Z]*)[ -]?(\d+)/.exec(upperName) ?? [];
  if (digits === "") return Number.MAX_SAFE_INTEGER;
  return letters === "B" || letters === "P" ? -Number(digits) : Number(digits);
}

/** Whether this is the entrance floor. Its remaining width is drawn as the lobby. */
export const isEntrance = (name: string): boolean => getFloorOrder(name) === 1 || getFloorOrder(name) === 0;

/**
 * Returns the floors from the top down. Units of unknown area get the average width of the others.
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
    remainingShare: 1 - sumWidths(floorUnits) / maxWidth,
  }));
}
