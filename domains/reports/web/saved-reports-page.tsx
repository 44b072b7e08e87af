import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, Redirect, useParams } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageSpinner } from "#web/ui/feedback/spinner.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { reportsPath } from "../paths.ts";
import { getReportFacts } from "../reports.ts";
import type { ReportSchedule, SavedReport } from "../saved-reports-contract.ts";
import { describeOutcomes, describeSchedule } from "./describe-schedule.ts";
import { useDeleteSavedReport, useStopSchedule } from "./mutations.ts";
import { NoMailServerBanner } from "./no-mail-server-banner.tsx";
import { EditSavedReportDialog } from "./save-report-dialog.tsx";
import { savedReportsQuery, toReportUrl } from "./saved-report-query.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";

/** The saved reports with their schedules. With an id, redirects to that report with its filters. */
export default function SavedReportsPage() {
  const { id } = useParams<{ id?: string }>();
  const { data, error, isFetching, refetch } = useQuery({
    ...savedReportsQuery,
    // Another person could have shared one, or a run could have ended.
    refetchOnMount: "always",
  });
  if (id !== undefined && data !== undefined) {
    const saved = data.find((candidate) => String(candidate.id) === id);
    if (saved !== undefined) return <Redirect to={toReportUrl(saved)} replace />;
    return isFetching ? <PageSpinner /> : <NotFoundPage />;
  }
  return (
    <>
      <PageHeader title="Saved Reports" back={{ href: reportsPath, label: "Reports" }} />
      {data?.some(({ schedule }) => schedule !== null) === true && <NoMailServerBanner />}
      <Section aria-label="Saved reports">
        {data === undefined &&
          (error === null ? (
            <SkeletonRows count={3} />
          ) : (
            <ErrorState
              title="Couldn't load saved reports."
              error={error}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
            />
          ))}
        {data?.length === 0 && (
          <EmptyState title="No saved reports yet">
            Open a report, set its filters, and save it to find it here or to email it on a schedule.
          </EmptyState>
        )}
        <ul className="divide-y divide-line">
          {data?.map((saved) => (
            <SavedReportRow key={saved.id} saved={saved} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function SavedReportRow({ saved }: { saved: SavedReport }) {
  const { name, report, owner, isShared, isSentToUser, schedule } = saved;
  const { id: userId } = useUser();
  const isOwner = owner.id === userId;
  const notes = [
    getReportFacts(report).title,
    !isOwner && owner.fullName,
    isOwner && isShared && "shared",
    isSentToUser && "emailed to you",
  ].filter(Boolean);
  return (
    <li className="flex items-start gap-4 px-(--inset) py-3.5">
      <div className="min-w-0 flex-1">
        <Link
          href={toReportUrl(saved)}
          className="thumb wrap-anywhere font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="text-ink-soft text-sm">{notes.join(" · ")}</p>
        {schedule !== null && <ScheduleNote schedule={schedule} />}
      </div>
      {isOwner && <SavedReportActions saved={saved} />}
    </li>
  );
}

function ScheduleNote({ schedule }: { schedule: ReportSchedule }) {
  const { recipients, formats, timeZone, nextRunAt, lastRunAt } = schedule;
  const people = recipients.length === 1 ? "1 person" : `${recipients.length} people`;
  const files = formats.map((format) => format.toUpperCase()).join(" and ");
  const outcomes = describeOutcomes(recipients);
  return (
    <div className="mt-1 text-sm">
      <p>{`${files} to ${people} ${describeSchedule(schedule)}`}</p>
      <p className="text-ink-soft">
        {lastRunAt !== null && (
          <>
            {"Last run "}
            <time dateTime={lastRunAt}>{formatMoment(lastRunAt, timeZone)}</time>
            {outcomes === null ? ". " : `: ${outcomes}. `}
          </>
        )}
        {"Next run "}
        <time dateTime={nextRunAt}>{formatMoment(nextRunAt, timeZone)}</time>
      </p>
    </div>
  );
}

function SavedReportActions({ saved }: { saved: SavedReport }) {
  const { name, schedule } = saved;
  const [open, setOpen] = useState<"edit" | "schedule" | "delete">();
  const close = () => setOpen(undefined);
  const canWrite = useIsServerReachable();
  const stop = useStopSchedule();
  const remove = useDeleteSavedReport(close);
  return (
    <>
      <Menu
        label={`Actions for ${name}`}
        trigger={(props) => (
          <IconButton {...props} label={`Actions for ${name}`} disabled={!canWrite}>
            <EllipsisVertical />
          </IconButton>
        )}
      >
        <MenuItem onSelect={() => setOpen("schedule")}>
          {schedule === null ? "Schedule..." : "Change schedule..."}
        </MenuItem>
        {schedule !== null && <MenuItem onSelect={() => stop.mutate(saved)}>Stop schedule</MenuItem>}
        <MenuItem onSelect={() => setOpen("edit")}>Rename or share...</MenuItem>
        <MenuSeparator />
        <MenuItem isDestructive onSelect={() => setOpen("delete")}>
          Delete...
        </MenuItem>
      </Menu>
      {open === "edit" && <EditSavedReportDialog saved={saved} onClose={close} />}
      {open === "schedule" && <ScheduleDialog saved={saved} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        isDestructive
        onClose={close}
        title={`Delete “${name}”?`}
        description={describeDeletion(saved)}
        confirmLabel="Delete"
        busyLabel="Deleting..."
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(saved)}
      />
    </>
  );
}

function describeDeletion({ isShared, schedule }: SavedReport): string {
  if (schedule !== null) return "It will no longer be emailed. The report itself isn't affected.";
  return isShared
    ? "Everyone you shared it with will lose it. The report itself isn't affected."
    : "The report itself isn't affected.";
}
