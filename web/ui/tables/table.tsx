/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   for some screen readers, a table laid out as a grid is no longer a table unless its roles are explicit */
import { type MouseEvent, type ReactNode, useState } from "react";
import { ArrowDown, ArrowUp } from "#web/icons.ts";
import { type RowSelection, useRowKeys } from "#web/list/use-row-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { RowCheckbox } from "#web/ui/tables/row-checkbox.tsx";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";

export interface Column<Row> {
  key: string;
  header: string;
  /** Shows the header only to screen readers, for example above buttons. */
  isHeaderHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** The sorts by this column. By default the first click on the header sorts in descending order. */
  sorts?: readonly [descending: string, ascending: string] | undefined;
  /** Whether the first click sorts in ascending order, as for names. */
  isAscendingFirst?: boolean;
  /** `end` for numbers. A last column without an alignment is aligned at the end too. */
  align?: "start" | "end";
  /**
   * The cell's place in a phone's two-line row. By default it's below the two lines, with its header, unless
   * it's empty.
   */
  phoneSlot?: PhoneSlot;
  /** Replaces `cell` on phones, if that is too long or has controls. */
  phoneCell?: ((row: Row) => ReactNode) | undefined;
  className?: string;
}

/**
 * `title`: on the first line. `line`: on the second line, together with up to three other cells. `figure` and
 * `badge`: at the right end of the first and second line. `action`: to the right of both lines.
 */
type PhoneSlot = "title" | "line" | "figure" | "badge" | "action" | "hidden";

interface TableProps<Row> {
  /** Read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /**
   * Opens a row, with a click anywhere in it or with Enter. The row still needs a labeled button. On phones,
   * its title is that button.
   */
  onOpen?: ((row: Row) => void) | undefined;
  /** Whether a row can be opened. All can by default. */
  canOpen?: ((row: Row) => boolean) | undefined;
  /** The actions of the keys E and A on a row. Each still needs a button. */
  onEdit?: ((row: Row) => void) | undefined;
  onAssign?: ((row: Row) => void) | undefined;
  /**
   * `head`: only the first cell, across the table, above the rows of a group. `subtotal` and `total`: bold,
   * with a line above, which is thick for the total.
   */
  look?: (row: Row) => "head" | "subtotal" | "total" | undefined;
  /**
   * Set if a tap on a phone first shows the other cells, below the two lines, and a button with this label,
   * which opens the row.
   */
  phoneOpenLabel?: string;
  /** Whether the first column stays in view while the others scroll sideways. */
  keepsFirstColumn?: boolean;
  /** The current sort, set by the headers of sortable columns. Not on phones. */
  sort?: TableSort;
  /** The selected rows, with checkboxes before the first cells. Not on phones. */
  selection?: RowSelection<Row>;
}

interface TableSort {
  value: string;
  onChange: (sort: string) => void;
}

/**
 * A table without a box around it. On phones its rows have two lines, and explicit roles keep it a table for
 * screen readers. `useRowKeys` handles the keyboard shortcuts of its rows.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, canOpen, look, phoneOpenLabel, sort, selection } = props;
  const { onEdit, onAssign, keepsFirstColumn = false } = props;
  const isPhone = useIsPhone();
  const rowKeys = useRowKeys<Row, HTMLTableSectionElement>(rows, {
    onOpen: onOpen && ((row) => canOpen?.(row) !== false && onOpen(row)),
    onEdit,
    onAssign,
    selection,
  });
  const visibleColumns = isPhone ? columns.filter(({ phoneSlot }) => phoneSlot !== "hidden") : columns;
  const RowComponent = isPhone ? PhoneRow : WideRow;
  return (
    <SideScroll scrollClassName="sm:overflow-x-auto print:overflow-visible">
      <table role="table" className={classes("w-full text-left", isPhone && "block")}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={isPhone ? "sr-only" : undefined}>
          <tr role="row">
            {visibleColumns.map((column, index) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={sort && getDirection(column, sort)}
                className={classes(
                  "h-7 wrap-normal border-line border-b px-1.5 font-medium text-ink-soft text-xs first:pl-(--inset,0)! last:pr-(--inset,0)! xl:px-2.5",
                  (column.align === "end" ||
                    (column.align === undefined && column === visibleColumns.at(-1) && index > 0)) &&
                    "text-right",
                  keepsFirstColumn && !isPhone && index === 0 && keptColumnClasses,
                )}
              >
                <WithCheckbox
                  box={
                    index === 0 &&
                    !isPhone &&
                    selection !== undefined && <HeaderCheckbox rows={rows} selection={selection} />
                  }
                >
                  {sort === undefined || column.sorts === undefined || isPhone ? (
                    <span className={column.isHeaderHidden === true ? "sr-only" : undefined}>
                      {column.header}
                    </span>
                  ) : (
                    <SortButton
                      header={column.header}
                      orders={column.sorts}
                      isAscendingFirst={column.isAscendingFirst === true}
                      sort={sort}
                    />
                  )}
                </WithCheckbox>
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          {...rowKeys}
          role="rowgroup"
          className={classes(
            "divide-y divide-line border-line border-b has-[>[data-look=total]:last-child]:border-b-0",
            "*:data-[look=total]:border-ink *:data-[look=total]:border-t-2 *:data-[look$=total]:font-semibold print:*:break-inside-avoid",
            isPhone && "block",
          )}
        >
          {rows.map((row) => (
            <RowComponent
              key={rowKey(row)}
              columns={look?.(row) === "head" ? visibleColumns.slice(0, 1) : visibleColumns}
              row={row}
              look={look?.(row)}
              span={visibleColumns.length}
              keepsFirstColumn={keepsFirstColumn}
              phoneOpenLabel={phoneOpenLabel}
              onOpen={onOpen === undefined || canOpen?.(row) === false ? undefined : () => onOpen(row)}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </SideScroll>
  );
}

function getDirection<Row>({ sorts: orders }: Column<Row>, { value }: TableSort) {
  const index = orders?.indexOf(value) ?? -1;
  return index === -1 ? undefined : index === 0 ? "descending" : "ascending";
}

interface SortButtonProps {
  header: string;
  orders: readonly [string, string];
  isAscendingFirst: boolean;
  sort: TableSort;
}

function SortButton({ header, orders, isAscendingFirst, sort }: SortButtonProps) {
  const [descending, ascending] = orders;
  const [first, second] = isAscendingFirst ? [ascending, descending] : orders;
  const isSorted = sort.value === descending || sort.value === ascending;
  const Arrow = (isSorted ? sort.value === ascending : isAscendingFirst) ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="group -mx-1.5 inline-flex items-center gap-1 rounded-control px-1.5 py-0.5 transition-colors hover:bg-hover hover:text-ink"
      onClick={() => sort.onChange(sort.value === first ? second : first)}
    >
      {header}
      <Arrow
        aria-hidden="true"
        className={classes(
          "size-3.5 shrink-0 transition-opacity",
          !isSorted && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
        )}
      />
    </button>
  );
}

interface HeaderCheckboxProps<Row> {
  rows: readonly Row[];
  selection: RowSelection<Row>;
}

function HeaderCheckbox<Row>({ rows, selection }: HeaderCheckboxProps<Row>) {
  const selectedCount = rows.filter(selection.isSelected).length;
  return (
    <RowCheckbox
      label="Select all on this page"
      isChecked={selectedCount === rows.length}
      isIndeterminate={selectedCount > 0 && selectedCount < rows.length}
      onChange={(isSelected) => selection.select(rows, isSelected)}
    />
  );
}

/** Adds a checkbox to a cell of the first column, so that checkboxes don't need their own column. */
const WithCheckbox = ({ box, children }: { box: ReactNode; children: ReactNode }) =>
  box === false || box == null ? (
    children
  ) : (
    <span className="flex items-center gap-3">
      {box}
      {children}
    </span>
  );

interface RowProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  look: ReturnType<NonNullable<TableProps<Row>["look"]>>;
  /** The number of columns that a `head` row's cell spans. */
  span: number;
  keepsFirstColumn: boolean;
  phoneOpenLabel: string | undefined;
  onOpen: (() => void) | undefined;
  selection: RowSelection<Row> | undefined;
}

const keptColumnClasses = "sticky left-0 z-1 min-w-36 bg-surface print:static";

const WideRow = <Row,>({ columns, row, look, span, keepsFirstColumn, onOpen, selection }: RowProps<Row>) => (
  <tr
    role="row"
    data-look={look}
    tabIndex={onOpen === undefined && selection === undefined ? undefined : 0}
    onClick={onOpen && ((event) => isOnRow(event) && onOpen())}
    className={classes(
      "-outline-offset-2 transition-colors",
      onOpen && "cursor-pointer",
      selection?.isSelected(row) === true ? "bg-accent-soft/50" : onOpen && "hover:bg-hover",
    )}
  >
    {columns.map((column, index) => (
      <td
        key={column.key}
        role={look === "head" ? "rowheader" : "cell"}
        colSpan={look === "head" ? span : undefined}
        className={classes(
          "h-(--row) px-1.5 py-1 align-middle first:pl-(--inset,0)! last:pr-(--inset,0)! xl:px-2.5",
          column.align === "end" && "wrap-normal text-right tabular-nums",
          index > 0 && column.align === undefined && "last:text-right",
          column.className,
          // The name of a group or total spans the columns next to it, so it scrolls with them.
          keepsFirstColumn && index === 0 && look === undefined && keptColumnClasses,
        )}
      >
        <WithCheckbox
          box={
            index === 0 &&
            selection !== undefined && (
              <RowCheckbox
                label={`Select ${selection.getName(row)}`}
                isChecked={selection.isSelected(row)}
                onChange={(isSelected) => selection.select([row], isSelected)}
              />
            )
          }
        >
          {column.cell(row)}
        </WithCheckbox>
      </td>
    ))}
  </tr>
);

/**
 * A row on a phone. The grid positions the title, figure, and action. Cells keep the order of the columns.
 */
function PhoneRow<Row>({ columns, row, look, phoneOpenLabel, onOpen }: RowProps<Row>) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (look === "head")
    return (
      <tr role="row" className="block">
        <td role="rowheader" className="block py-2.5">
          {columns[0]?.cell(row)}
        </td>
      </tr>
    );
  const canExpand = onOpen !== undefined && phoneOpenLabel !== undefined;
  const cells = columns.map((column) => ({ column, content: (column.phoneCell ?? column.cell)(row) }));
  const firstLine = cells.find(({ column, content }) => column.phoneSlot === "line" && isNotEmpty(content));
  const hasFigure = columns.some(({ phoneSlot }) => phoneSlot === "figure");
  return (
    <tr
      role="row"
      data-look={look}
      className={classes(
        "relative grid min-h-11.5 grid-cols-[repeat(4,minmax(0,max-content))_minmax(0,1fr)_max-content_auto] items-center px-(--inset) py-2.5 has-[[data-face]]:pl-[calc(var(--inset,0px)+2.75rem)]",
        onOpen && "active:bg-pressed",
      )}
    >
      {cells.map((cell) => {
        const { key, header, isHeaderHidden, phoneSlot, className } = cell.column;
        const isDetail = phoneSlot === undefined && isNotEmpty(cell.content) && (isExpanded || !canExpand);
        return (
          <td
            key={key}
            role="cell"
            className={classes(
              phoneSlotClasses[phoneSlot ?? (isDetail ? "detail" : "hidden")],
              phoneSlot === "title" && (hasFigure ? "col-end-6" : "col-end-7"),
              phoneSlot === "line" && onOpen && "truncate",
              phoneSlot === "line" &&
                cell !== firstLine &&
                isNotEmpty(cell.content) &&
                "before:px-1.5 before:content-['·']",
              isDetail && className,
            )}
          >
            {isDetail && isHeaderHidden !== true && (
              <span aria-hidden="true" className="shrink-0 text-ink-faint">
                {header}
              </span>
            )}
            {phoneSlot === "title" ? (
              <PhoneTitle
                onOpen={canExpand ? () => setIsExpanded(!isExpanded) : onOpen}
                isExpanded={canExpand ? isExpanded : undefined}
              >
                {cell.content}
              </PhoneTitle>
            ) : isDetail ? (
              <div className="min-w-0">{cell.content}</div>
            ) : (
              cell.content
            )}
          </td>
        );
      })}
      {canExpand && isExpanded && (
        <td role="cell" className="relative col-span-full pt-2">
          <Button onClick={onOpen}>{phoneOpenLabel}</Button>
        </td>
      )}
    </tr>
  );
}

const phoneSlotClasses = {
  title: "col-start-1 row-start-1 font-medium",
  line: "row-start-2 text-ink-soft text-sm",
  figure: "col-start-6 row-start-1 max-w-[50vw] pl-3 text-right tabular-nums",
  badge: "col-start-6 row-start-2 max-w-[50vw] pl-3 text-right",
  // Above the title's button, which covers the row.
  action: "relative col-start-7 row-span-2 row-start-1 pl-1",
  detail: "col-span-full flex justify-between gap-3 pt-1 text-right",
  hidden: "hidden",
} as const;

const isNotEmpty = (content: ReactNode) => content != null && content !== false && content !== "";

interface PhoneTitleProps {
  onOpen: (() => void) | undefined;
  isExpanded: boolean | undefined;
  children: ReactNode;
}

/**
 * The title of a row on a phone. If the row can be opened, the title is a button that covers the row.
 * Otherwise the title isn't truncated, because nothing else would show the rest.
 */
function PhoneTitle({ onOpen, isExpanded, children }: PhoneTitleProps) {
  if (onOpen === undefined) return children;
  return (
    <button
      type="button"
      aria-expanded={isExpanded}
      onClick={onOpen}
      className="block w-full text-left font-medium outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus *:line-clamp-1"
    >
      {typeof children === "string" ? <span>{children}</span> : children}
    </button>
  );
}

/**
 * Whether the click was on the row itself, and not on a button, link, or field, or at the end of a text
 * selection.
 */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, label, [role=menu]") !== null) return false;
  return getSelection()?.toString() === "" || getSelection() === null;
}
