import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#web/api-client.ts";
import { FileQuestion } from "#web/icons.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";

interface RecordPageProps<Value> {
  query: UseQueryResult<Value>;
  /** The noun for the record: `lease`. */
  noun: string;
  /** The link to the list. */
  all: { href: string; label: string };
  children: (value: Value) => ReactNode;
}

/** The page of a lease or a company: loading, not found, failed or loaded. */
export function RecordPage<Value>({ query, noun, all, children }: RecordPageProps<Value>) {
  const { data, error, isFetching, refetch } = query;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400))
    return (
      <>
        <title>{`There is no such ${noun} · Property Management Portal`}</title>
        <EmptyState
          icon={<FileQuestion />}
          title={`There is no such ${noun}`}
          titleAs="h1"
          action={<ButtonLink href={all.href}>{all.label}</ButtonLink>}
        >
          It was deleted, or it is not yours to see.
        </EmptyState>
      </>
    );
  if (data !== undefined) return children(data);
  if (error !== null)
    return (
      <Card>
        <ErrorState
          title={`The ${noun} could not be loaded.`}
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  return (
    <Loading className="space-y-6">
      <div className="space-y-2">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-5 w-48" />
      </div>
      <Card>
        <SkeletonRows count={2} />
      </Card>
      <Card>
        <SkeletonRows count={3} />
      </Card>
    </Loading>
  );
}
