/** The list's query without its controls, because the script in the page's head also imports this file. */

/** In their order in the URL. */
export const filterNames = [
  "q",
  "status",
  "category",
  "priority",
  "age",
  "due",
  "planned",
  "assignee",
  "watched",
  "propertyId",
  "companyId",
  "teamId",
  "sort",
] as const;

export const pageSizes = [5, 25, 50, 100] as const;
export const [defaultPageSize] = pageSizes;

/** The number of cards on one page of a board's column. */
export const columnPageSize = 20;
