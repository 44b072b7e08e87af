/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   laid out as cards, a table is none any more for some screen readers unless its roles are written out */
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";

export interface Column<Row> {
  key: string;
  header: string;
  /** The heading is for screen readers only, e.g. above buttons. */
  isHeaderHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned right. */
  align?: "start" | "end" | undefined;
  /** `title`: the card's first line on phones, without its heading. `hidden`: not on phones. */
  onPhone?: "title" | "hidden" | undefined;
  className?: string | undefined;
}

interface TableProps<Row> {
  /** Read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Opens a row by a click anywhere in it and by Enter. Keep a button with words in the row as well. */
  onOpen?: ((row: Row) => void) | undefined;
}

/** A table with a sticky head; on phones each row is a card, and the roles keep it a table for screen readers. */
export function Table<Row>({ caption, columns, rows, rowKey, onOpen }: TableProps<Row>) {
  return (
    <div className="sm:overflow-x-auto">
      <table role="table" className="w-full text-left max-sm:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={classes(
                  "sticky top-0 wrap-normal border-line border-b bg-surface px-2 py-2.5 font-medium text-ink-soft text-sm first:rounded-tl-card sm:first:pl-5! last:rounded-tr-card sm:last:pr-5! lg:px-3",
                  column.align === "end" && "text-right",
                )}
              >
                <span className={column.isHeaderHidden === true ? "sr-only" : undefined}>
                  {column.header}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="divide-y divide-line max-sm:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              tabIndex={onOpen === undefined ? undefined : 0}
              onClick={onOpen === undefined ? undefined : (event) => isOnRow(event) && onOpen(row)}
              onKeyDown={onOpen === undefined ? undefined : (event) => onRowKey(event, () => onOpen(row))}
              className={classes(
                "-outline-offset-2 transition-colors duration-150 max-sm:flex max-sm:flex-col max-sm:px-4 max-sm:py-3",
                onOpen !== undefined && "cursor-pointer hover:bg-hover",
              )}
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  const isTitle = column.onPhone === "title";
  return (
    <td
      role="cell"
      className={classes(
        "px-2 py-3 align-middle sm:first:pl-5! sm:last:pr-5! lg:px-3 max-sm:flex max-sm:gap-3 max-sm:px-0! max-sm:py-1",
        column.align === "end" && "wrap-normal text-right tabular-nums",
        column.onPhone === "hidden" && "max-sm:hidden",
        isTitle ? "max-sm:-order-1 max-sm:font-medium" : "max-sm:justify-between",
        column.className,
      )}
    >
      {!isTitle && column.isHeaderHidden !== true && (
        <span aria-hidden="true" className="shrink-0 text-ink-faint sm:hidden">
          {column.header}
        </span>
      )}
      <div className={classes("min-w-0", !isTitle && "max-sm:text-right")}>{children}</div>
    </td>
  );
}

/** Not a button, link or field in the row, and not the end of a selection. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, label, [role=menu]") !== null) return false;
  return getSelection()?.toString() === "" || getSelection() === null;
}

function onRowKey(event: KeyboardEvent<HTMLElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  if (event.key === "Enter") return open();
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const neighbour = event.currentTarget[step[event.key as keyof typeof step]];
  if (!(neighbour instanceof HTMLElement)) return;
  event.preventDefault();
  neighbour.focus();
}
