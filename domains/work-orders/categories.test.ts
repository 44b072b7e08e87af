import { expect, test } from "vitest";
import {
  categoriesFoundBy,
  createCategories,
  editCategories,
  filterCategories,
  readCategory,
} from "./categories.ts";
import { priorities } from "./priorities.ts";

test("WO-13 WO-61 the filter and the create form offer six categories", () => {
  expect(createCategories).toEqual(["Electrical", "Plumbing", "HVAC", "Structural", "Maintenance", "Other"]);
  expect(filterCategories).toEqual(createCategories);
});

test("WO-36 the edit form offers its own six", () => {
  expect(editCategories).toEqual(["plumbing", "electrical", "hvac", "general", "cleaning", "security"]);
});

test("WO-44 any letter case is accepted, one spelling is kept, and Other finds categories without an option", () => {
  expect(editCategories.map(readCategory)).toEqual([
    "Plumbing",
    "Electrical",
    "HVAC",
    "General",
    "Cleaning",
    "Security",
  ]);
  expect(readCategory("gardening")).toBeUndefined();
  expect(categoriesFoundBy("Other")).toEqual(["Other", "General", "Cleaning", "Security"]);
  expect(categoriesFoundBy("HVAC")).toEqual(["HVAC"]);
});

test("WO-35 WO-64 four priorities", () => {
  expect(priorities).toEqual(["low", "medium", "high", "urgent"]);
});
