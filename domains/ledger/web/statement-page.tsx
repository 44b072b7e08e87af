import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { ApiError, pathOf } from "#web/api-client.ts";
import { Download, FileQuestion, Printer } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { fieldErrorsOf } from "#web/refusal.ts";
import { useMay } from "#web/session/session.tsx";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { exportStatement, printStatement, readStatement } from "../statement-contract.ts";
import { StatementSheet } from "./statement-sheet.tsx";

/** The statement of a lease between two days, to read, print and download. */
export default function StatementPage() {
  const { id } = useParams<{ id: string }>();
  if (!useMay("ledger.read")) return <AccessDenied />;
  return /^[1-9]\d{0,15}$/.test(id) ? <StatementOf key={id} leaseId={Number(id)} /> : <NoSuchStatement />;
}

function StatementOf({ leaseId }: { leaseId: number }) {
  const { days, choose } = useDays();
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(readStatement, { params: { id: leaseId }, query: days }),
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
  if (error instanceof ApiError && error.status === 404) return <NoSuchStatement />;
  const refused = fieldErrorsOf(error);
  const isShown = data !== undefined && error === null;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          back={{ href: paths.ledgerOfLease(leaseId), label: "Lease" }}
          title="Statement"
          description="What was owed, charged and paid between two days."
          action={
            isShown && (
              <>
                <FileLink kind="PDF" href={fileAddress(pathOf(printStatement, { id: leaseId }), days)} />
                <FileLink kind="CSV" href={fileAddress(pathOf(exportStatement, { id: leaseId }), days)} />
                <Button variant="primary" onClick={() => print()}>
                  <Printer aria-hidden="true" />
                  Print
                </Button>
              </>
            )
          }
        />
        <div className="mb-6 grid max-w-md grid-cols-2 gap-3">
          <Field label="From" error={refused["from"]}>
            <Input
              type="date"
              value={days.from ?? data?.from ?? ""}
              onChange={({ target }) => choose({ ...days, from: target.value })}
            />
          </Field>
          <Field label="To" error={refused["to"]}>
            <Input
              type="date"
              value={days.to ?? data?.to ?? ""}
              onChange={({ target }) => choose({ ...days, to: target.value })}
            />
          </Field>
        </div>
      </div>
      {isShown ? (
        <StatementSheet statement={data} />
      ) : (
        <Card>
          {error === null ? (
            <SkeletonRows count={8} />
          ) : (
            <ErrorState
              title={
                Object.keys(refused).length > 0
                  ? "Please choose other days."
                  : "The statement could not be loaded."
              }
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </Card>
      )}
    </>
  );
}

interface Days {
  from?: string;
  to?: string;
}

/** The days in the address; without them the server takes the past year. */
function useDays(): { days: Days; choose: (days: Days) => void } {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const [from, to] = [address.get("from") ?? "", address.get("to") ?? ""];
  return {
    days: { ...(from === "" ? {} : { from }), ...(to === "" ? {} : { to }) },
    choose: (days) => navigate(fileAddress(path, days), { replace: true }),
  };
}

function fileAddress(path: string, { from = "", to = "" }: Days): string {
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

function NoSuchStatement() {
  return (
    <>
      <title>Statement not found · Property Management Portal</title>
      <EmptyState
        icon={<FileQuestion />}
        title="There is no such statement"
        titleAs="h1"
        action={<ButtonLink href={paths.dashboard}>Dashboard</ButtonLink>}
      >
        Its lease was deleted, or you do not have access to it.
      </EmptyState>
    </>
  );
}
