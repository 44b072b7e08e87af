/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   for some screen readers, a table laid out as a grid is no longer a table unless its roles are explicit */
import { type MouseEvent, type ReactNode, useState } from "react";
import { ArrowDown, ArrowUp } from "#web/icons.ts";
import { type RowSelection, useRowKeys } from "#web/list/use-row-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { RowCheckbox } from "#web/ui/tables/row-checkbox.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";

export interface Column<Row> {
  key: string;
  header: string;
  /** Hides the header from everyone but screen readers, for example above buttons. */
  isHeaderHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** The sorts by this column. Clicking the header applies the first one first. */
  sorts?: readonly [descending: string, ascending: string] | undefined;
  /** Whether the header applies the ascending sort first, as for names. */
  isAscendingFirst?: boolean;
  /** Numbers are aligned right, and so is a last column without an alignment. */
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
 * `title`: the first line. `line`: the second line, together with up to three others. `figure` and `badge`:
 * at the right end of the first and the second line. `action`: to the right of both lines.
 */
type PhoneSlot = "title" | "line" | "figure" | "badge" | "action" | "hidden";

interface TableProps<Row> {
  /** Read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /**
   * Opens a row with a click anywhere in it or with Enter. Keep a labeled button in the row. On phones, the
   * title is one.
   */
  onOpen?: ((row: Row) => void) | undefined;
  /** Which rows open. All by default. */
  canOpen?: ((row: Row) => boolean) | undefined;
  /** What the keys E and A do with a row. Keep a button for each. */
  onEdit?: ((row: Row) => void) | undefined;
  onAssign?: ((row: Row) => void) | undefined;
  /**
   * `head`: only the first cell, across the table, above the rows of a group. `subtotal` and `total`: bold,
   * with a line above them, a thick one above the total.
   */
  look?: (row: Row) => "head" | "subtotal" | "total" | undefined;
  /**
   * On phones, a tap shows the cells below the two lines, and then the button with this label, which opens
   * the row.
   */
  phoneOpenLabel?: string;
  /** Whether its rows have two lines as on phones, because the screen is too narrow for its columns. */
  isList?: boolean;
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
 * screen readers. `useRowKeys` has the keys for its rows.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, canOpen, look, phoneOpenLabel, sort, selection } = props;
  const { onEdit, onAssign } = props;
  const isOnPhone = useIsPhone();
  const isPhone = isOnPhone || props.isList === true;
  const rowKeys = useRowKeys<Row, HTMLTableSectionElement>(rows, {
    onOpen: onOpen && ((row) => canOpen?.(row) !== false && onOpen(row)),
    onEdit,
    onAssign,
    selection,
  });
  const shownColumns = isPhone ? columns.filter(({ phoneSlot }) => phoneSlot !== "hidden") : columns;
  const RowComponent = isPhone ? PhoneRow : WideRow;
  return (
    <div className="sm:overflow-x-auto print:overflow-visible">
      <table role="table" className={classes("w-full text-left", isPhone && "block")}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={isPhone ? "sr-only" : undefined}>
          <tr role="row">
            {shownColumns.map((column, index) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={sort && getDirection(column, sort)}
                className={classes(
                  "h-7 wrap-normal border-line border-b px-1.5 font-medium text-ink-soft text-xs first:pl-(--inset,0)! last:pr-(--inset,0)! xl:px-2.5",
                  (column.align === "end" ||
                    (column.align === undefined && column === shownColumns.at(-1) && index > 0)) &&
                    "text-right",
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
              columns={look?.(row) === "head" ? shownColumns.slice(0, 1) : shownColumns}
              row={row}
              look={look?.(row)}
              span={shownColumns.length}
              phoneOpenLabel={phoneOpenLabel}
              onOpen={onOpen === undefined || canOpen?.(row) === false ? undefined : () => onOpen(row)}
              selection={selection}
            />
          ))}
        </tbody>
      </table>
    </div>
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
  const isSet = sort.value === descending || sort.value === ascending;
  const Arrow = (isSet ? sort.value === ascending : isAscendingFirst) ? ArrowUp : ArrowDown;
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
          !isSet && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
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

/** The checkboxes are in the cells of the first column, so that they don't add a column. */
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
  /** The number of columns that the cell of a head takes. */
  span: number;
  phoneOpenLabel: string | undefined;
  onOpen: (() => void) | undefined;
  selection: RowSelection<Row> | undefined;
}

const WideRow = <Row,>({ columns, row, look, span, onOpen, selection }: RowProps<Row>) => (
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

/** The grid positions the title, figure, and action. The cells keep the order of the columns. */
function PhoneRow<Row>({ columns, row, look, phoneOpenLabel, onOpen }: RowProps<Row>) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (look === "head")
    return (
      <tr role="row" className="block">
        <td role="rowheader" className="block py-2.5">
          {columns[0]?.cell(row)}
        </td>
      </tr>
    );
  const canUnfold = onOpen !== undefined && phoneOpenLabel !== undefined;
  const cells = columns.map((column) => ({ column, content: (column.phoneCell ?? column.cell)(row) }));
  const firstLine = cells.find(({ column, content }) => column.phoneSlot === "line" && isShown(content));
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
        const isDetail = phoneSlot === undefined && isShown(cell.content) && (isUnfolded || !canUnfold);
        return (
          <td
            key={key}
            role="cell"
            className={classes(
              placeClasses[phoneSlot ?? (isDetail ? "detail" : "hidden")],
              phoneSlot === "title" && (hasFigure ? "col-end-6" : "col-end-7"),
              phoneSlot === "line" && onOpen && "truncate",
              phoneSlot === "line" &&
                cell !== firstLine &&
                isShown(cell.content) &&
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
                onOpen={canUnfold ? () => setIsUnfolded(!isUnfolded) : onOpen}
                isUnfolded={canUnfold ? isUnfolded : undefined}
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
      {canUnfold && isUnfolded && (
        <td role="cell" className="relative col-span-full pt-2">
          <Button onClick={onOpen}>{phoneOpenLabel}</Button>
        </td>
      )}
    </tr>
  );
}

const placeClasses = {
  title: "col-start-1 row-start-1 font-medium",
  line: "row-start-2 text-ink-soft text-sm",
  figure: "col-start-6 row-start-1 max-w-[50vw] pl-3 text-right tabular-nums",
  badge: "col-start-6 row-start-2 max-w-[50vw] pl-3 text-right",
  // Above the title's button, which covers the row.
  action: "relative col-start-7 row-span-2 row-start-1 pl-1",
  detail: "col-span-full flex justify-between gap-3 pt-1 text-right",
  hidden: "hidden",
} as const;

const isShown = (content: ReactNode) => content != null && content !== false && content !== "";

interface PhoneTitleProps {
  onOpen: (() => void) | undefined;
  isUnfolded: boolean | undefined;
  children: ReactNode;
}

/**
 * The button of a row that opens, which covers the whole row. Without one, the title isn't truncated because
 * nothing else would show the rest.
 */
function PhoneTitle({ onOpen, isUnfolded, children }: PhoneTitleProps) {
  if (onOpen === undefined) return children;
  return (
    <button
      type="button"
      aria-expanded={isUnfolded}
      onClick={onOpen}
      className="block w-full text-left font-medium outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus *:line-clamp-1"
    >
      {typeof children === "string" ? <span>{children}</span> : children}
    </button>
  );
}

/**
 * Whether the click was on the row itself: not on a button, link, or field, and not at the end of a text
 * selection.
 */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, label, [role=menu]") !== null) return false;
  return getSelection()?.toString() === "" || getSelection() === null;
}
