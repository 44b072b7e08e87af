import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { toUserMessage } from "#web/api-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { FileColumn, readImportLayout } from "../contract.ts";
import { getHeaderNames } from "../header-names.ts";
import { getImportKind, type ImportKindName } from "../import-kinds.ts";
import { ColumnsTable } from "./columns-table.tsx";
import { FileRowsTable } from "./file-rows-table.tsx";
import { useMatchColumns } from "./mutations.ts";
import { importLayoutQuery } from "./queries.ts";

type Layout = ResponseOf<typeof readImportLayout>;

interface MatchColumnsProps {
  id: number;
  kind: ImportKindName;
  onChecked: () => void;
}

/** Matches the columns in a file to fields, and shows how its values are read. */
export function MatchColumns(props: MatchColumnsProps) {
  const { data, error, refetch, isFetching } = useQuery(importLayoutQuery(props.id));
  if (data !== undefined) return <MatchForm key={data.firstHeaderLine} layout={data} {...props} />;
  if (error === null) return <SkeletonRows count={6} />;
  return (
    <ErrorState
      title="Couldn't load the file."
      error={error}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

function MatchForm({ id, kind, layout, onChecked }: MatchColumnsProps & { layout: Layout }) {
  const [columns, setColumns] = useState<readonly FileColumn[]>(layout.columns);
  const [headerLines, setHeaderLines] = useState([layout.firstHeaderLine, layout.lastHeaderLine] as const);
  const { mutate, isPending, error } = useMatchColumns(id, onChecked);
  const canWrite = useIsServerReachable();
  const [firstLine, lastLine] = headerLines;
  const names = getNames(layout, headerLines);
  const namedColumns = columns.map((column) => ({ ...column, name: names[column.index] ?? "" }));
  const changeColumn = (index: number, change: Partial<FileColumn>) =>
    setColumns((before) =>
      before.map((column) => (column.index === index ? { ...column, ...change } : column)),
    );
  const checkRows = () =>
    mutate({
      firstHeaderLine: firstLine,
      lastHeaderLine: lastLine,
      columns: columns.map(({ index, field, decimalMark, isDayFirst }) => {
        return { index, field, decimalMark, isDayFirst };
      }),
    });
  return (
    <>
      <LayoutNotes layout={layout} />
      <Section
        title="Columns"
        description="Select the field for each column. Your choices are remembered for files with the same headers."
      >
        <ColumnsTable
          columns={namedColumns}
          kindColumns={getImportKind(kind).columns}
          onChange={changeColumn}
        />
        <div className="flex flex-wrap items-end justify-between gap-4 py-4">
          <Field label="Header" className="w-full sm:w-56">
            <Select
              options={listHeaderOptions(layout)}
              value={headerLines.join("-")}
              onChange={({ target }) => {
                const [first = 1, last = 1] = target.value.split("-").map(Number);
                setHeaderLines([first, last]);
              }}
            />
          </Field>
          <Button
            variant="primary"
            className="max-sm:w-full"
            disabled={!canWrite}
            isBusy={isPending}
            busyLabel="Checking every row..."
            onClick={checkRows}
          >
            Check Rows
          </Button>
        </div>
        {error !== null && <Banner kind="danger" title={toUserMessage(error)} />}
      </Section>
      <FileRowsTable
        columns={namedColumns}
        kindColumns={getImportKind(kind).columns}
        rows={layout.rows.map((row) =>
          row.line < firstLine
            ? { ...row, skipReason: "Above the header" }
            : row.line <= lastLine
              ? { ...row, skipReason: "The header" }
              : row,
        )}
      />
    </>
  );
}

function LayoutNotes({ layout: { notes, preset, isRemembered } }: { layout: Layout }) {
  const facts = [
    ...(isRemembered ? ["The columns are matched as they were for the last file with these headers."] : []),
    ...(preset === null || isRemembered ? [] : [`This looks like an export from ${preset}.`]),
    ...notes,
  ];
  return (
    facts.length > 0 && (
      <Banner kind="info" title={facts[0] ?? ""}>
        {facts.length > 1 && facts.slice(1).join(" ")}
      </Banner>
    )
  );
}

function getNames({ rows }: Layout, [first, last]: readonly [number, number]): string[] {
  const getCells = (line: number) => rows.find((row) => row.line === line)?.cells ?? [];
  return getHeaderNames(getCells(first), first === last ? undefined : getCells(last));
}

/** The header can be any of the first rows, or two consecutive rows. */
function listHeaderOptions({ rows }: Layout) {
  return rows.slice(0, 20).flatMap(({ line }, index) => {
    const next = rows[index + 1];
    const single = { value: `${line}-${line}`, label: `Line ${line}` };
    return next?.line === line + 1
      ? [single, { value: `${line}-${next.line}`, label: `Lines ${line} and ${next.line}` }]
      : [single];
  });
}
