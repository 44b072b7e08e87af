import { useQuery } from "@tanstack/react-query";
import { FileQuestion } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { LeaseLedger } from "#domains/ledger/web/lease-ledger.tsx";
import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import { OrdersTable } from "#domains/properties/web/orders-table.tsx";
import { formatMoment } from "#shared/format/dates.ts";
import { ApiError } from "#web/api-client.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { BackTo } from "#web/ui/back-to.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Loading, Skeleton, SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Lease } from "../contract.ts";
import { isRunning } from "../states.ts";
import { LeaseActions } from "./lease-actions.tsx";
import { LeaseStateBadge } from "./lease-state.tsx";
import { Members } from "./members.tsx";
import { historyQuery, leaseQuery } from "./queries.ts";
import { dayOrOpen, unitsInWords } from "./words.ts";

/** One lease: its facts, units and people, what may be done with it, and what was done. */
export default function LeasePage() {
  const { id } = useParams<{ id: string }>();
  if (!useMay("leases.read")) return <AccessDenied />;
  return /^[1-9]\d{0,15}$/.test(id) ? <LeaseById key={id} id={Number(id)} /> : <NoSuchLease />;
}

function LeaseById({ id }: { id: number }) {
  const { data: lease, error, isFetching, refetch } = useQuery(leaseQuery(id));
  const maySeeHistory = useMay("leases.edit");
  const maySeeLedger = useMay("ledger.read");
  if (error instanceof ApiError && error.status === 404) return <NoSuchLease />;
  if (lease === undefined)
    return error === null ? (
      <LeaseToCome />
    ) : (
      <Card>
        <ErrorState
          title="The lease could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  return (
    <>
      <BackTo href={paths.leases}>Leases</BackTo>
      <PageHeader
        title={lease.company.name}
        description={`${lease.property.name} · ${unitsInWords(lease.units)}`}
        action={<LeaseActions lease={lease} />}
      />
      <div className="space-y-6">
        <Facts lease={lease} />
        <Units lease={lease} />
        <Members lease={lease} />
        {maySeeLedger && lease.state !== "draft" && <LeaseLedger leaseId={lease.id} />}
        {lease.state !== "draft" && (
          <Card>
            <CardHeader title="Work orders" />
            <OrdersTable of={{ leaseId: String(lease.id) }} caption="Work orders of this lease" />
          </Card>
        )}
        {maySeeHistory && <History leaseId={lease.id} />}
      </div>
    </>
  );
}

function LeaseToCome() {
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

function NoSuchLease() {
  return (
    <>
      <title>Lease not found · Property Management Portal</title>
      <EmptyState
        icon={<FileQuestion />}
        title="There is no such lease"
        titleAs="h1"
        action={<ButtonLink href={paths.leases}>All leases</ButtonLink>}
      >
        It was deleted, or it is not yours to see.
      </EmptyState>
    </>
  );
}

function Facts({ lease }: { lease: Lease }) {
  const isStaff = useMay("leases.edit");
  const { company } = lease;
  return (
    <Card className="p-4 sm:p-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="State">
          <LeaseStateBadge state={lease.state} />
          {isRunning(lease.state) && lease.from > lease.today && (
            <span className="ml-2 text-ink-soft text-sm">Has not begun yet</span>
          )}
        </Fact>
        <Fact name="First day">{dayOrOpen(lease.from)}</Fact>
        <Fact name="Last day">{dayOrOpen(lease.to)}</Fact>
        <Fact name="Building">
          {isStaff ? (
            <Link className="text-accent-text hover:underline" href={paths.property(lease.property.id)}>
              {lease.property.name}
            </Link>
          ) : (
            lease.property.name
          )}
        </Fact>
        {company.contactEmail !== null && (
          <Fact name="E-mail of the company">
            <a className="break-all text-accent-text hover:underline" href={`mailto:${company.contactEmail}`}>
              {company.contactEmail}
            </a>
          </Fact>
        )}
        {company.contactPhone !== null && <Fact name="Phone of the company">{company.contactPhone}</Fact>}
      </dl>
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="mt-1 min-h-6">{children}</dd>
  </div>
);

type Unit = Lease["units"][number];

function Units({ lease }: { lease: Lease }) {
  const isStaff = useMay("leases.edit");
  const columns: Column<Unit>[] = [
    {
      key: "unit",
      header: "Unit",
      onPhone: "title",
      cell: ({ id, unitNumber }) =>
        isStaff ? (
          <Link href={paths.unit(id)} className="font-medium text-accent-text hover:underline">
            {`Unit ${unitNumber}`}
          </Link>
        ) : (
          <span className="font-medium">{`Unit ${unitNumber}`}</span>
        ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ status }) => unitStatusLabels[status as keyof typeof unitStatusLabels] ?? status,
    },
    {
      key: "to",
      header: "Until",
      cell: ({ to }) => (
        <span className="tabular-nums">
          {dayOrOpen(to)}
          {to !== lease.to && <span className="ml-2 text-ink-soft text-sm">given back early</span>}
        </span>
      ),
    },
  ];
  return (
    <Card>
      <CardHeader title="Units" />
      <Table caption="Units of this lease" columns={columns} rows={lease.units} rowKey={({ id }) => id} />
    </Card>
  );
}

function History({ leaseId }: { leaseId: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(leaseId),
    refetchOnMount: "always",
  });
  return (
    <Card>
      <CardHeader title="History" description="Who changed what, newest first." />
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="The history could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="px-4 pb-4 text-ink-soft sm:px-5">Nothing was changed yet.</p>}
      {data !== undefined && data.length > 0 && (
        <ol className="divide-y divide-line border-line border-t">
          {data.map(({ id, at, who, what }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
              <span>{what}</span>
              <span className="text-ink-soft text-sm">
                {who} · <time dateTime={at}>{formatMoment(at)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
