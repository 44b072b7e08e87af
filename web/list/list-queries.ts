import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Endpoint, ResponseOf, SentQueryOf } from "#shared/http/endpoint.ts";
import { maxPagedRows } from "#shared/http/paging.ts";
import { buildPath, buildUrl, callForResponse, type Input } from "#web/api-client.ts";
import { takeLoadedResponse } from "#web/early-responses.ts";

export type ListEndpoint = Endpoint & { method: "GET"; query: z.ZodMiniType };
export type RowOf<E extends Endpoint> = ResponseOf<E> extends readonly (infer Row)[] ? Row : never;
/** The filters of a list: its query without a page or cursor. */
export type FiltersOf<E extends ListEndpoint> = Omit<
  SentQueryOf<E>,
  "page" | "pageSize" | "limit" | "cursor"
>;

export interface ListPage<Row> {
  rows: Row[];
  total: number;
}

/**
 * One page of a list with its filters. The previous page stays on the screen until the new one arrives. A
 * response without X-Total-Count is the complete list, which is paginated here (requirements, "Lists").
 */
export const listPageQuery = <E extends ListEndpoint>(
  endpoint: E,
  { page, pageSize, ...filters }: FiltersOf<E> & { page: number; pageSize: number },
  params?: Record<string, number>,
) => {
  const query = { ...filters, page: String(page), pageSize: String(pageSize) };
  const toPage = ({ rows, total }: Rows<E>): ListPage<RowOf<E>> => {
    if (total !== null) return { rows, total };
    const first = (page - 1) * pageSize;
    return { rows: rows.slice(first, first + pageSize), total: rows.length };
  };
  return queryOptions({
    queryKey: [buildPath(endpoint, params), "page", { ...filters, page, pageSize }],
    queryFn: async ({ signal }) => toPage(await fetchRows(endpoint, { params, query, signal })),
    initialData: () => {
      const earlyResponse = takeLoadedResponse(buildUrl(endpoint, { params, query }));
      if (earlyResponse === undefined) return undefined;
      const { data } = z.safeParse(endpoint.response, earlyResponse.body);
      return data === undefined ? undefined : toPage(toRows(data, earlyResponse.headers));
    },
    placeholderData: keepPreviousData,
  });
};

/** The start of the next part of a list: after a row, or at a page if the sort order has no cursors. */
export type NextPart = { cursor: string } | { page: string };

export interface ListPart<Row> {
  rows: Row[];
  total: number;
  /** The next part, `local` if the complete list has already been loaded, or null at the end. */
  next: NextPart | "local" | null;
}

/**
 * A list loaded in parts by `Link: <...>; rel="next"`: `first` rows, then `more` rows with each click. If the
 * sort order has no cursors, both must be the same.
 */
export const listPartsQuery = <E extends ListEndpoint>(
  endpoint: E,
  filters: FiltersOf<E>,
  { first, more = first, params }: { first: number; more?: number; params?: Record<string, number> },
) =>
  infiniteQueryOptions({
    queryKey: [buildPath(endpoint, params), "parts", filters],
    queryFn: async ({ pageParam, signal }): Promise<ListPart<RowOf<E>>> => {
      const query = { ...filters, limit: String(pageParam === null ? first : more), ...pageParam };
      const { rows, total, next } = await fetchRows(endpoint, { params, query, signal });
      if (total === null) return { rows, total: rows.length, next: rows.length > first ? "local" : null };
      return { rows, total, next };
    },
    initialPageParam: null as NextPart | null,
    getNextPageParam: ({ next }: ListPart<RowOf<E>>) => (next === "local" ? undefined : next),
    placeholderData: keepPreviousData,
  });

/**
 * Loads the next part of a list, after any refetch in progress. A refetch that starts later, for example
 * through a live event, cancels the request for the next part, so the request is repeated.
 */
export async function fetchNextPart(query: UseInfiniteQueryResult<InfiniteData<unknown>>): Promise<void> {
  const count = query.data?.pages.length;
  let previous = query;
  for (;;) {
    const result = await previous.fetchNextPage({ cancelRefetch: false });
    const wasRefetched = result.isSuccess && result.dataUpdatedAt !== previous.dataUpdatedAt;
    if (
      !wasRefetched ||
      result.isPlaceholderData ||
      !result.hasNextPage ||
      result.data.pages.length !== count
    )
      return;
    previous = result;
  }
}

interface RowRequest {
  params?: Record<string, number> | undefined;
  query: Record<string, unknown>;
  signal?: AbortSignal;
}

/** The rows of a response. `total` is null if they are the complete list. */
interface Rows<E extends ListEndpoint> {
  rows: RowOf<E>[];
  total: number | null;
  next: NextPart | null;
}

export async function fetchRows<E extends ListEndpoint>(endpoint: E, request: RowRequest): Promise<Rows<E>> {
  // The input's type depends on the endpoint, which is generic here.
  const { response, headers } = await callForResponse(endpoint, request as unknown as Input<E>);
  return toRows(response, headers);
}

const toRows = <E extends ListEndpoint>(response: unknown, headers: Headers): Rows<E> => ({
  rows: response as RowOf<E>[],
  total: readTotal(headers),
  next: readNext(headers),
});

/** Returns the total of a list, which is `maxPagedRows + 1` for `10,000+`. Null if the list is complete. */
function readTotal(headers: Headers): number | null {
  const total = headers.get("X-Total-Count");
  if (total === null) return null;
  return /^\d+$/.test(total) ? Number(total) : maxPagedRows + 1;
}

function readNext(headers: Headers): NextPart | null {
  const link = /<([^>]+)>\s*;\s*rel="?next"?/.exec(headers.get("Link") ?? "")?.[1];
  if (link === undefined) return null;
  const { searchParams } = new URL(link, "http://localhost");
  const [cursor, page] = [searchParams.get("cursor"), searchParams.get("page")];
  return cursor === null ? (page === null ? null : { page }) : { cursor };
}
