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
import type { Filters, ListUrl } from "#web/list/use-list-url.ts";

/** A list that is loading, failed, or loaded, as shown by `ListView`. */
export interface List<Row> {
  /** Missing if the list has neither filters nor pages. */
  listUrl?: ListUrl<Filters>;
  /** Undefined until the rows have loaded. */
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

interface RefetchOptions {
  /** Set for data that changes without user actions on the page. */
  refetchOnMount?: "always";
  refetchInterval?: number;
  gcTime?: number;
}

interface PageOptions extends RefetchOptions {
  params?: Record<string, number>;
}

/**
 * One page of a list. If the requested page doesn't exist, for example after a deletion or from an old link,
 * it opens the last one.
 */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  listUrl: ListUrl<Filters>,
  filters: FiltersOf<E>,
  { params, ...freshness }: PageOptions = {},
): List<RowOf<E>> {
  const { page, pageSize } = listUrl;
  const query = useQuery({
    ...listPageQuery(endpoint, { ...filters, page, pageSize }, params),
    ...freshness,
  });
  const { data, isPlaceholderData } = query;
  const total = data?.total ?? 0;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const isPageMissing = data !== undefined && !isPlaceholderData && page > pageCount;
  useEffect(() => {
    if (isPageMissing) listUrl.setPage(pageCount, { replace: true });
  }, [isPageMissing, listUrl, pageCount]);
  return {
    listUrl,
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
  listUrl?: ListUrl<Filters>,
): List<Row> => ({
  listUrl,
  rows: data,
  error,
  isFetching,
  isPrevious: isPlaceholderData,
  retry: () => void refetch(),
});

/** A list of rows that have already been loaded. */
export const loadedList = <Row>(rows: readonly Row[]): List<Row> => ({
  rows,
  error: null,
  isFetching: false,
  isPrevious: false,
  retry: () => undefined,
});

interface PartsOptions extends PageOptions {
  /** The number of rows loaded at first and with each click. */
  firstCount: number;
  moreCount?: number;
}

/** A list that grows with a button. */
export function useGrowingList<E extends ListEndpoint>(
  endpoint: E,
  listUrl: ListUrl<Filters>,
  filters: FiltersOf<E>,
  { firstCount, moreCount = firstCount, params, ...freshness }: PartsOptions,
): List<RowOf<E>> & Required<Pick<List<RowOf<E>>, "more">> {
  const query = useInfiniteQuery({
    ...listPartsQuery(endpoint, filters, { first: firstCount, more: moreCount, params }),
    ...freshness,
  });
  const [visiblePart, setVisiblePart] = useState({ listUrl, count: firstCount });
  if (visiblePart.listUrl !== listUrl) setVisiblePart({ listUrl, count: firstCount });
  const parts = query.data?.pages;
  const loadedRows = parts?.flatMap(({ rows }) => rows);
  const isFullyLoaded = parts?.at(-1)?.next === "local";
  const rows = isFullyLoaded ? loadedRows?.slice(0, visiblePart.count) : loadedRows;
  const total = parts?.at(-1)?.total ?? 0;
  return {
    listUrl,
    rows,
    total,
    error: query.error,
    isFetching: query.isFetching,
    isPrevious: query.isPlaceholderData,
    retry: () => void query.refetch(),
    more: {
      hasMore: isFullyLoaded ? visiblePart.count < total : query.hasNextPage,
      isFetching: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      fetch: () =>
        isFullyLoaded
          ? setVisiblePart({ listUrl, count: visiblePart.count + moreCount })
          : void fetchNextPart(query),
    },
  };
}
