import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { ListView } from "#web/list/list-view.tsx";
import { toList } from "#web/list/use-list.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportPostingRuns, type PostingRun } from "../../posting-contract.ts";
import { isInterrupted, postingRunsQuery } from "./queries.ts";

/** The recent runs, with the entries they posted and the leases they couldn't charge. */
export const PostingRuns = () => (
  <ListView
    list={toList(useQuery(postingRunsQuery))}
    header={
      <SectionHeader
        title="Recent runs"
        description="Hours with nothing due are skipped."
        action={<ExportLink endpoint={exportPostingRuns} query={{}} noun="posting runs" />}
      />
    }
    itemNoun="runs"
    errorTitle="Couldn't load the runs."
    skeleton={3}
    emptyState={
      <EmptyState title="Nothing posted yet">
        Charges post 10 days before they're due, once a lease with terms is active.
      </EmptyState>
    }
  >
    {(rows) => <Table caption="Recent runs" columns={columns} rows={rows} rowKey={({ id }) => id} />}
  </ListView>
);

const columns: readonly Column<PostingRun>[] = [
  {
    key: "started",
    header: "Started",
    phoneSlot: "title",
    cell: ({ startedAt, startedBy }) => (
      <>
        <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
        <span className="text-ink-soft">{` · ${startedBy ?? "automatic"}`}</span>
      </>
    ),
  },
  { key: "state", header: "Status", phoneSlot: "badge", cell: (run) => <RunStatus run={run} /> },
  {
    key: "leases",
    header: "Leases",
    align: "end",
    phoneSlot: "line",
    cell: ({ leasesDone }) => leasesDone.toLocaleString("en-US"),
    phoneCell: ({ leasesDone }) => formatCount(leasesDone, "lease", "leases"),
  },
  {
    key: "entries",
    header: "Entries",
    align: "end",
    phoneSlot: "line",
    cell: ({ entries }) => entries.toLocaleString("en-US"),
    phoneCell: ({ entries }) => formatCount(entries, "entry", "entries"),
  },
  {
    key: "posted",
    header: "Posted",
    align: "end",
    phoneSlot: "figure",
    cell: ({ cents }) => formatCents(toCents(cents)),
  },
];

const formatCount = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;

function RunStatus({ run }: { run: PostingRun }) {
  if (isInterrupted(run)) return <Badge tone="red">Interrupted</Badge>;
  if (run.finishedAt === null) return <Badge tone="amber">In progress</Badge>;
  if (run.leasesFailed === 0) return <Badge tone="green">Done</Badge>;
  const hiddenCount = run.leasesFailed - run.failedLeaseIds.length;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="red">Not posted</Badge>
      {run.failedLeaseIds.map((id) => (
        <Link key={id} href={leasePath(id)} className="text-accent-text underline-offset-4 hover:underline">
          {`Lease ${id}`}
        </Link>
      ))}
      {hiddenCount > 0 && `and ${hiddenCount.toLocaleString("en-US")} more`}
    </span>
  );
}
