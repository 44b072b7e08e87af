import { expect, test } from "vitest";
import {
  createCategories,
  editCategories,
  filterCategories,
  matchingCategories,
  readCategory,
} from "./categories.ts";
import { priorities } from "./priorities.ts";

test("WO-13 WO-61 the work order filter and the create form offer six categories", () => {
  expect(createCategories).toEqual(["Electrical", "Plumbing", "HVAC", "Structural", "Maintenance", "Other"]);
  expect(filterCategories).toEqual(createCategories);
});

test("WO-36 the edit form offers six categories, which differ from those of the create form", () => {
  expect(editCategories).toEqual(["plumbing", "electrical", "hvac", "general", "cleaning", "security"]);
});

test("WO-44 categories are accepted in any letter case and normalized, and Other matches categories without an option", () => {
  expect(editCategories.map(readCategory)).toEqual([
    "Plumbing",
    "Electrical",
    "HVAC",
    "General",
    "Cleaning",
    "Security",
  ]);
  expect(readCategory("gardening")).toBeUndefined();
  expect(matchingCategories("Other")).toEqual(["Other", "General", "Cleaning", "Security"]);
  expect(matchingCategories("HVAC")).toEqual(["HVAC"]);
});

test("WO-35 WO-64 work orders have four priorities", () => {
  expect(priorities).toEqual(["low", "medium", "high", "urgent"]);
});
