import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatAge, formatMoment } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { type BackupState, readBackupState } from "../backup-contract.ts";
import { Section } from "./section.tsx";

/** The last backup, or that none are made; the operator sets them up in the environment. */
export function BackupSection() {
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readBackupState, {}),
    staleTime: 0,
  });
  return (
    <Card>
      {error !== null && data === undefined ? (
        <ErrorState
          title="The state of the backups could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Section
          title="Backups"
          description="One archive of all data and files, for restoring the portal elsewhere."
        >
          <div className="space-y-1.5 sm:col-span-2">
            {data === undefined ? (
              <Loading>
                <Skeleton className="h-5 w-64" />
              </Loading>
            ) : (
              <State {...data} />
            )}
          </div>
        </Section>
      )}
    </Card>
  );
}

function State({ dailyAt, made, failed, needsAttention }: BackupState) {
  return (
    <>
      <p className={needsAttention && failed === null ? "text-red-text" : undefined}>
        {made === null
          ? "No backup has been made yet."
          : `The last backup was made ${formatAge(made.at)}, on ${formatMoment(made.at)} (${formatBytes(made.bytes)}).`}
      </p>
      {failed !== null && (
        <p className="text-red-text">
          The backup of {formatMoment(failed.at)} failed: {failed.reason}
        </p>
      )}
      <p className="text-ink-soft text-sm">
        {dailyAt === null
          ? "No backups are made automatically: the server's configuration (BACKUP_DIR) names no folder for them."
          : `A backup is made every day at ${dailyAt} UTC.`}
      </p>
    </>
  );
}
