import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type FiltersOf,
  fetchNextPart,
  type ListEndpoint,
  listPageQuery,
  listPartsQuery,
  type RowOf,
} from "#web/list/list-queries.ts";
import type { Filters, ListAddress } from "#web/list/use-list-address.ts";

/** A list that is loading, failed, or loaded, as shown by `ListView`. */
export interface List<Row> {
  /** Missing if the list has neither filters nor pages. */
  address?: ListAddress<Filters>;
  /** Undefined until they have loaded. */
  rows: readonly Row[] | undefined;
  /** Undefined if the list is complete, without pages. */
  total?: number;
  error: Error | null;
  isFetching: boolean;
  /** Whether the rows belong to the previous query. */
  isPrevious: boolean;
  retry: () => void;
  /** Set if the list grows with a button. Otherwise it has pages. */
  more?: { hasMore: boolean; isFetching: boolean; hasFailed: boolean; fetch: () => void };
}

interface Freshness {
  /** For data that changes without user actions on the page. */
  refetchOnMount?: "always";
  refetchInterval?: number;
  gcTime?: number;
}

interface PageOptions extends Freshness {
  params?: Record<string, number>;
}

/**
 * One page of a list. If the requested page doesn't exist, for example after a deletion or from an old link,
 * it opens the last one.
 */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  address: ListAddress<Filters>,
  filters: FiltersOf<E>,
  { params, ...freshness }: PageOptions = {},
): List<RowOf<E>> {
  const { page, pageSize } = address;
  const query = useQuery({
    ...listPageQuery(endpoint, { ...filters, page, pageSize }, params),
    ...freshness,
  });
  const { data, isPlaceholderData } = query;
  const total = data?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const isGone = data !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isGone) address.setPage(pageCount, { replace: true });
  }, [isGone, address, pageCount]);
  return {
    address,
    rows: data?.rows,
    total,
    error: query.error,
    isFetching: query.isFetching,
    isPrevious: isPlaceholderData,
    retry: () => void query.refetch(),
  };
}

/** A complete list without pages. */
export const toList = <Row>(
  { data, error, isFetching, isPlaceholderData, refetch }: UseQueryResult<readonly Row[]>,
  address?: ListAddress<Filters>,
): List<Row> => ({
  address,
  rows: data,
  error,
  isFetching,
  isPrevious: isPlaceholderData,
  retry: () => void refetch(),
});

/** Rows that have already been loaded. */
export const loadedList = <Row>(rows: readonly Row[]): List<Row> => ({
  rows,
  error: null,
  isFetching: false,
  isPrevious: false,
  retry: () => undefined,
});

interface PartsOptions extends PageOptions {
  /** The number of rows loaded initially, and with each click. */
  first: number;
  more?: number;
}

/** A list that grows with a button. */
export function useGrowingList<E extends ListEndpoint>(
  endpoint: E,
  address: ListAddress<Filters>,
  filters: FiltersOf<E>,
  { first, more = first, params, ...freshness }: PartsOptions,
): List<RowOf<E>> & Required<Pick<List<RowOf<E>>, "more">> {
  const query = useInfiniteQuery({
    ...listPartsQuery(endpoint, filters, { first, more, params }),
    ...freshness,
  });
  const [shown, setShown] = useState({ address, count: first });
  if (shown.address !== address) setShown({ address, count: first });
  const parts = query.data?.pages;
  const all = parts?.flatMap(({ rows }) => rows);
  const isFullyLoaded = parts?.at(-1)?.next === "local";
  const rows = isFullyLoaded ? all?.slice(0, shown.count) : all;
  const total = parts?.at(-1)?.total ?? 0;
  return {
    address,
    rows,
    total,
    error: query.error,
    isFetching: query.isFetching,
    isPrevious: query.isPlaceholderData,
    retry: () => void query.refetch(),
    more: {
      hasMore: isFullyLoaded ? shown.count < total : query.hasNextPage,
      isFetching: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      fetch: () =>
        isFullyLoaded ? setShown({ address, count: shown.count + more }) : void fetchNextPart(query),
    },
  };
}
