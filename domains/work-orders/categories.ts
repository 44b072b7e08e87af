/**
 * All categories (WO-44; requirements, "Categories"). Any letter case is accepted, and this spelling is
 * stored.
 */
export const categories = [
  "Electrical",
  "Plumbing",
  "HVAC",
  "Structural",
  "Maintenance",
  "Other",
  "General",
  "Cleaning",
  "Security",
] as const;
export type Category = (typeof categories)[number];

/** The options of the create form and the list filter (WO-13, WO-61). */
export const createCategories = [
  "Electrical",
  "Plumbing",
  "HVAC",
  "Structural",
  "Maintenance",
  "Other",
] as const;
export const filterCategories = createCategories;

/** The edit form's option values (WO-36). */
export const editCategories = ["plumbing", "electrical", "hvac", "general", "cleaning", "security"] as const;

/** Returns the category with this name in any letter case, or undefined. */
export const readCategory = (value: string): Category | undefined =>
  categories.find((category) => category.toLowerCase() === value.toLowerCase());

/** The categories a filter value matches. `Other` includes the categories that have no filter option. */
export const matchingCategories = (filter: Category): readonly Category[] =>
  filter === "Other" ? ["Other", "General", "Cleaning", "Security"] : [filter];
