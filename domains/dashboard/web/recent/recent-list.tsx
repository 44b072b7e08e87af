import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { openFormState } from "#web/open-form-link.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";

interface RecentListProps<RecordType> {
  title: string;
  /** The records' plural noun in lower case: "work orders". */
  noun: string;
  /** The path of the complete list. */
  href: string;
  /** The number of placeholder rows while loading, and their height. */
  placeholderCount: number;
  rowHeight: string;
  query: UseQueryResult<RecordType[]>;
  /** The text shown if there are no records. */
  emptyTitle: string;
  children: (records: RecordType[]) => ReactNode;
  /** Shown in the heading, before the link to the complete list. */
  action?: ReactNode;
  /** A link below the rows that creates a new record. */
  createLabel?: string | undefined;
}

/** The newest records and a link to all of them (DASH-24). */
export const RecentList = <RecordType,>(props: RecentListProps<RecordType>) => (
  <Section
    title={props.title}
    aria-label={`Recent ${props.noun}`}
    action={
      <span className="flex flex-wrap items-center gap-x-5 text-sm">
        {props.action}
        <Link
          href={props.href}
          className="inline-flex min-h-(--control-sm) items-center rounded-sm text-ink-soft hover:text-ink hover:underline"
        >
          View all<span className="sr-only"> {props.noun}</span>
        </Link>
      </span>
    }
  >
    <RecentRows {...props} />
    {props.createLabel !== undefined && <CreateLink href={props.href} label={props.createLabel} />}
  </Section>
);

function CreateLink({ href, label }: { href: string; label: string }) {
  const canWrite = useIsServerReachable();
  if (!canWrite) return <p className="py-2.5 text-ink-soft text-sm">{`${label}: not available offline`}</p>;
  return (
    <Link
      href={href}
      state={openFormState}
      className="inline-flex min-h-10 items-center rounded-sm font-medium text-accent-text text-sm hover:underline max-sm:min-h-11.5 max-sm:text-base"
    >
      {label}
    </Link>
  );
}

function RecentRows<RecordType>({
  noun,
  placeholderCount,
  rowHeight,
  query,
  emptyTitle,
  children,
}: RecentListProps<RecordType>) {
  if (query.isPending)
    return (
      <Loading className="divide-y divide-line border-line border-b">
        {Array.from({ length: placeholderCount }, (_, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- placeholders have no id
          <div key={row} className={`flex items-center gap-3 ${rowHeight}`}>
            <Skeleton className="size-8" />
            <Skeleton className="h-4 max-w-80 flex-1" />
          </div>
        ))}
      </Loading>
    );
  if (query.isError)
    return (
      <ErrorState
        title={`Couldn't load ${noun}.`}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  if (query.data.length === 0) return <EmptyState title={emptyTitle} />;
  return children(query.data);
}
