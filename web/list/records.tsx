import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";

interface RecordsProps<Item> {
  query: UseQueryResult<readonly Item[]>;
  /** Such as `properties`. */
  noun: string;
  /** Explains what to add when there are none. */
  emptyText: string;
  children: (items: readonly Item[]) => ReactNode;
}

/** A short list without pages or filters, once it's loaded. */
export function Records<Item>({ query, noun, emptyText, children }: RecordsProps<Item>) {
  const { data, error, isFetching, refetch } = query;
  if (data === undefined)
    return error === null ? (
      <SkeletonRows count={3} />
    ) : (
      <ErrorState
        title={`Couldn't load ${noun}.`}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return data.length === 0 ? <EmptyState title={`No ${noun} yet`}>{emptyText}</EmptyState> : children(data);
}
