import { useQuery } from "@tanstack/react-query";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatAge, formatMoment } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { type BackupStatus, readBackupStatus } from "../backup-contract.ts";
import { SettingsSection } from "./section.tsx";

/** The last backup, or a note that automatic backups are off. They're set up in the environment. */
export function BackupSection() {
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readBackupStatus, {}),
    staleTime: 0,
  });
  return (
    <>
      {error !== null && data === undefined ? (
        <ErrorState
          title="Couldn't load backup status."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SettingsSection
          name="backups"
          description="A full archive of data and files you can use to restore the portal."
        >
          <div className="space-y-1.5 sm:col-span-2">
            {data === undefined ? (
              <Loading>
                <Skeleton className="h-5 w-64" />
              </Loading>
            ) : (
              <Status {...data} />
            )}
          </div>
        </SettingsSection>
      )}
    </>
  );
}

function Status({ dailyAt, made, failed, needsAttention }: BackupStatus) {
  return (
    <>
      <p className={needsAttention && failed === null ? "text-red-text" : undefined}>
        {made === null
          ? "No backups yet."
          : `Last backup: ${formatAge(made.at)}, on ${formatMoment(made.at)} (${formatBytes(made.bytes)}).`}
      </p>
      {failed !== null && (
        <p className="text-red-text">{`The ${formatMoment(failed.at)} backup failed: ${failed.reason}`}</p>
      )}
      <p className="text-ink-soft text-sm">
        {dailyAt === null
          ? "Automatic backups are off. Set BACKUP_DIR on the server to turn them on."
          : `Backed up daily at ${dailyAt} UTC.`}
      </p>
    </>
  );
}
