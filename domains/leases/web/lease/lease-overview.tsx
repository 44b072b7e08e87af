import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { LeaseAccount } from "#domains/ledger/contract.ts";
import { formatBalance } from "#domains/ledger/describe.ts";
import { AmountFigures } from "#domains/ledger/web/amount-figures.tsx";
import { accountQuery } from "#domains/ledger/web/queries.ts";
import { propertyPath, unitPath } from "#domains/properties/paths.ts";
import { unitStatusLabels } from "#domains/properties/unit-statuses.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { CompanyLink } from "#web/ui/faces/company-link.tsx";
import { EmailLink } from "#web/ui/faces/email-address.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { exportLeaseUnits, type Lease } from "../../contract.ts";
import { leaseLedgerPath } from "../../paths.ts";
import { hasVacated, isRunning } from "../../states.ts";
import { Detail } from "../detail.tsx";
import { formatDateOrOpen } from "../format.ts";
import { historyQuery } from "../queries.ts";

/** The amounts due and coming, and the deposit. The ledger shows everything else. */
export function Account({ leaseId }: { leaseId: number }) {
  const { data, error, isFetching, refetch } = useQuery(accountQuery(leaseId));
  return (
    <Section
      title="Account"
      action={
        <Link
          href={leaseLedgerPath(leaseId)}
          className="thumb rounded-sm font-medium text-accent-text hover:underline"
        >
          Ledger
        </Link>
      }
    >
      {data !== undefined && <AccountStrip account={data} />}
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="Couldn't load the account."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Section>
  );
}

function AccountStrip({ account }: { account: LeaseAccount }) {
  const { balanceCents, depositCents } = account;
  return (
    <>
      <AmountFigures amounts={account} />
      <p className="mt-3 text-ink-soft tabular-nums">
        {`Balance ${formatBalance(balanceCents)} · Deposit held ${formatCents(toCents(depositCents))}`}
      </p>
    </>
  );
}

const maxListedPeople = 5;

/** The current people on the lease. */
export function People({ lease: { members }, onShowAll }: { lease: Lease; onShowAll: () => void }) {
  const currentMembers = members.filter(({ isCurrent }) => isCurrent);
  return (
    <Section
      title="People"
      action={
        <Button size="sm" variant="link" className="-mr-2.5" onClick={onShowAll}>
          View all
        </Button>
      }
    >
      {currentMembers.length === 0 && (
        <p className="py-4 text-ink-soft">No one has access to this lease yet.</p>
      )}
      <ul className="divide-y divide-line border-line border-b empty:hidden">
        {currentMembers.slice(0, maxListedPeople).map(({ id, userId, fullName, email }) => (
          <li key={id} className="flex min-h-14 items-center gap-3 py-2">
            <Face person={{ id: userId, fullName }} />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{fullName}</span>
              {email !== null && <EmailLink email={email} isQuiet />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The lease's dates, property, current rent, and company contact. */
export function LeaseSummary({ lease }: { lease: Lease }) {
  const isStaff = useCan("leases.edit");
  const { company } = lease;
  return (
    <Section title="Details">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-line border-b py-4 lg:max-xl:grid-cols-4">
        <Detail name="First day">
          {formatDateOrOpen(lease.from)}
          {isRunning(lease.state) && lease.from > lease.today && (
            <span className="block text-ink-soft text-sm">Not started yet</span>
          )}
        </Detail>
        <Detail name="Last day">{formatDateOrOpen(lease.to)}</Detail>
        <Detail name="Property">
          {isStaff ? (
            <Link className="thumb text-accent-text hover:underline" href={propertyPath(lease.property.id)}>
              {lease.property.name}
            </Link>
          ) : (
            lease.property.name
          )}
        </Detail>
        {lease.monthlyRentCents !== null && (
          <Detail name="Rent this month">{formatCents(toCents(lease.monthlyRentCents))}</Detail>
        )}
        {isStaff && (
          <Detail name="Company">
            <CompanyLink id={company.id} className="thumb text-accent-text">
              {company.name}
            </CompanyLink>
          </Detail>
        )}
        {company.contactEmail !== null && (
          <Detail name="Company email">
            <EmailLink email={company.contactEmail} />
          </Detail>
        )}
        {company.contactPhone !== null && <Detail name="Company phone">{company.contactPhone}</Detail>}
      </dl>
    </Section>
  );
}

type Unit = Lease["units"][number];

/** The units on the lease, with their last days. */
export function Units({ lease }: { lease: Lease }) {
  const isStaff = useCan("leases.edit");
  const columns: Column<Unit>[] = [
    {
      key: "unit",
      header: "Unit",
      phoneSlot: "title",
      cell: ({ id, unitNumber }) =>
        isStaff ? (
          <Link href={unitPath(id)} className="thumb font-medium text-accent-text hover:underline">
            {`Unit ${unitNumber}`}
          </Link>
        ) : (
          <span className="font-medium">{`Unit ${unitNumber}`}</span>
        ),
    },
    {
      key: "status",
      header: "Status",
      phoneSlot: "badge",
      cell: (unit) =>
        hasVacated(lease, unit)
          ? "Vacated"
          : (unitStatusLabels[unit.status as keyof typeof unitStatusLabels] ?? unit.status),
    },
    {
      key: "to",
      header: "Until",
      phoneSlot: "line",
      cell: ({ to }) => (
        <span className="tabular-nums">
          {formatDateOrOpen(to)}
          {to !== lease.to && <span className="ml-2 text-ink-soft text-sm">vacated early</span>}
        </span>
      ),
    },
  ];
  return (
    <Section
      title="Units"
      action={
        <ExportLink
          endpoint={exportLeaseUnits}
          params={{ id: lease.id }}
          query={undefined}
          noun="units"
          size="sm"
        />
      }
    >
      <Table caption="Units on this lease" columns={columns} rows={lease.units} rowKey={({ id }) => id} />
    </Section>
  );
}

/** The history of the lease, newest first. */
export function History({ leaseId }: { leaseId: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...historyQuery(leaseId),
    refetchOnMount: "always",
  });
  return (
    <Section title="History" description="All changes to this lease, newest first.">
      {data === undefined && error === null && <SkeletonRows count={2} />}
      {data === undefined && error !== null && (
        <ErrorState
          title="Couldn't load the history."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="px-(--inset) pt-4 pb-4 text-ink-soft">No changes yet.</p>}
      {data !== undefined && data.length > 0 && (
        <ol className="divide-y divide-line border-line border-b">
          {data.map(({ id, at, who, what }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-(--inset) py-3">
              <span>{what}</span>
              <span className="text-ink-soft text-sm">
                {who} · <time dateTime={at}>{formatMoment(at)}</time>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
