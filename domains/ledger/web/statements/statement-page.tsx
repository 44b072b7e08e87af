import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { ApiError, buildPath } from "#web/api-client.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { Download, Printer } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { exportStatement, printStatement, readStatement } from "../../statement-contract.ts";
import { StatementSheet } from "./statement-sheet.tsx";

/** A lease statement for a date range, to read, print, and download. */
export default function StatementPage() {
  const { id } = useParams<{ id: string }>();
  return /^[1-9]\d{0,15}$/.test(id) ? <StatementView key={id} leaseId={Number(id)} /> : <StatementNotFound />;
}

function StatementView({ leaseId }: { leaseId: number }) {
  const { dateRange, setDateRange } = useDateRange();
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(readStatement, { params: { id: leaseId }, query: dateRange }),
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  if (error instanceof ApiError && error.status === 404) return <StatementNotFound />;
  const fieldErrors = getFieldErrors(error);
  const hasStatement = data !== undefined && error === null;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          back={{ href: leaseLedgerPath(leaseId), label: "Lease" }}
          title="Statement"
          action={
            hasStatement && (
              <>
                <FileLink
                  kind="PDF"
                  href={buildDateRangeUrl(buildPath(printStatement, { id: leaseId }), dateRange)}
                />
                <FileLink
                  kind="CSV"
                  href={buildDateRangeUrl(buildPath(exportStatement, { id: leaseId }), dateRange)}
                />
                <Button variant="primary" onClick={() => print()}>
                  <Printer aria-hidden="true" />
                  Print
                </Button>
              </>
            )
          }
        />
        <div className="mb-6 grid max-w-md grid-cols-2 gap-3">
          <Field label="From" error={fieldErrors["from"]}>
            <Input
              type="date"
              value={dateRange.from ?? data?.from ?? ""}
              onChange={({ target }) => setDateRange({ ...dateRange, from: target.value })}
            />
          </Field>
          <Field label="To" error={fieldErrors["to"]}>
            <Input
              type="date"
              value={dateRange.to ?? data?.to ?? ""}
              onChange={({ target }) => setDateRange({ ...dateRange, to: target.value })}
            />
          </Field>
        </div>
      </div>
      {hasStatement ? (
        <StatementSheet statement={data} />
      ) : (
        <>
          {error === null ? (
            <SkeletonRows count={8} />
          ) : (
            <ErrorState
              title={
                Object.keys(fieldErrors).length > 0
                  ? "Choose different dates."
                  : "Couldn't load the statement."
              }
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </>
      )}
    </>
  );
}

interface DateRange {
  from?: string;
  to?: string;
}

/** The date range in the URL. Without it, the server uses the past year. */
function useDateRange(): { dateRange: DateRange; setDateRange: (range: DateRange) => void } {
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  return {
    dateRange: { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) },
    setDateRange: (range) => navigate(buildDateRangeUrl(path, range), { replace: true }),
  };
}

function buildDateRangeUrl(path: string, { from = "", to = "" }: DateRange): string {
  const search = new URLSearchParams({
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
  }).toString();
  return search === "" ? path : `${path}?${search}`;
}

const FileLink = ({ href, kind }: { href: string; kind: "CSV" | "PDF" }) => (
  <a href={href} download aria-label={`Download the statement as ${kind}`} className={buttonClasses()}>
    <Download aria-hidden="true" />
    {kind}
  </a>
);

function StatementNotFound() {
  return (
    <>
      <title>Statement not found · Property Management Portal</title>
      <EmptyState
        title="Statement not found"
        titleAs="h1"
        action={<ButtonLink href={dashboardPath}>Dashboard</ButtonLink>}
      >
        The lease was deleted, or you don't have access to it.
      </EmptyState>
    </>
  );
}
