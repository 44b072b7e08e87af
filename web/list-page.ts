import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect } from "react";
import type * as z from "zod/mini";
import type { Endpoint, SentQueryOf } from "#shared/http/endpoint.ts";
import { callForResponse, type Input } from "#web/api-client.ts";

export interface ListPage<Row> {
  rows: Row[];
  total: number | { words: string; hasNext: boolean };
}

type ListEndpoint = Endpoint & { method: "GET"; query: z.ZodMiniType };
type RowOf<E extends ListEndpoint> = z.output<E["answer"]> extends readonly (infer Row)[] ? Row : never;

/**
 * One page of a list with its filters; the last one stays on the screen until it is there. An answer without
 * X-Total-Count is the whole list, and is paged here (requirements, "Lists").
 */
export const listPageQuery = <E extends ListEndpoint>(
  endpoint: E,
  {
    page,
    pageSize,
    ...filters
  }: Omit<SentQueryOf<E>, "page" | "pageSize"> & { page: number; pageSize: number },
) =>
  queryOptions({
    queryKey: [endpoint.path, "page", { ...filters, page, pageSize }],
    queryFn: async ({ signal }): Promise<ListPage<RowOf<E>>> => {
      const query = { ...filters, page: String(page), pageSize: String(pageSize) };
      // The rest of the input of a list is its query.
      const { answer, headers } = await callForResponse(endpoint, { query, signal } as unknown as Input<E>);
      const rows = answer as RowOf<E>[];
      const total = headers.get("X-Total-Count");
      if (total === null) {
        const first = (page - 1) * pageSize;
        return { rows: rows.slice(first, first + pageSize), total: rows.length };
      }
      if (/^\d+$/.test(total)) return { rows, total: Number(total) };
      return { rows, total: { words: total, hasNext: /rel="?next"?/.test(headers.get("Link") ?? "") } };
    },
    placeholderData: keepPreviousData,
  });

interface ShownPage {
  page: number;
  pageSize: number;
  open: (page: number) => void;
}

/**
 * How many pages the list has, as far as it is known. The page asked for may have gone, by a deletion or an old link: then
 * the last one is opened.
 */
export function useExistingPage(
  list: { data: { total: ListPage<unknown>["total"] } | undefined; isPlaceholderData: boolean },
  { page, pageSize, open }: ShownPage,
): number {
  const total = list.data?.total;
  const pageCount = typeof total === "number" ? Math.max(1, Math.ceil(total / pageSize)) : page;
  useEffect(() => {
    if (!list.isPlaceholderData && page > pageCount) open(pageCount);
  }, [list.isPlaceholderData, page, pageCount, open]);
  return pageCount;
}
