import { formatMoment } from "#shared/format/dates.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportFailedJobs, type FailedJob, listFailedJobs } from "../contract.ts";
import { useRetryJob } from "./mutations.ts";

const failedJobs = { filters: {}, pageSize: 10 };

/** The failed jobs, each with its error. */
export function FailedJobs() {
  const list = useList(listFailedJobs, useListUrl(failedJobs), {}, { refetchOnMount: "always" });
  return (
    <ListView
      list={list}
      label="Failed jobs"
      header={
        <SectionHeader
          title="Failed jobs"
          description="Jobs that used all their retries. Fix the cause, then try again."
          action={<ExportLink endpoint={exportFailedJobs} query={{}} noun="failed jobs" />}
        />
      }
      itemNoun="jobs"
      errorTitle="Couldn't load failed jobs."
      skeleton={2}
      emptyState={
        <EmptyState title="No failed jobs">Jobs that fail after all retries appear here.</EmptyState>
      }
    >
      {(rows) => <Table caption="Failed jobs" columns={columns} rows={rows} rowKey={({ id }) => id} />}
    </ListView>
  );
}

/** Labels of jobs whose code name doesn't read well. */
const taskLabels: Record<string, string> = {
  "remind-of-rent": "Rent reminders",
  "remind-of-expiration": "Document expiration reminders",
  "remind-of-lease-ends": "Lease end reminders",
  "free-jobs": "Release of interrupted jobs",
  "back-up": "Backup",
  "write-export": "Data export",
};

/** Returns the label of a job, such as `Post charges` for `post-charges`. */
const formatTask = (task: string): string =>
  taskLabels[task] ?? `${task.charAt(0).toUpperCase()}${task.slice(1).replaceAll("-", " ")}`;

const columns: readonly Column<FailedJob>[] = [
  {
    key: "task",
    header: "Job",
    phoneSlot: "title",
    className: "sm:w-3/5",
    cell: ({ task, error }) => (
      <>
        <span className="block">{formatTask(task)}</span>
        <span className="mt-0.5 line-clamp-3 font-normal text-ink-soft text-sm wrap-anywhere">{error}</span>
      </>
    ),
  },
  {
    key: "when",
    header: "Failed",
    phoneSlot: "line",
    cell: ({ failedAt }) => <time dateTime={failedAt}>{formatMoment(failedAt)}</time>,
  },
  {
    key: "attempts",
    header: "Attempts",
    align: "end",
    phoneSlot: "line",
    cell: ({ attempts }) => attempts,
    phoneCell: ({ attempts }) => (attempts === 1 ? "1 attempt" : `${attempts} attempts`),
  },
  {
    key: "retry",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    phoneSlot: "figure",
    cell: (job) => <Retry job={job} />,
  },
];

function Retry({ job: { id, task } }: { job: FailedJob }) {
  const canWrite = useIsServerReachable();
  const name = formatTask(task);
  const retry = useRetryJob();
  return (
    <Button
      size="sm"
      aria-label={`Try again: ${name}`}
      isBusy={retry.isPending}
      disabled={!canWrite}
      onClick={() => retry.mutate({ id, name })}
    >
      Try again
    </Button>
  );
}
