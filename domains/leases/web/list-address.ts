import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";
import { leaseFilterStates } from "../states.ts";

export const leasesPerPage = 20;

/** What the list is narrowed to, as it stands in the address. */
export interface LeaseFilters {
  q?: string;
  state?: (typeof leaseFilterStates)[number];
  propertyId?: string;
  unitId?: string;
  companyId?: string;
}

const idPattern = /^[1-9]\d{0,15}$/;

export function readLeaseAddress(search: string): { filters: LeaseFilters; page: number } {
  const query = new URLSearchParams(search);
  const filters: LeaseFilters = {};
  const q = query.get("q")?.trim().slice(0, 100) ?? "";
  if (q !== "") filters.q = q;
  const state = leaseFilterStates.find((value) => value === query.get("state"));
  if (state !== undefined) filters.state = state;
  for (const name of ["propertyId", "unitId", "companyId"] as const) {
    const id = query.get(name) ?? "";
    if (idPattern.test(id)) filters[name] = id;
  }
  const page = Number(query.get("page"));
  return { filters, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** Search text, filters and page stand in the address, so that a link or the way back shows the same. */
export function useLeaseAddress() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { filters, page } = useMemo(() => readLeaseAddress(search), [search]);

  const go = useCallback(
    (next: LeaseFilters, toPage: number, options?: { replace: boolean }) => {
      const query = new URLSearchParams(Object.entries(next) as [string, string][]);
      if (toPage > 1) query.set("page", String(toPage));
      const written = query.toString();
      navigate(written === "" ? paths.leases : `${paths.leases}?${written}`, options);
    },
    [navigate],
  );
  const set = useCallback(
    (name: keyof LeaseFilters, value: string) => {
      const { [name]: _, ...rest } = filters;
      go(value === "" ? rest : { ...rest, [name]: value }, 1, { replace: true });
    },
    [filters, go],
  );
  const setPage = useCallback((next: number) => go(filters, next), [filters, go]);
  return {
    filters,
    page,
    set,
    clear: () => go({}, 1, { replace: true }),
    setPage,
  };
}
