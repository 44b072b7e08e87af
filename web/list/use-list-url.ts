import { type ReactNode, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { usePreference } from "#web/use-preference.ts";

/**
 * One filter of a list: its allowed values and its control. A list declares each filter once. The URL, the
 * bar above the list, and the query all follow from that.
 */
export interface Filter<Schema extends z.ZodMiniType<string> = z.ZodMiniType<string>> {
  schema: Schema;
  /**
   * Renders the filter. Without it, the filter is set only by links or rendered by the page, for example as
   * tabs.
   */
  Control?: (props: ControlProps) => ReactNode;
  /**
   * A button next to the search on every screen, for a value that some users switch on and off often.
   */
  Toggle?: (props: ControlProps) => ReactNode;
  /**
   * Whether the filter is behind `More filters`. On phones, every filter except the search `q` is behind
   * `Filters`.
   */
  isSecondary?: boolean;
  /** False if it doesn't hide any rows, for example a sort order. */
  isNarrowing?: boolean;
}
export type Filters = Readonly<Record<string, Filter>>;
export type FilterValues<Declared extends Filters> = {
  [Name in keyof Declared]?: z.output<Declared[Name]["schema"]>;
};

export interface ControlProps {
  /** Empty if the filter isn't set. */
  value: string;
  set: (value: string) => void;
  /** For filters that depend on another filter. */
  listUrl: ListUrl<Filters>;
  /** Whether to show a visible label. There's room for it behind a button. */
  isLabelled: boolean;
}

/** The page sizes of a list, unless the specification sets its first one. */
export const pageSizes = [25, 50, 100];
const phonePageSize = 25;

/** A list as its page declares it. */
export interface ListSchema<Declared extends Filters> {
  filters: Declared;
  pageSize: number;
  /**
   * The page sizes the user can select. `pageSize` is the first. The browser remembers each user's selection.
   * Phones start with 25.
   */
  pageSizes?: readonly number[];
  /** The name under which the user's preferences for this list are stored. */
  name?: string;
  /** False for a list that is part of a page. Its filters and page number are then not in the URL. */
  isInUrl?: boolean;
}

export interface ListUrl<Declared extends Filters> {
  /** The active filters. */
  filters: FilterValues<Declared>;
  /** Whether any active filter hides rows. */
  isNarrowed: boolean;
  page: number;
  pageSize: number;
  pageSizes: readonly number[];
  /** Sets filters and returns to the first page (API-33). An empty string removes a filter. */
  setFilters(this: void, change: { [Name in keyof Declared]?: string }, options?: NavigationOptions): void;
  /** Removes all filters. */
  clearFilters: () => void;
  setPage: (page: number, options?: NavigationOptions) => void;
  /** Sets the page size. By default the browser remembers it for this user. */
  setPageSize: (pageSize: number, options?: { isRemembered: boolean }) => void;
}

/** Whether to replace the current history entry. */
interface NavigationOptions {
  replace: boolean;
}

/** The state of a history entry that a control of the list created. */
const userSetState = { isSetByUser: true } as const;
export const useIsSetByUser = (): boolean =>
  useHistoryState<Partial<typeof userSetState> | null>()?.isSetByUser === true;
/** The navigation options for a page's own controls next to those of the list. */
export const replacedByUser = { replace: true, state: userSetState };

/**
 * Stores the filters, page number, and page size in the URL, so that a link, a reload, or the back button
 * shows the same rows. Other parameters in the URL are kept. A page size in the URL takes precedence over the
 * remembered one.
 */
export function useListUrl<Declared extends Filters>(list: ListSchema<Declared>): ListUrl<Declared> {
  const { isInUrl = true } = list;
  const [path, navigate] = useLocation();
  const urlSearch = useSearch();
  const [localSearch, setLocalSearch] = useState("");
  const search = isInUrl ? urlSearch : localSearch;
  const isPhone = useIsPhone();
  const [savedSize, saveSize] = usePreference(`page-size:${list.name}`, z.number());
  return useMemo(() => {
    const writeQuery = (change: Record<string, string | undefined>, options: NavigationOptions) => {
      const query = new URLSearchParams(search);
      // In a fixed order, so that the same query has the same URL.
      for (const name of [...Object.keys(list.filters), "pageSize", "page"]) {
        const value = change[name] ?? query.get(name) ?? "";
        query.delete(name);
        if (value !== "") query.set(name, value);
      }
      if (isInUrl) navigate(withQuery(path, query), { ...options, state: userSetState });
      else setLocalSearch(query.toString());
    };
    const emptyFilters = Object.fromEntries(Object.keys(list.filters).map((name) => [name, ""]));
    return {
      ...readList(list, search, savedSize ?? (isPhone ? phonePageSize : undefined)),
      pageSizes: list.pageSizes ?? [],
      setFilters: (change, options = { replace: true }) => writeQuery({ ...change, page: "" }, options),
      clearFilters: () => writeQuery({ ...emptyFilters, page: "" }, { replace: true }),
      setPage: (page, options = { replace: false }) =>
        writeQuery({ page: page > 1 ? String(page) : "" }, options),
      setPageSize: (size, { isRemembered } = { isRemembered: true }) => {
        if (isRemembered) saveSize(size);
        writeQuery({ pageSize: isRemembered ? "" : String(size), page: "" }, { replace: true });
      },
    };
  }, [list, search, path, navigate, isInUrl, savedSize, saveSize, isPhone]);
}

/** Returns a path with a query string, such as the path of a list below a dialog. */
export function withQuery(path: string, query: string | URLSearchParams): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
}

/**
 * Reads the query string. Values the schema doesn't accept are ignored, so that a mistyped URL still shows a
 * list.
 */
export function readList<Declared extends Filters>(
  list: ListSchema<Declared>,
  search: string,
  savedSize?: number,
): Pick<ListUrl<Declared>, "filters" | "isNarrowed" | "page" | "pageSize"> {
  const query = new URLSearchParams(search);
  const activeFilters = Object.entries(list.filters).flatMap(([name, { schema, isNarrowing = true }]) => {
    const { data } = z.safeParse(schema, query.get(name)?.trim() ?? "");
    return data === undefined || data === "" ? [] : [{ name, data, isNarrowing }];
  });
  const page = query.get("page") ?? "";
  const pageSize = [Number(query.get("pageSize")), savedSize].find(
    (size) => size !== undefined && list.pageSizes?.includes(size),
  );
  return {
    // Each value has been validated by the schema of its filter.
    filters: Object.fromEntries(
      activeFilters.map(({ name, data }) => [name, data]),
    ) as FilterValues<Declared>,
    isNarrowed: activeFilters.some(({ isNarrowing }) => isNarrowing),
    page: /^[1-9]\d{0,7}$/.test(page) ? Number(page) : 1,
    pageSize: pageSize ?? list.pageSize,
  };
}
