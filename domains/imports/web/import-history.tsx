import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { formatMoment } from "#shared/format/dates.ts";
import { FileSpreadsheet } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportImports, type FileImport } from "../contract.ts";
import { countOf } from "../import-kinds.ts";
import { ImportStateBadge } from "./import-state.tsx";
import { importsQuery } from "./queries.ts";

/** The newest imports, each with what became of it. */
export function ImportHistory() {
  return (
    <Card>
      <CardHeader
        title="Latest imports"
        description="A file that was checked and not imported is kept for 7 days."
        action={<ExportLink endpoint={exportImports} query={{}} what="imports" />}
      />
      <Rows />
    </Card>
  );
}

function Rows() {
  const [, navigate] = useLocation();
  // Others import too, and jobs end while nobody looks.
  const { data, error, refetch, isFetching } = useQuery({ ...importsQuery, refetchOnMount: "always" });
  if (data === undefined && error === null) return <SkeletonRows count={3} />;
  if (data === undefined)
    return (
      <ErrorState
        title="The imports could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0)
    return (
      <EmptyState icon={<FileSpreadsheet />} title="Nothing imported yet">
        Download a template above, fill it in, and choose it here.
      </EmptyState>
    );
  const open = ({ id }: FileImport) => navigate(paths.importOf(id));
  return (
    <Table
      caption="Latest imports"
      columns={columns(open)}
      rows={data}
      rowKey={({ id }) => id}
      onOpen={open}
    />
  );
}

const columns = (open: (row: FileImport) => void): readonly Column<FileImport>[] => [
  {
    key: "file",
    header: "File",
    onPhone: "title",
    className: "sm:w-2/5",
    cell: ({ fileName }) => <span className="break-words">{fileName}</span>,
  },
  {
    key: "rows",
    header: "Contents",
    cell: ({ kind, rows }) => countOf(kind, rows),
  },
  { key: "state", header: "State", cell: (row) => <ImportStateBadge {...row} /> },
  {
    key: "who",
    header: "By",
    cell: ({ createdBy, createdAt }) => (
      <>
        {createdBy}
        <span className="text-ink-soft">
          {" · "}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </>
    ),
  },
  {
    key: "open",
    header: "Actions",
    isHeaderHidden: true,
    align: "end",
    cell: (row) => (
      <Button size="sm" aria-label={`Open the import of ${row.fileName}`} onClick={() => open(row)}>
        Open
      </Button>
    ),
  },
];
