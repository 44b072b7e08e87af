import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { toDollarText } from "#shared/format/dollars.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { classes } from "#web/ui/classes.ts";
import type { BudgetRow } from "../../budget-contract.ts";
import { monthNames } from "../../month-names.ts";
import {
  type CellPosition,
  type Cells,
  parseAmount,
  pasteCells,
  setCell,
  sumAmounts,
} from "./budget-cells.ts";

interface BudgetGridProps {
  rows: readonly BudgetRow[];
  cells: Cells;
  isReadOnly: boolean;
  onChange: (cells: Cells) => void;
}

/**
 * A grid of categories and months with totals. Enter and the arrow keys move between cells, and a paste fills
 * the cells to the right and below.
 */
export function BudgetGrid({ rows, cells, isReadOnly, onChange }: BudgetGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const focusCell = ({ row, month }: CellPosition): boolean => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${month}"]`);
    cell?.focus();
    return cell != null;
  };
  const move = ({ row, month }: CellPosition, event: KeyboardEvent<HTMLInputElement>) => {
    const step = getStep(event);
    if (step !== undefined && focusCell({ row: row + step.rows, month: month + step.months }))
      event.preventDefault();
  };
  const paste = (position: CellPosition, event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    // A single value is pasted as usual.
    if (isReadOnly || !/[\t\r\n]/.test(text.trim())) return;
    event.preventDefault();
    onChange(pasteCells(cells, position, text));
  };
  return (
    <div className="overflow-x-auto pb-1">
      <table ref={table} className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">Budget by category and month</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            <th scope="col" className="sticky left-0 z-10 min-w-44 bg-canvas py-1.5 text-left font-medium">
              Category
            </th>
            {monthNames.map((month) => (
              <th key={month} scope="col" className="min-w-24 px-1 text-right font-medium">
                <abbr title={month} className="no-underline">
                  {month.slice(0, 3)}
                </abbr>
              </th>
            ))}
            <th scope="col" className="min-w-28 pl-2 text-right font-medium">
              Year
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ categoryId, category }, row) => (
            <tr key={categoryId} className="border-line border-t">
              <th scope="row" className="sticky left-0 z-10 bg-canvas py-1 pr-2 text-left font-medium">
                {category}
              </th>
              {monthNames.map((name, month) => (
                <td key={name} className="px-0.5 py-0.5">
                  <AmountCell
                    label={`${category}, ${name}`}
                    position={{ row, month }}
                    cents={cells[row]?.[month] ?? null}
                    isReadOnly={isReadOnly}
                    onChange={(cents) => onChange(setCell(cells, { row, month }, cents))}
                    onKeyDown={(event) => move({ row, month }, event)}
                    onPaste={(event) => paste({ row, month }, event)}
                  />
                </td>
              ))}
              <td className="pl-2 text-right">{formatTotal(sumAmounts(cells[row] ?? []))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-2 border-t-2 font-semibold">
            <th scope="row" className="sticky left-0 z-10 bg-canvas py-2 text-left">
              Total
            </th>
            {monthNames.map((name, month) => (
              <td key={name} className="px-1.5 text-right">
                {formatTotal(sumAmounts(cells.map((months) => months[month] ?? 0)))}
              </td>
            ))}
            <td className="pl-2 text-right">{formatTotal(sumAmounts(cells.map(sumAmounts)))}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const formatTotal = (cents: number): string => formatCents(toCents(cents));

/** Returns the step that a key makes. The left and right arrow keys leave a cell only at the end of its text. */
function getStep({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  if (key === "Enter") return { rows: shiftKey ? -1 : 1, months: 0 };
  if (key === "ArrowDown") return { rows: 1, months: 0 };
  if (key === "ArrowUp") return { rows: -1, months: 0 };
  if (key === "ArrowLeft" && (isAllSelected || selectionEnd === 0)) return { rows: 0, months: -1 };
  if (key === "ArrowRight" && (isAllSelected || selectionStart === value.length))
    return { rows: 0, months: 1 };
  return undefined;
}

interface AmountCellProps {
  label: string;
  position: CellPosition;
  cents: number | null;
  isReadOnly: boolean;
  onChange: (cents: number | null) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/**
 * An amount in dollars. An empty cell means no cost. An amount that can't be read stays visible for
 * correction.
 */
function AmountCell({ label, position, cents, isReadOnly, onChange, onKeyDown, onPaste }: AmountCellProps) {
  const [typedText, setTypedText] = useState("");
  const text = parseAmount(typedText) === cents ? typedText : formatCell(cents);
  return (
    <input
      aria-label={label}
      aria-invalid={cents === null ? true : undefined}
      data-cell={`${position.row}-${position.month}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      readOnly={isReadOnly}
      value={text}
      onChange={({ target }) => {
        setTypedText(target.value);
        onChange(parseAmount(target.value));
      }}
      onFocus={({ target }) => target.select()}
      onBlur={() => cents !== null && setTypedText(formatCell(cents))}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      className={classes(
        "h-(--control-sm) w-full rounded-[5px] bg-transparent px-1.5 text-right outline-none focus:bg-surface focus:ring-2 focus:ring-accent",
        !isReadOnly && "hover:ring-1 hover:ring-line-control",
        cents === null && "ring-2 ring-red-text",
      )}
    />
  );
}

/** Whole dollars without cents, as in spreadsheets. */
const formatCell = (cents: number | null): string =>
  cents === null || cents === 0 ? "" : toDollarText(cents).replace(/\.00$/, "");
