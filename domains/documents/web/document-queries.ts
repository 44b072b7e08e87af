import type { QueryClient } from "@tanstack/react-query";
import { readStats } from "#domains/dashboard/stats-contract.ts";
import { listDocuments, listTrash } from "../contract.ts";

/**
 * Refetches lists, pages, the trash, and the dashboard's document count after the user's own change (DOC-20,
 * DASH-27).
 */
export async function refreshDocuments(queryClient: QueryClient): Promise<void> {
  const isDocumentPath = (path: unknown) =>
    typeof path === "string" && (path.startsWith(listDocuments.path) || path === listTrash.path);
  await Promise.all([
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => isDocumentPath(queryKey[0]) }),
    queryClient.invalidateQueries({ queryKey: [readStats.path] }),
  ]);
}
