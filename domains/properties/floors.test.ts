import { expect, test } from "vitest";
import { isEntrance, stackFloors } from "./floors.ts";

const unit = (unitNumber: string, floor: string | null, areaSqft: number | null = 1_000) => ({
  unitNumber,
  floor,
  areaSqft,
});
const names = (units: Parameters<typeof stackFloors>[0]) => stackFloors(units).map(({ name }) => name);

test("floors are stacked from the top down, with the basement below and unknown floors last", () => {
  const floors = ["2", "10", "B1", "Ground", null, "P2", "1", "Roof"].map((floor) => unit("A", floor));
  expect(names(floors)).toEqual(["Roof", "10", "2", "1", "Ground", "B1", "P2", ""]);
});

test("a unit without a recorded floor gets it from a unit number of three or four digits", () => {
  expect(names([unit("302", null), unit("1204", null), unit("7", null), unit("30001", null)])).toEqual([
    "12",
    "3",
    "",
  ]);
});

test("a unit's width matches its area, and a unit of unknown area gets the average width", () => {
  const [second, first] = stackFloors([
    unit("101", "1", 1_000),
    unit("201", "2", 3_000),
    unit("202", "2", null),
  ]);
  expect(second).toEqual({
    name: "2",
    units: [
      { unit: unit("201", "2", 3_000), share: 0.6 },
      { unit: unit("202", "2", null), share: 0.4 },
    ],
    remainingShare: 0,
  });
  expect(first?.units[0]?.share).toBe(0.2);
  expect(first?.remainingShare).toBeCloseTo(0.8);
});

test("if no areas are known, all units have equal widths, and a property without units has no floors", () => {
  expect(stackFloors([unit("1", "1", null), unit("2", "1", 0)])[0]?.units.map(({ share }) => share)).toEqual([
    0.5, 0.5,
  ]);
  expect(stackFloors([])).toEqual([]);
});

test.each([
  ["1", true],
  ["G", true],
  ["2", false],
  ["B1", false],
  ["", false],
])("the floor %s counts as an entrance: %s", (name, isOne) => {
  expect(isEntrance(name)).toBe(isOne);
});
