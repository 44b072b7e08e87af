/** All categories (WO-44; requirements, "Categories"): accepted in any letter case, stored in this spelling. */
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

/** The options of the create form and of the list filter (WO-13, WO-61). */
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

/** The category that `value` names in any letter case, or undefined. */
export const readCategory = (value: string): Category | undefined =>
  categories.find((category) => category.toLowerCase() === value.toLowerCase());

/** The categories a filter value finds: `Other` also finds those the filter has no option for. */
export const categoriesFoundBy = (filter: Category): readonly Category[] =>
  filter === "Other" ? ["Other", "General", "Cleaning", "Security"] : [filter];
