import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { useKeptChoice } from "#web/kept-choice.ts";
import type { Filters, FilterValues } from "#web/list/filters.tsx";

/** A list as its page declares it. */
export interface ListSchema<Declared extends Filters> {
  filters: Declared;
  pageSize: number;
  /** Page sizes to choose instead of `pageSize`; the browser remembers the choice of each user. */
  pageSizes?: readonly number[];
  /** The name under which choices for this list are remembered. */
  name?: string;
  /** False for a list that is part of a page: filters and page are then not in the address. */
  isInAddress?: boolean;
}

export interface ListAddress<Declared extends Filters> {
  /** The filters that are set. */
  filters: FilterValues<Declared>;
  /** Whether any of them filters something out. */
  isNarrowed: boolean;
  page: number;
  pageSize: number;
  pageSizes: readonly number[];
  /** Sets filters; an empty text removes one. A changed query starts at its first page (API-33). */
  set(this: void, change: { [Name in keyof Declared]?: string }, options?: Replacing): void;
  /** Removes all filters. */
  clear: () => void;
  setPage: (page: number, options?: Replacing) => void;
  setPageSize: (pageSize: number) => void;
}

/** Whether to replace the present address in the history. */
interface Replacing {
  replace: boolean;
}

/** The state of an entry of history whose address comes from a control of the list. */
const setByUser = { isSetByUser: true } as const;
export const useIsSetByUser = (): boolean =>
  useHistoryState<Partial<typeof setByUser> | null>()?.isSetByUser === true;
/** For a control of the page beside those of the list. */
export const replacedByUser = { replace: true, state: setByUser };

/**
 * Keeps filters, page and page size in the address, next to whatever else the page keeps there, so that a link, a reload or
 * the back button shows the same. A page size in the address comes before the remembered one.
 */
export function useListAddress<Declared extends Filters>(list: ListSchema<Declared>): ListAddress<Declared> {
  const { isInAddress = true } = list;
  const [path, navigate] = useLocation();
  const inAddress = useSearch();
  const [onPage, setOnPage] = useState("");
  const search = isInAddress ? inAddress : onPage;
  const [keptSize, keepSize] = useKeptChoice(`page-size:${list.name}`, z.number());
  return useMemo(() => {
    const write = (change: Record<string, string | undefined>, options: Replacing) => {
      const query = new URLSearchParams(search);
      // In a fixed order, so that the same query has the same address.
      for (const name of [...Object.keys(list.filters), "pageSize", "page"]) {
        const value = change[name] ?? query.get(name) ?? "";
        query.delete(name);
        if (value !== "") query.set(name, value);
      }
      if (isInAddress) navigate(withQuery(path, query), { ...options, state: setByUser });
      else setOnPage(query.toString());
    };
    const nothing = Object.fromEntries(Object.keys(list.filters).map((name) => [name, ""]));
    return {
      ...readList(list, search, keptSize),
      pageSizes: list.pageSizes ?? [],
      set: (change, options = { replace: true }) => write({ ...change, page: "" }, options),
      clear: () => write({ ...nothing, page: "" }, { replace: true }),
      setPage: (page, options = { replace: false }) => write({ page: page > 1 ? String(page) : "" }, options),
      setPageSize: (size) => {
        keepSize(size);
        write({ pageSize: "", page: "" }, { replace: true });
      },
    };
  }, [list, search, path, navigate, isInAddress, keptSize, keepSize]);
}

/** An address with its query string, e.g. that of a list above which a dialog opens. */
export function withQuery(path: string, query: string | URLSearchParams): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Reads the query string; what the schema does not know is left out, so that a mistyped address still shows a list. */
export function readList<Declared extends Filters>(
  list: ListSchema<Declared>,
  search: string,
  keptSize?: number,
): Pick<ListAddress<Declared>, "filters" | "isNarrowed" | "page" | "pageSize"> {
  const query = new URLSearchParams(search);
  const found = Object.entries(list.filters).flatMap(([name, { schema, isNarrowing = true }]) => {
    const { data } = z.safeParse(schema, query.get(name)?.trim() ?? "");
    return data === undefined || data === "" ? [] : [{ name, data, isNarrowing }];
  });
  const page = query.get("page") ?? "";
  const pageSize = [Number(query.get("pageSize")), keptSize].find(
    (size) => size !== undefined && list.pageSizes?.includes(size),
  );
  return {
    // Each value has passed the schema of its name.
    filters: Object.fromEntries(found.map(({ name, data }) => [name, data])) as FilterValues<Declared>,
    isNarrowed: found.some(({ isNarrowing }) => isNarrowing),
    page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : 1,
    pageSize: pageSize ?? list.pageSize,
  };
}
