import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathOf } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportImportErrors, type ImportError } from "../contract.ts";
import { errorsPageSize, errorsQuery } from "./queries.ts";

/** What is wrong, line by line, as the file has it. */
export function ImportErrors({ id, total }: { id: number; total: number }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useQuery({
    ...errorsQuery(id, page),
    // Looked at again before writing, the errors of an import may be others than before.
    refetchOnMount: "always",
  });
  return (
    <Card>
      <CardHeader
        title="Errors"
        description={`${total.toLocaleString("en-US")} in all, by the line of the file.`}
        action={
          <a href={pathOf(exportImportErrors, { id })} download className={buttonClasses({ size: "sm" })}>
            <Download aria-hidden="true" />
            Download Errors
          </a>
        }
      />
      {data === undefined ? (
        error === null ? (
          <SkeletonRows />
        ) : (
          <ErrorState
            title="The errors could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <Table
            caption="Errors by line and column"
            columns={columns}
            rows={data.rows}
            rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
          />
          <Pagination
            page={page}
            pageSize={errorsPageSize}
            total={data.total}
            onPage={setPage}
            noun="errors"
          />
        </>
      )}
    </Card>
  );
}

const columns: readonly Column<ImportError>[] = [
  {
    key: "line",
    header: "Line",
    align: "end",
    className: "sm:w-20",
    cell: ({ line }) => line.toLocaleString("en-US"),
  },
  {
    key: "column",
    header: "Column",
    className: "sm:w-44",
    cell: ({ column }) => column ?? <span className="text-ink-soft">The row</span>,
  },
  { key: "message", header: "What is wrong", onPhone: "title", cell: ({ message }) => message },
];
