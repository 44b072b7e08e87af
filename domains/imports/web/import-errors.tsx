import { useState } from "react";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { type ImportError, listImportErrors } from "../contract.ts";
import { CorrectDialog } from "./correct-dialog.tsx";

const errorList = { filters: {}, pageSize: 50, isInUrl: false };

/** The errors of the file, by line. */
export function ImportErrors({ id, total, canCorrect }: { id: number; total: number; canCorrect: boolean }) {
  const [correctedError, setCorrectedError] = useState<ImportError | null>(null);
  // The rows are checked again before they're written, which can change the errors.
  const list = useList(
    listImportErrors,
    useListUrl(errorList),
    {},
    { params: { id }, refetchOnMount: "always" },
  );
  return (
    <ListView
      list={list}
      header={
        <SectionHeader
          title="Errors"
          description={`${total.toLocaleString("en-US")} in total, by line number.`}
        />
      }
      itemNoun="errors"
      errorTitle="Couldn't load errors."
      skeleton={5}
      emptyState={null}
    >
      {(rows) => (
        <>
          <Table
            caption="Errors by line and column"
            columns={getColumns(canCorrect ? setCorrectedError : undefined)}
            rows={rows}
            rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
          />
          {correctedError !== null && (
            <CorrectDialog importId={id} error={correctedError} onClose={() => setCorrectedError(null)} />
          )}
        </>
      )}
    </ListView>
  );
}

const getColumns = (
  onCorrect: ((error: ImportError) => void) | undefined,
): readonly Column<ImportError>[] => [
  {
    key: "line",
    header: "Line",
    align: "end",
    phoneSlot: "line",
    className: "sm:w-20",
    cell: ({ line }) => line.toLocaleString("en-US"),
    phoneCell: ({ line }) => `Line ${line.toLocaleString("en-US")}`,
  },
  {
    key: "column",
    header: "Column",
    phoneSlot: "line",
    className: "sm:w-44",
    cell: ({ column }) => column ?? <span className="text-ink-soft">Whole row</span>,
  },
  {
    key: "value",
    header: "Value",
    align: "start",
    className: "sm:w-44",
    cell: ({ value }) =>
      value === null ? null : value === "" ? (
        <span className="text-ink-soft">Blank</span>
      ) : (
        <span className="break-words">{value}</span>
      ),
  },
  {
    key: "message",
    header: "Problem",
    align: "start",
    phoneSlot: "title",
    cell: ({ message, moreRows }) => (
      <>
        {message}
        {moreRows > 0 && (
          <span className="block text-ink-soft text-xs">
            {`Also corrects ${moreRows.toLocaleString("en-US")} more ${moreRows === 1 ? "row" : "rows"}.`}
          </span>
        )}
      </>
    ),
  },
  ...(onCorrect === undefined
    ? []
    : [
        {
          key: "correct",
          header: "Actions",
          isHeaderHidden: true,
          align: "end" as const,
          phoneSlot: "action" as const,
          cell: (error: ImportError) =>
            error.correctable.length > 0 && (
              <Button
                size="sm"
                aria-label={`Correct ${error.column} on line ${error.line}`}
                onClick={() => onCorrect(error)}
              >
                Correct
              </Button>
            ),
        },
      ]),
];
