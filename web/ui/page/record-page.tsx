import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError } from "#web/api-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";

interface RecordPageProps<Value> {
  query: UseQueryResult<Value>;
  /** The noun for the record, such as `lease`. */
  noun: string;
  /** The link to the list. */
  all: { href: string; label: string };
  children: (value: Value) => ReactNode;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The page of one record in all its states: loading, access denied, not found, failed, or loaded. */
export function RecordPage<Value>({ query, noun, all, children }: RecordPageProps<Value>) {
  const { data, error, isFetching, refetch } = query;
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <AccessDenied />;
  if (status === 404 || status === 400)
    return (
      <>
        <title>{`${capitalize(noun)} not found · Property Management Portal`}</title>
        <EmptyState
          title={`${capitalize(noun)} not found`}
          titleAs="h1"
          action={<ButtonLink href={all.href}>{all.label}</ButtonLink>}
        >
          It might have been deleted, or you don't have access to it.
        </EmptyState>
      </>
    );
  if (data !== undefined) return children(data);
  if (error !== null)
    return (
      <ErrorState
        title={`Couldn't load the ${noun}.`}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading label={`Loading the ${noun}`} className="space-y-4">
      <Skeleton className="h-8 w-64" />
      <Skeleton className="h-5 w-80" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </Loading>
  );
}
