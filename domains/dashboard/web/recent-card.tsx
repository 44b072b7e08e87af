import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { toBegin } from "#web/begin.ts";
import { ArrowRight } from "#web/icons.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

interface Props<T> {
  title: string;
  /** The kind of records in lower case: "work orders". */
  what: string;
  /** The address of the whole list. */
  href: string;
  /** The number of placeholder rows while loading. */
  count: number;
  query: UseQueryResult<T[]>;
  children: (found: T[]) => ReactNode;
  /** An action below the rows, which begins a new record. */
  next?: string | undefined;
}

/** DASH-24: the newest records, and a link to all of them. */
export function RecentCard<T>({ title, what, href, count, query, children, next }: Props<T>) {
  return (
    <Card aria-label={`Recent ${what}`} className="overflow-hidden">
      <CardHeader
        title={title}
        action={
          <Link
            href={href}
            className="inline-flex shrink-0 items-center rounded-sm font-medium text-accent-text hover:underline max-sm:-my-2.5 max-sm:min-h-11"
          >
            View all<span className="sr-only"> {what}</span>
          </Link>
        }
      />
      {query.isPending ? (
        <SkeletonRows count={count} />
      ) : query.isError ? (
        <ErrorState
          title={`The ${what} could not be loaded.`}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        children(query.data)
      )}
      {next !== undefined && (
        <div className="border-line border-t px-4 py-3 sm:px-5">
          <Link
            href={href}
            state={toBegin}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11"
          >
            {next}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      )}
    </Card>
  );
}
