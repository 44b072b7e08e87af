import { infiniteQueryOptions, keepPreviousData, type QueryClient } from "@tanstack/react-query";
import { readStats } from "#domains/dashboard/contract.ts";
import { callForResponse } from "#web/api-client.ts";
import { type DocumentCard, listDocuments, listTrash } from "../contract.ts";
import type { DocumentFilters } from "./documents-address.ts";

/** DOC-08, CON-07: so many cards at first, and so many more with each press. */
export const cardsAtFirst = 6;
export const cardsAtOnce = 24;

export interface DocumentsPart {
  cards: DocumentCard[];
  /** In all, as far as it is known: `more than 1,000` for a search that finds very much. */
  total: number | string;
  /** From where the next part is asked for; `here` when the whole list came at once; null at the end. */
  next: number | "here" | null;
}

/**
 * The list part by part (requirements, "Lists"). An answer without X-Total-Count is the whole list, of which as much is drawn
 * as was asked for.
 */
export const documentsQuery = (filters: DocumentFilters) =>
  infiniteQueryOptions({
    queryKey: [listDocuments.path, "parts", filters],
    queryFn: ({ pageParam, signal }) => fetchPart(filters, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => (typeof next === "number" ? next : undefined),
    placeholderData: keepPreviousData,
  });

async function fetchPart(
  filters: DocumentFilters,
  cursor: number | null,
  signal: AbortSignal,
): Promise<DocumentsPart> {
  const { answer, headers } = await callForResponse(listDocuments, {
    query: {
      ...filters,
      limit: String(cursor === null ? cardsAtFirst : cardsAtOnce),
      ...(cursor === null ? {} : { cursor: String(cursor) }),
    },
    signal,
  });
  const total = headers.get("X-Total-Count");
  if (total === null)
    return { cards: answer, total: answer.length, next: answer.length > cardsAtFirst ? "here" : null };
  return {
    cards: answer,
    total: /^\d+$/.test(total) ? Number(total) : total,
    next: cursorIn(headers.get("Link") ?? ""),
  };
}

/** The cursor of the address in `Link: <...>; rel="next"`. */
function cursorIn(link: string): number | null {
  const address = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link)?.[1];
  if (address === undefined) return null;
  const cursor = Number(new URL(address, "http://localhost").searchParams.get("cursor"));
  return Number.isSafeInteger(cursor) && cursor > 0 ? cursor : null;
}

/** After a change of one's own: lists, pages and the trash, and the figure of the dashboard (DOC-20, DASH-27). */
export async function refreshDocuments(queryClient: QueryClient): Promise<void> {
  const ofDocuments = (path: unknown) =>
    typeof path === "string" && (path.startsWith(listDocuments.path) || path === listTrash.path);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => ofDocuments(queryKey[0]) }),
    queryClient.invalidateQueries({ queryKey: [readStats.path] }),
  ]);
}
