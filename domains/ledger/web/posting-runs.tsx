import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { CalendarSync } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { asList } from "#web/list/use-list.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportPostingRuns, type PostingRun } from "../posting-contract.ts";
import { isCutOff, postingRunsQuery } from "./posting-queries.ts";

/** The latest runs, with the entries they posted and the leases they could not charge. */
export const PostingRuns = () => (
  <ListView
    list={asList(useQuery(postingRunsQuery))}
    header={
      <CardHeader
        title="Latest runs"
        description="Hours with nothing due have no run."
        action={<ExportLink endpoint={exportPostingRuns} query={{}} what="posting runs" />}
      />
    }
    noun="runs"
    failed="The runs could not be loaded."
    skeleton={3}
    empty={
      <EmptyState icon={<CalendarSync />} title="Nothing posted yet">
        Charges come 10 days before they are due, once a lease with terms is active.
      </EmptyState>
    }
  >
    {(rows) => <Table caption="Latest runs" columns={columns} rows={rows} rowKey={({ id }) => id} />}
  </ListView>
);

const columns: readonly Column<PostingRun>[] = [
  {
    key: "started",
    header: "Started",
    onPhone: "title",
    cell: ({ startedAt, startedBy }) => (
      <>
        <time dateTime={startedAt}>{formatMoment(startedAt)}</time>
        <span className="text-ink-soft">{` · ${startedBy ?? "by itself"}`}</span>
      </>
    ),
  },
  { key: "state", header: "State", onPhone: "badge", cell: (run) => <State run={run} /> },
  {
    key: "leases",
    header: "Leases",
    align: "end",
    onPhone: "line",
    cell: ({ leasesDone }) => leasesDone.toLocaleString("en-US"),
    phoneCell: ({ leasesDone }) => countOf(leasesDone, "lease", "leases"),
  },
  {
    key: "entries",
    header: "Entries",
    align: "end",
    onPhone: "line",
    cell: ({ entries }) => entries.toLocaleString("en-US"),
    phoneCell: ({ entries }) => countOf(entries, "entry", "entries"),
  },
  {
    key: "posted",
    header: "Posted",
    align: "end",
    onPhone: "figure",
    cell: ({ cents }) => formatCents(toCents(cents)),
  },
];

const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

function State({ run }: { run: PostingRun }) {
  if (isCutOff(run)) return <Badge tone="red">Cut off</Badge>;
  if (run.finishedAt === null) return <Badge tone="amber">Under way</Badge>;
  if (run.leasesFailed === 0) return <Badge tone="green">Done</Badge>;
  const more = run.leasesFailed - run.failedLeaseIds.length;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="red">Not charged</Badge>
      {run.failedLeaseIds.map((id) => (
        <Link key={id} href={paths.lease(id)} className="text-accent-text underline-offset-4 hover:underline">
          {`Lease ${id}`}
        </Link>
      ))}
      {more > 0 && `and ${more.toLocaleString("en-US")} more`}
    </span>
  );
}
