import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ArrowRight } from "#web/icons.ts";
import { openFormState } from "#web/open-form-link.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Section } from "#web/ui/section.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

interface Props<T> {
  title: string;
  /** The records' plural noun in lower case: "work orders". */
  noun: string;
  /** The path of the complete list. */
  href: string;
  /** The number of placeholder rows while loading. */
  count: number;
  query: UseQueryResult<T[]>;
  children: (records: T[]) => ReactNode;
  /** A link below the rows that creates a new record. */
  next?: string;
}

/** The newest records and a link to all of them (DASH-24). */
export function RecentCard<T>({ title, noun, href, count, query, children, next }: Props<T>) {
  return (
    <Section
      title={title}
      action={
        <Link
          href={href}
          className="inline-flex shrink-0 items-center rounded-sm font-medium text-accent-text hover:underline max-sm:-my-2.5 max-sm:min-h-11"
        >
          View all<span className="sr-only"> {noun}</span>
        </Link>
      }
      aria-label={`Recent ${noun}`}
      className="overflow-hidden"
    >
      {query.isPending ? (
        <SkeletonRows count={count} />
      ) : query.isError ? (
        <ErrorState
          title={`Couldn't load ${noun}.`}
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        children(query.data)
      )}
      {next !== undefined && (
        <div className="border-line border-t px-(--inset) py-3">
          <Link
            href={href}
            state={openFormState}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11"
          >
            {next}
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      )}
    </Section>
  );
}
