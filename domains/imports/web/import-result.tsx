import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ApiError } from "#web/api-client.ts";
import { CircleCheck } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { JobProgress, StartJob } from "#web/ui/job.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { FileImport, readImport } from "../contract.ts";
import { countOf, kindOf } from "../import-kinds.ts";
import { afterImport } from "./after-import.ts";
import { useRunImport } from "./api.ts";
import { ImportErrors } from "./import-errors.tsx";
import { ImportStateBadge } from "./import-state.tsx";
import { importQuery } from "./queries.ts";

type FileImportDetails = ResponseOf<typeof readImport>;

/** One import, from the check to the end. */
export function ImportResult({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery({ ...importQuery(id), refetchOnMount: "always" });
  useRefreshWhenDone(data);
  if (data === undefined && error === null)
    return (
      <Card>
        <SkeletonRows count={4} />
      </Card>
    );
  if (data === undefined)
    return (
      <Card>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            title="There is no such import"
            action={<ButtonLink href={paths.import}>All imports</ButtonLink>}
          >
            It was discarded, or you do not have access to it.
          </EmptyState>
        ) : (
          <ErrorState
            title="The import could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    );
  return (
    <div className="space-y-6">
      <Card>
        <CardHeader
          title={data.fileName}
          description={`${countOf(data.kind, data.rows)} · ${data.createdBy}`}
          action={<ImportStateBadge {...data} />}
        />
        <div className="space-y-4 px-4 pb-5 sm:px-5">
          <NextStep row={data} />
        </div>
      </Card>
      {data.errors > 0 && <ImportErrors id={id} total={data.errors} />}
      {data.errors === 0 && data.sample.length > 0 && <Sample row={data} />}
    </div>
  );
}

/** Refetches the lists once the rows are written. */
function useRefreshWhenDone(row: FileImport | undefined): void {
  const queryClient = useQueryClient();
  const before = useRef(row?.state);
  const state = row?.state;
  useEffect(() => {
    if (state === "done" && before.current !== undefined && before.current !== "done")
      void queryClient.invalidateQueries();
    before.current = state;
  }, [state, queryClient]);
}

function NextStep({ row }: { row: FileImportDetails }) {
  const { kind, rows, badRows, message, state } = row;
  const { noun } = kindOf(kind);
  switch (state) {
    case "reading":
      return <p>The file is still being read. This page updates by itself.</p>;
    case "expired":
      return <p>It was kept for 7 days and was not imported. Please choose the file again.</p>;
    case "queued":
    case "running":
      return <Progress row={row} />;
    case "done":
      return <Done row={row} />;
    case "stopped":
      return (
        <>
          <Banner kind="warning" title="The import was interrupted, and nothing was written.">
            The portal was stopped during the import. You can safely start it again: no row is written twice.
          </Banner>
          <RunButton row={row} label="Import again" />
        </>
      );
    case "checked":
      return (
        <>
          {message !== null && <Banner kind="warning" title={message} />}
          {badRows > 0 ? (
            <Banner
              kind="danger"
              title={`${badRows.toLocaleString("en-US")} of ${countOf(kind, rows)} ${badRows === 1 ? "has" : "have"} errors. Nothing is written.`}
            >
              Correct these rows in your file and choose it again: all rows are imported together, or none.
              {rows > badRows &&
                ` ${countOf(kind, rows - badRows)} ${rows - badRows === 1 ? "is" : "are"} valid.`}
            </Banner>
          ) : (
            <>
              <p>
                {rows === 1
                  ? `The ${noun.one} is valid.`
                  : `All ${rows.toLocaleString("en-US")} ${noun.many} are valid.`}{" "}
                Nothing is written until you import.
              </p>
              <RunButton row={row} label={`Import ${countOf(kind, rows)}`} />
            </>
          )}
        </>
      );
  }
}

const RunButton = ({ row, label }: { row: FileImportDetails; label: string }) => (
  <StartJob label={label} start={useRunImport(row.id)} />
);

function Progress({ row: { kind, rows, rowsDone } }: { row: FileImportDetails }) {
  const percent = rows === 0 ? 0 : Math.floor((rowsDone / rows) * 100);
  return (
    <JobProgress
      name="Importing"
      done={percent}
      of={100}
      words={`${rowsDone.toLocaleString("en-US")} of ${countOf(kind, rows)}: ${percent}%`}
      note="Others see the rows once all of them are written. You may leave this page; the import continues."
    />
  );
}

function Done({ row: { kind, rows } }: { row: FileImportDetails }) {
  const user = useUser();
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium">
        <CircleCheck aria-hidden="true" className="size-5 text-green-text" />
        {`${countOf(kind, rows)} imported.`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        {afterImport(kind, user).map(({ label, href }, at) => (
          <ButtonLink key={href} href={href} variant={at === 0 ? "primary" : "secondary"}>
            {label}
          </ButtonLink>
        ))}
      </div>
    </>
  );
}

function Sample({ row: { kind, sample, rows } }: { row: FileImportDetails }) {
  return (
    <Card>
      <CardHeader
        title={sample.length < rows ? `The first ${sample.length} rows as read` : "The rows as read"}
        description="Empty cells have their default value."
      />
      <Table
        caption="Rows as read"
        columns={[
          {
            key: "line",
            header: "Line",
            align: "end" as const,
            cell: ({ line }: FileImportDetails["sample"][number]) => line,
          },
          ...kindOf(kind).columns.map(({ header }, at) => ({
            key: header,
            header,
            onPhone: at === 0 ? ("title" as const) : undefined,
            cell: ({ values }: FileImportDetails["sample"][number]) => (
              <span className="break-words">{values[header] || "–"}</span>
            ),
          })),
        ]}
        rows={sample}
        rowKey={({ line }) => line}
      />
    </Card>
  );
}
