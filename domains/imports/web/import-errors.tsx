import { pathOf } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { CardHeader } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { exportImportErrors, type ImportError, listImportErrors } from "../contract.ts";

const errorList = { filters: {}, pageSize: 50, isInAddress: false };

/** The errors of the file, by line. */
export function ImportErrors({ id, total }: { id: number; total: number }) {
  // The rows are checked again before they are written, which may change the errors.
  const list = useList(
    listImportErrors,
    useListAddress(errorList),
    {},
    { params: { id }, refetchOnMount: "always" },
  );
  return (
    <ListView
      list={list}
      header={
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
      }
      noun="errors"
      failed="The errors could not be loaded."
      skeleton={5}
      empty={null}
    >
      {(rows) => (
        <Table
          caption="Errors by line and column"
          columns={columns}
          rows={rows}
          rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        />
      )}
    </ListView>
  );
}

const columns: readonly Column<ImportError>[] = [
  {
    key: "line",
    header: "Line",
    align: "end",
    onPhone: "line",
    className: "sm:w-20",
    cell: ({ line }) => line.toLocaleString("en-US"),
    phoneCell: ({ line }) => `Line ${line.toLocaleString("en-US")}`,
  },
  {
    key: "column",
    header: "Column",
    onPhone: "line",
    className: "sm:w-44",
    cell: ({ column }) => column ?? <span className="text-ink-soft">The row</span>,
  },
  { key: "message", header: "What is wrong", onPhone: "title", cell: ({ message }) => message },
];
