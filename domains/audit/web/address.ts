import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { paths } from "#web/paths.ts";

/** What the log is narrowed to, as the page's address has it. */
export interface AuditFilters {
  /** An action such as `person.approved`, or an area such as `person`. */
  what: string;
  person: string;
  kind: string;
  id: string;
  building: string;
  from: string;
  to: string;
  q: string;
}

const digits = /^[1-9]\d{0,14}$/;
const name = /^[a-z][a-z.-]{0,59}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
const shapes = {
  what: name,
  person: digits,
  kind: name,
  id: /^[^\s]{1,100}$/,
  building: digits,
  from: day,
  to: day,
  q: /\S/,
} as const satisfies Record<keyof AuditFilters, RegExp>;
const names = Object.keys(shapes) as (keyof AuditFilters)[];

/** Reads the query string; what it does not know is left out, so that a mistyped address still shows the log. */
export function readAuditAddress(search: string): AuditFilters {
  const query = new URLSearchParams(search);
  const read = names.map((filter) => {
    const text = (query.get(filter) ?? "").trim().slice(0, 200);
    return [filter, shapes[filter].test(text) ? text : ""] as const;
  });
  return Object.fromEntries(read) as Record<keyof AuditFilters, string>;
}

/** As the server is asked. */
export const asQuery = ({ what, person, kind, id, building, from, to, q }: AuditFilters) => ({
  ...(what.includes(".") ? { action: what } : { area: what }),
  actorId: person,
  subjectType: kind,
  subjectId: id,
  propertyId: building,
  from,
  to,
  q,
});

export function useAuditAddress() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = useMemo(() => readAuditAddress(search), [search]);
  const setFilters = useCallback(
    (change: Partial<AuditFilters>) => {
      const query = new URLSearchParams();
      const next = { ...filters, ...change };
      for (const filter of names) if (next[filter] !== "") query.set(filter, next[filter]);
      const text = query.toString();
      navigate(text === "" ? paths.audit : `${paths.audit}?${text}`, { replace: true });
    },
    [filters, navigate],
  );
  return { filters, setFilters };
}
export type AuditAddress = ReturnType<typeof useAuditAddress>;
