import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { billsPath, budgetsPath, vendorsPath } from "#domains/expenses/paths.ts";
import { leasesPath } from "#domains/leases/paths.ts";
import { usersPath } from "#domains/people/paths.ts";
import { propertiesPath } from "#domains/properties/paths.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { type Action, canEver } from "#shared/permissions.ts";
import { ApiError, buildPath } from "#web/api-client.ts";
import { CircleCheck, Download } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { JobProgress, StartJobButton } from "#web/ui/feedback/job.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import {
  exportRowsNotImported,
  type FileImport,
  type ImportSummary,
  importRetentionDays,
  importUndoHours,
  type readImport,
} from "../contract.ts";
import type { ImportKindName } from "../import-kinds.ts";
import { formatRowCount, getImportKind } from "../import-kinds.ts";
import { importPath } from "../paths.ts";
import { ImportErrors } from "./import-errors.tsx";
import { ImportStateBadge } from "./import-state-badge.tsx";
import { MatchColumns } from "./match-columns.tsx";
import { useRunImport } from "./mutations.ts";
import { importQuery } from "./queries.ts";
import { UndoImport } from "./undo-import.tsx";

type FileImportDetails = ResponseOf<typeof readImport>;

/** An import from the check to its end. */
export function ImportResult({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery({ ...importQuery(id), refetchOnMount: "always" });
  const [isRematching, setIsRematching] = useState(false);
  useRefreshWhenDone(data);
  if (data === undefined && error === null) return <SkeletonRows count={4} />;
  if (data === undefined)
    return (
      <>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            title="Import not found"
            action={<ButtonLink href={importPath}>All imports</ButtonLink>}
          >
            It was discarded, or you don't have access to it.
          </EmptyState>
        ) : (
          <ErrorState
            title="Couldn't load the import."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </>
    );
  const isMatching = data.state === "matching" || (data.state === "checked" && isRematching);
  return (
    <div className="space-y-6">
      <Section
        title={data.fileName}
        description={
          data.state === "matching"
            ? data.createdBy
            : `${formatRowCount(data.kind, data.rows)} · ${data.createdBy}`
        }
        action={<ImportStateBadge {...data} />}
      >
        <div className="space-y-4 px-(--inset) pt-4 pb-5">
          {isMatching ? (
            <p>Match the columns in this file to fields. Then every row is checked. Nothing is saved yet.</p>
          ) : (
            <NextStep row={data} onRematch={() => setIsRematching(true)} />
          )}
        </div>
      </Section>
      {isMatching && <MatchColumns id={id} kind={data.kind} onChecked={() => setIsRematching(false)} />}
      {!isMatching && data.errors > 0 && (
        <ImportErrors id={id} total={data.errors} canCorrect={data.state === "checked"} />
      )}
      {!isMatching && data.errors === 0 && data.sample.length > 0 && <SampleRows row={data} />}
    </div>
  );
}

/** Refetches the lists once the rows are written. */
function useRefreshWhenDone(row: FileImport | undefined): void {
  const queryClient = useQueryClient();
  const previousState = useRef(row?.state);
  const state = row?.state;
  useEffect(() => {
    if (state === "done" && previousState.current !== undefined && previousState.current !== "done")
      void queryClient.invalidateQueries();
    previousState.current = state;
  }, [state, queryClient]);
}

function NextStep({ row, onRematch }: { row: FileImportDetails; onRematch: () => void }) {
  const { kind, rows, badRows, message, state } = row;
  const { noun } = getImportKind(kind);
  switch (state) {
    case "reading":
      return <p>The file is still being read. This page updates automatically.</p>;
    case "matching":
      return null;
    case "expired":
      return <p>This file wasn't imported within 7 days. Upload it again.</p>;
    case "undone":
      return <p>This import was undone.</p>;
    case "queued":
    case "running":
      return <ImportProgress row={row} />;
    case "done":
      return <ImportDone row={row} />;
    case "stopped":
      return (
        <>
          <Banner kind="warning" title="The import was interrupted. Nothing was saved.">
            The portal stopped during the import. You can safely start again. No row will be imported twice.
          </Banner>
          <RunButton row={row} label="Import Again" />
        </>
      );
    case "checked":
      return (
        <>
          {message !== null && <Banner kind="warning" title={message} />}
          {badRows > 0 ? (
            <Banner
              kind="danger"
              title={
                badRows === 1
                  ? `1 of ${formatRowCount(kind, rows)} has errors. Nothing has been imported.`
                  : `${formatCount(badRows)} of ${formatRowCount(kind, rows)} have errors. Nothing has been imported.`
              }
            >
              Correct these rows here, or fix them in your file and upload it again.
              {rows > badRows &&
                " You can also import the valid rows now, and the others once they're corrected."}
            </Banner>
          ) : (
            <p>
              {rows === 1
                ? `The ${noun.singular} is valid. Nothing is saved until you import.`
                : `All ${formatCount(rows)} ${noun.plural} are valid. Nothing is saved until you import.`}
            </p>
          )}
          {rows > badRows && (
            <>
              {row.summary !== null && row.summary.totals.length > 0 && (
                <Summary kind={kind} summary={row.summary} />
              )}
              {badRows > 0 && <p>{formatLeftOut(row)}</p>}
              <RunButton
                row={row}
                label={
                  badRows === 0
                    ? `Import ${formatRowCount(kind, rows)}`
                    : `Import ${formatCount(rows - badRows)} Valid ${rows - badRows === 1 ? "Row" : "Rows"}`
                }
              />
            </>
          )}
          <SkippedRows {...row} />
          <div className="flex flex-wrap gap-2 max-sm:flex-col">
            <DownloadRowsNotImported {...row} />
            <Button onClick={onRematch}>Change Columns</Button>
          </div>
        </>
      );
  }
}

const formatCount = (count: number) => count.toLocaleString("en-US");

/** Names the rows with errors, or the first of many. */
function formatLeftOut({ badRows, badLines }: FileImportDetails): string {
  const lines = badLines.map(formatCount);
  const moreCount = badRows - badLines.length;
  return `Left out: ${badRows === 1 ? "line" : "lines"} ${joinWords(moreCount > 0 ? [...lines, `${formatCount(moreCount)} more`] : lines)}.`;
}

const SkippedRows = ({ errors, skippedRows }: FileImport) =>
  skippedRows > 0 && (
    <p className="text-ink-soft">
      {skippedRows === 1
        ? "1 more row isn't imported because it's a total, a heading, or a note."
        : `${formatCount(skippedRows)} more rows aren't imported because they're totals, headings, or notes.`}
      {errors > 0 && ` The download lists ${skippedRows === 1 ? "it" : "them"} too, with the reason.`}
    </p>
  );

/** The download of rows with errors and skipped rows, so that they can be corrected and imported as a file of their own. */
function DownloadRowsNotImported({ id, badRows, errors, skippedRows }: FileImport) {
  if (errors === 0 && skippedRows === 0) return null;
  const what =
    errors === 0
      ? `${formatCount(skippedRows)} Skipped ${skippedRows === 1 ? "Row" : "Rows"}`
      : `${formatCount(badRows)} ${badRows === 1 ? "Row" : "Rows"} with Errors`;
  return (
    <a href={buildPath(exportRowsNotImported, { id })} download className={buttonClasses()}>
      <Download aria-hidden="true" />
      {`Download ${what}`}
    </a>
  );
}

/** The records that the import creates, and totals to compare with the file. */
function Summary({
  kind,
  summary: { creates, totals, notes },
}: {
  kind: ImportKindName;
  summary: ImportSummary;
}) {
  const parts = creates
    .filter(({ count }) => count > 0)
    .map(({ noun, count }) => `${count.toLocaleString("en-US")} ${noun}`);
  return (
    <>
      <p>{`${joinWords(parts)} will be created.`}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {totals.map(({ label, cents }, index) => (
          <div key={`${index} ${label}`}>
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="font-medium tabular-nums">{formatCents(toCents(cents))}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && (
        <ul className="list-disc pl-5">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="max-w-[70ch] text-ink-soft">
        Compare these totals with those of your file.
        {kind === "rent-roll" &&
          " Charges start on the first day of next month, or with the lease if it starts later, unless the file has another date."}
      </p>
    </>
  );
}

const joinWords = (words: readonly string[]) => new Intl.ListFormat("en-US").format(words);

const RunButton = ({ row, label }: { row: FileImportDetails; label: string }) => (
  <StartJobButton label={label} mutation={useStartImport(row)} />
);

function useStartImport({ id, badRows }: FileImportDetails) {
  const { mutate, isPending } = useRunImport(id);
  return { mutate: () => mutate({ validRowsOnly: badRows > 0 }), isPending };
}

function ImportProgress({ row: { kind, rows, badRows, rowsDone } }: { row: FileImportDetails }) {
  const validRows = rows - badRows;
  const percent = validRows === 0 ? 0 : Math.floor((rowsDone / validRows) * 100);
  return (
    <JobProgress
      name="Importing"
      doneCount={percent}
      total={100}
      words={`${rowsDone.toLocaleString("en-US")} of ${formatRowCount(kind, validRows)}: ${percent}%`}
      note="Others will see the rows once they're all imported. You can leave this page, and the import will continue."
    />
  );
}

function ImportDone({ row }: { row: FileImportDetails }) {
  const { kind, badRows, errors, rowsDone, finishedAt, hasLedgerEntries } = row;
  const user = useUser();
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="size-5 text-green-text" />
        {`${formatRowCount(kind, rowsDone)} imported.`}
      </p>
      {badRows > 0 && (
        <p>
          {badRows === 1 ? "1 row was left out." : `${formatCount(badRows)} rows were left out.`}
          {errors > 0 &&
            ` You can download ${badRows === 1 ? "it" : "them"} for ${importRetentionDays} days, correct ${badRows === 1 ? "it" : "them"}, and import the file.`}
        </p>
      )}
      <SkippedRows {...row} />
      {(kind === "leases" || kind === "rent-roll") && finishedAt !== null && !hasLedgerEntries && (
        <p>{formatUndoPeriod(finishedAt)}</p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {getNextPages(kind, user).map(({ label, href }, index) => (
          <ButtonLink key={href} href={href} variant={index === 0 ? "primary" : "secondary"}>
            {label}
          </ButtonLink>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        <DownloadRowsNotImported {...row} />
        <UndoImport {...row} />
      </div>
    </>
  );
}

/** Says how long an import of leases can be undone. After that, charges are posted. */
function formatUndoPeriod(finishedAt: string): string {
  const undoEnd = new Date(Date.parse(finishedAt) + importUndoHours * 3_600_000);
  return `The portal posts no charges for these leases before ${formatMoment(undoEnd)}, so you can check them first and undo the import until then.`;
}

function SampleRows({ row: { kind, sample, rows } }: { row: FileImportDetails }) {
  const shownColumns = getImportKind(kind).columns.filter(
    ({ header, isRequired }) => isRequired || sample.some(({ values }) => (values[header] ?? "") !== ""),
  );
  return (
    <Section
      title={sample.length < rows ? `First ${sample.length} rows as read` : "Rows as read"}
      description="Blank cells use the default value."
    >
      <Table
        caption="Rows as read"
        columns={[
          {
            key: "line",
            header: "Line",
            align: "end" as const,
            cell: ({ line }: FileImportDetails["sample"][number]) => line,
          },
          ...shownColumns.map(({ header, type }, index) => ({
            key: header,
            header,
            phoneSlot: index === 0 ? ("title" as const) : undefined,
            cell: ({ values }: FileImportDetails["sample"][number]) => (
              <span className={type === undefined ? "break-words" : "whitespace-nowrap"}>
                {values[header] || "–"}
              </span>
            ),
          })),
        ]}
        rows={sample}
        rowKey={({ line }) => line}
      />
    </Section>
  );
}

interface NextPage {
  label: string;
  href: string;
  /** The permission for the page, if not everyone who can import has it. */
  permission?: Action;
}

const nextPages = {
  "rent-roll": [
    { label: "View leases", href: leasesPath },
    { label: "Import people", href: `${importPath}?kind=people` },
  ],
  properties: [
    { label: "Import units", href: `${importPath}?kind=units` },
    { label: "View properties", href: propertiesPath },
  ],
  units: [
    { label: "Import leases", href: `${importPath}?kind=leases` },
    { label: "View properties", href: propertiesPath },
  ],
  leases: [
    { label: "View leases", href: leasesPath },
    { label: "Import people", href: `${importPath}?kind=people` },
  ],
  "opening-balances": [
    { label: "View leases", href: leasesPath },
    { label: "Import another file", href: importPath },
  ],
  bills: [
    { label: "View bills", href: billsPath },
    { label: "Import another file", href: importPath },
  ],
  budgets: [
    { label: "View budgets", href: budgetsPath },
    { label: "Import another file", href: importPath },
  ],
  "recovery-history": [
    { label: "View leases", href: leasesPath },
    { label: "Import another file", href: importPath },
  ],
  vendors: [
    { label: "View vendors", href: vendorsPath },
    { label: "Import bills", href: `${importPath}?kind=bills` },
  ],
  people: [
    { label: "View invitations", href: `${usersPath}?tab=invitations`, permission: "people.edit" },
    { label: "Import another file", href: importPath },
  ],
} as const satisfies Record<ImportKindName, readonly NextPage[]>;

/** Returns the next steps after an import. */
const getNextPages = (kind: ImportKindName, user: SessionUser): readonly NextPage[] =>
  nextPages[kind].filter(({ permission }: NextPage) => permission === undefined || canEver(user, permission));
