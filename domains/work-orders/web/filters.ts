import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { ages } from "../ages.ts";
import { filterCategories } from "../categories.ts";
import type { listWorkOrders } from "../contract.ts";
import { filterPriorities } from "../priorities.ts";
import { filterStatuses } from "../status.ts";

/** WO-19, CON-06. */
export const tablePageSize = 5;
export const pageSizes = [5, 10, 25, 50] as const;
export const searchLettersMax = 200;

export const assigneeFilters = ["me", "none"] as const;
export const views = ["table", "board"] as const;
export type View = (typeof views)[number];

/** What the list is narrowed to, as the server is asked. Absent means all. */
export type Filters = Pick<
  SentQueryOf<typeof listWorkOrders>,
  "status" | "category" | "priority" | "age" | "assignee" | "propertyId" | "q" | "sort"
>;

/** Everything about the list that the address keeps. */
export interface ListAddress {
  view: View;
  filters: Filters;
  page: number;
  pageSize: number;
}

const readers = {
  status: among(filterStatuses),
  category: among(filterCategories),
  priority: among(filterPriorities),
  age: among(ages),
  assignee: among(assigneeFilters),
  propertyId: (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? text : undefined),
  q: (text: string) => text.trim().slice(0, searchLettersMax) || undefined,
  sort: among(["oldest"]),
} satisfies Record<keyof Filters, (text: string) => string | undefined>;
export const filterNames = Object.keys(readers) as (keyof Filters)[];

/** The filters behind `More filters`. */
export const quietFilterNames = ["priority", "age", "assignee", "propertyId", "sort"] as const;

/** Reads the query string; what it does not know is left out, so that a mistyped address still shows a list. */
export function readListAddress(search: string): ListAddress {
  const query = new URLSearchParams(search);
  const found = filterNames.map((name) => [name, readers[name](query.get(name) ?? "")] as const);
  const filters: Filters = Object.fromEntries(found.filter(([, value]) => value !== undefined));
  const pageSize = Number(query.get("pageSize"));
  const page = Number(query.get("page"));
  return {
    view: query.get("view") === "board" ? "board" : "table",
    filters,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 100_000_000 ? page : 1,
    pageSize: pageSizes.find((size) => size === pageSize) ?? tablePageSize,
  };
}

/** The query string for `address`, without its question mark; what is usual is not written. */
export function writeListAddress({ view, filters, page, pageSize }: ListAddress): string {
  const query = new URLSearchParams();
  if (view === "board") query.set("view", "board");
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== "") query.set(name, value);
  }
  if (pageSize !== tablePageSize) query.set("pageSize", String(pageSize));
  if (page > 1) query.set("page", String(page));
  return query.toString();
}

/** The board's columns are the states, so the board takes every filter but that one and the age, which is of open orders. */
export function boardFilters({ status: _, age: _a, ...rest }: Filters): Filters {
  return rest;
}

function among<T extends string>(values: readonly T[]) {
  return (text: string): T | undefined => values.find((value) => value === text);
}
