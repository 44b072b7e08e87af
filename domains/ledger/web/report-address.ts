import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { isDay } from "#shared/calendar.ts";
import { type AgedSort, agedSorts } from "../reports-contract.ts";

/** What a report is narrowed to, and how it is ordered, as it stands in the address. */
export interface ReportFilters {
  q?: string;
  propertyId?: string;
  on?: string;
  overdue?: "yes";
  sort?: Exclude<AgedSort, "newest">;
  year?: string;
}
export type FilterName = keyof ReportFilters;

export const agedFilterNames: readonly FilterName[] = ["q", "propertyId", "on", "overdue", "sort"];

export function readReportAddress(
  search: string,
  names: readonly FilterName[],
): { filters: ReportFilters; page: number } {
  const query = new URLSearchParams(search);
  const given = (name: FilterName) => (names.includes(name) ? (query.get(name)?.trim() ?? "") : "");
  const filters: ReportFilters = {};
  if (given("q") !== "") filters.q = given("q").slice(0, 100);
  if (/^[1-9]\d{0,15}$/.test(given("propertyId"))) filters.propertyId = given("propertyId");
  if (isDay(given("on"))) filters.on = given("on");
  if (given("overdue") === "yes") filters.overdue = "yes";
  const sort = agedSorts.find((known) => known === given("sort"));
  if (sort !== undefined && sort !== "newest") filters.sort = sort;
  if (/^(19|20|21)\d\d$/.test(given("year"))) filters.year = given("year");
  const page = query.get("page") ?? "";
  return { filters, page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : 1 };
}

/** Filters and page stand in the address, so that a link or the way back shows the same. `names` are those of the report. */
export function useReportAddress(names: readonly FilterName[]) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { filters, page } = useMemo(() => readReportAddress(search, names), [search, names]);

  const go = useCallback(
    (next: ReportFilters, toPage: number, options?: { replace: boolean }) => {
      const query = new URLSearchParams(Object.entries(next) as [string, string][]);
      if (toPage > 1) query.set("page", String(toPage));
      const written = query.toString();
      navigate(written === "" ? path : `${path}?${written}`, options);
    },
    [navigate, path],
  );
  const set = useCallback(
    (name: FilterName, value: string) => {
      const { [name]: _, ...rest } = filters;
      go(value === "" ? rest : { ...rest, [name]: value }, 1, { replace: true });
    },
    [filters, go],
  );
  return {
    filters,
    page,
    set,
    clear: () => go({}, 1, { replace: true }),
    setPage: (next: number) => go(filters, next),
  };
}
export type ReportAddress = ReturnType<typeof useReportAddress>;
