/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   laid out as a grid, a table is none any more for some screen readers unless its roles are written out */
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { ArrowDown, ArrowUp } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { RowBox } from "#web/ui/row-box.tsx";
import { useIsPhone } from "#web/ui/use-phone.ts";

export interface Column<Row> {
  key: string;
  header: string;
  /** The heading is for screen readers only, e.g. above buttons. */
  isHeaderHidden?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  /** The orders of the rows by this column, the one that its heading sets first before the opposite one. */
  orders?: readonly [descending: string, ascending: string] | undefined;
  /** The heading sets the ascending order first, as with names. */
  isAscendingFirst?: boolean | undefined;
  /** Numbers are aligned right. */
  align?: "start" | "end" | undefined;
  /** Where it stands in a phone's row of two lines; by default below the two, with its heading, if not empty. */
  onPhone?: PhonePlace | undefined;
  /** On phones in place of `cell`, where that is too long or has controls. */
  phoneCell?: ((row: Row) => ReactNode) | undefined;
  className?: string | undefined;
}

/**
 * `title`: the first line. `line`: the second, beside others, four at most. `figure` and `badge`: at the right end of the
 * first and of the second. `action`: right of both lines.
 */
type PhonePlace = "title" | "line" | "figure" | "badge" | "action" | "hidden";

interface TableProps<Row> {
  /** Read by screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Opens a row by a click anywhere in it and by Enter. Keep a button with words in the row; on phones the title is one. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Which rows open; by default all. */
  canOpen?: ((row: Row) => boolean) | undefined;
  /** The order of the rows, which the headings of columns with `orders` set; not on phones. */
  order?: RowOrder | undefined;
  /** The chosen rows, by check boxes before the first cells; not on phones. */
  choice?: RowChoice<Row> | undefined;
}

interface RowOrder {
  value: string;
  set: (order: string) => void;
}

export interface RowChoice<Row> {
  isChosen: (row: Row) => boolean;
  choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** What tells a row from the others: `#WO-0007`. */
  nameOf: (row: Row) => string;
}

/** A table with a sticky head; on phones its rows have two lines, and written roles keep it a table for screen readers. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, canOpen, order, choice } = props;
  const isPhone = useIsPhone();
  const shown = isPhone ? columns.filter(({ onPhone }) => onPhone !== "hidden") : columns;
  const OneRow = isPhone ? PhoneRow : WideRow;
  return (
    <div className="sm:overflow-x-auto">
      <table role="table" className={classes("w-full text-left", isPhone && "block")}>
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className={isPhone ? "sr-only" : undefined}>
          <tr role="row">
            {shown.map((column, at) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                aria-sort={order && directionOf(column, order)}
                className={classes(
                  "sticky top-0 wrap-normal border-line border-b bg-surface px-1.25 py-2.5 font-medium text-ink-soft text-sm first:rounded-tl-card first:pl-5! last:rounded-tr-card last:pr-5! xl:px-3",
                  column.align === "end" && "text-right",
                )}
              >
                <WithBox
                  box={
                    at === 0 && !isPhone && choice !== undefined && <HeadBox rows={rows} choice={choice} />
                  }
                >
                  {order === undefined || column.orders === undefined || isPhone ? (
                    <span className={column.isHeaderHidden === true ? "sr-only" : undefined}>
                      {column.header}
                    </span>
                  ) : (
                    <OrderButton
                      header={column.header}
                      orders={column.orders}
                      isAscendingFirst={column.isAscendingFirst === true}
                      order={order}
                    />
                  )}
                </WithBox>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classes("divide-y divide-line", isPhone && "block")}>
          {rows.map((row) => (
            <OneRow
              key={rowKey(row)}
              columns={shown}
              row={row}
              onOpen={onOpen === undefined || canOpen?.(row) === false ? undefined : () => onOpen(row)}
              choice={choice}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function directionOf<Row>({ orders }: Column<Row>, { value }: RowOrder) {
  const at = orders?.indexOf(value) ?? -1;
  return at === -1 ? undefined : at === 0 ? "descending" : "ascending";
}

interface OrderButtonProps {
  header: string;
  orders: readonly [string, string];
  isAscendingFirst: boolean;
  order: RowOrder;
}

function OrderButton({ header, orders, isAscendingFirst, order }: OrderButtonProps) {
  const [descending, ascending] = orders;
  const [first, second] = isAscendingFirst ? [ascending, descending] : orders;
  const isSet = order.value === descending || order.value === ascending;
  const Arrow = (isSet ? order.value === ascending : isAscendingFirst) ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className="group -mx-1.5 inline-flex items-center gap-1 rounded-control px-1.5 py-0.5 transition-colors duration-150 hover:bg-hover hover:text-ink"
      onClick={() => order.set(order.value === first ? second : first)}
    >
      {header}
      <Arrow
        aria-hidden="true"
        className={classes(
          "size-3.5 shrink-0 transition-opacity duration-150",
          !isSet && "opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60",
        )}
      />
    </button>
  );
}

interface HeadBoxProps<Row> {
  rows: readonly Row[];
  choice: RowChoice<Row>;
}

function HeadBox<Row>({ rows, choice }: HeadBoxProps<Row>) {
  const chosen = rows.filter(choice.isChosen).length;
  return (
    <RowBox
      label="Select all on this page"
      isChecked={chosen === rows.length}
      isPartly={chosen > 0 && chosen < rows.length}
      onChange={(isChosen) => choice.choose(rows, isChosen)}
    />
  );
}

/** The boxes stand in the cells of the first column, so that they add no column to those of the list. */
const WithBox = ({ box, children }: { box: ReactNode; children: ReactNode }) =>
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
  onOpen: (() => void) | undefined;
  choice: RowChoice<Row> | undefined;
}

const WideRow = <Row,>({ columns, row, onOpen, choice }: RowProps<Row>) => (
  <tr
    role="row"
    tabIndex={onOpen && 0}
    onClick={onOpen && ((event) => isOnRow(event) && onOpen())}
    onKeyDown={
      onOpen &&
      ((event) => onRowKey(event, { Enter: onOpen, " ": () => choice?.choose([row], !choice.isChosen(row)) }))
    }
    className={classes(
      "-outline-offset-2 transition-colors duration-150",
      onOpen && "cursor-pointer",
      choice?.isChosen(row) === true ? "bg-accent-soft/50" : onOpen && "hover:bg-hover",
    )}
  >
    {columns.map((column, at) => (
      <td
        key={column.key}
        role="cell"
        className={classes(
          "px-1.25 py-3 align-middle first:pl-5! last:pr-5! xl:px-3",
          column.align === "end" && "wrap-normal text-right tabular-nums",
          column.className,
        )}
      >
        <WithBox
          box={
            at === 0 &&
            choice !== undefined && (
              <RowBox
                label={`Select ${choice.nameOf(row)}`}
                isChecked={choice.isChosen(row)}
                onChange={(isChosen) => choice.choose([row], isChosen)}
              />
            )
          }
        >
          {column.cell(row)}
        </WithBox>
      </td>
    ))}
  </tr>
);

/** Title, figure and action are drawn in place by the grid; the cells keep the order of the columns. */
function PhoneRow<Row>({ columns, row, onOpen }: RowProps<Row>) {
  const cells = columns.map((column) => ({ column, content: (column.phoneCell ?? column.cell)(row) }));
  const firstLine = cells.find(({ column, content }) => column.onPhone === "line" && isShown(content));
  const hasFigure = columns.some(({ onPhone }) => onPhone === "figure");
  return (
    <tr
      role="row"
      className={classes(
        "relative grid min-h-11.5 grid-cols-[repeat(4,minmax(0,max-content))_minmax(0,1fr)_max-content_auto] items-center px-4 py-2.5",
        onOpen && "active:bg-pressed",
      )}
    >
      {cells.map((cell) => {
        const { key, header, isHeaderHidden, onPhone, className } = cell.column;
        const isDetail = onPhone === undefined && isShown(cell.content);
        return (
          <td
            key={key}
            role="cell"
            className={classes(
              placeOf[onPhone ?? (isDetail ? "detail" : "hidden")],
              onPhone === "title" && (hasFigure ? "col-end-6" : "col-end-7"),
              onPhone === "line" && onOpen && "truncate",
              onPhone === "line" &&
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
            {onPhone === "title" ? (
              <PhoneTitle onOpen={onOpen}>{cell.content}</PhoneTitle>
            ) : isDetail ? (
              <div className="min-w-0">{cell.content}</div>
            ) : (
              cell.content
            )}
          </td>
        );
      })}
    </tr>
  );
}

const placeOf = {
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

/** The button of a row that opens; it covers the whole row. Without one the title is not cut, as nothing shows the rest. */
function PhoneTitle({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (onOpen === undefined) return children;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="block w-full text-left font-medium outline-none after:absolute after:inset-0 after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-focus *:line-clamp-1"
    >
      {typeof children === "string" ? <span>{children}</span> : children}
    </button>
  );
}

/** Not a button, link or field in the row, and not the end of a selection. */
function isOnRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element;
  if (target.closest("a, button, input, select, label, [role=menu]") !== null) return false;
  return getSelection()?.toString() === "" || getSelection() === null;
}

/** A row reacts to its own keys only, not to those of a field in it. */
function onRowKey(event: KeyboardEvent<HTMLElement>, keys: Record<"Enter" | " ", () => void>): void {
  if (event.target !== event.currentTarget) return;
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const neighbour = event.currentTarget[step[event.key as keyof typeof step]];
  const react =
    keys[event.key as keyof typeof keys] ??
    (neighbour instanceof HTMLElement ? () => neighbour.focus() : undefined);
  if (react === undefined) return;
  event.preventDefault();
  react();
}
