import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { toDollarText } from "#shared/format/dollars.ts";
import { classes } from "#web/ui/classes.ts";
import { type CellPosition, type Cells, parseAmount, pasteCells, setCell } from "./amount-cells.ts";

interface AmountGrid {
  cells: Cells;
  isReadOnly: boolean;
  onChange: (cells: Cells) => void;
}

/**
 * Connects the amounts of a table whose element has the returned ref. Enter and the arrow keys move between
 * cells, and a paste fills the cells to the right and below.
 */
export function useAmountGrid({ cells, isReadOnly, onChange }: AmountGrid) {
  const table = useRef<HTMLTableElement>(null);
  const focusCell = ({ row, column }: CellPosition): boolean => {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}-${column}"]`);
    cell?.focus();
    return cell != null;
  };
  const getCellProps = (position: CellPosition) => ({
    position,
    isReadOnly,
    cents: cells[position.row]?.[position.column] ?? null,
    onChange: (cents: number | null) => onChange(setCell(cells, position, cents)),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const step = getStep(event);
      if (step === undefined) return;
      const { row, column } = position;
      if (focusCell({ row: row + step.rows, column: column + step.columns })) event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData("text/plain");
      // A single value is pasted as usual.
      if (isReadOnly || !/[\t\r\n]/.test(text.trim())) return;
      event.preventDefault();
      onChange(pasteCells(cells, position, text));
    },
  });
  return { table, getCellProps };
}

/** Returns the step that a key makes. The left and right arrow keys leave a cell only at the end of its text. */
function getStep({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>) {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isAllSelected = selectionStart === 0 && selectionEnd === value.length;
  if (key === "Enter") return { rows: shiftKey ? -1 : 1, columns: 0 };
  if (key === "ArrowDown") return { rows: 1, columns: 0 };
  if (key === "ArrowUp") return { rows: -1, columns: 0 };
  if (key === "ArrowLeft" && (isAllSelected || selectionEnd === 0)) return { rows: 0, columns: -1 };
  if (key === "ArrowRight" && (isAllSelected || selectionStart === value.length))
    return { rows: 0, columns: 1 };
  return undefined;
}

interface AmountCellLook {
  label: string;
  /** Whether it has an outline, in a table with other amounts that can't be edited. */
  isOutlined?: boolean;
}

type AmountCellProps = AmountCellLook & ReturnType<ReturnType<typeof useAmountGrid>["getCellProps"]>;

/**
 * An amount in dollars. An empty cell means zero. An amount that can't be read stays visible for correction.
 */
export function AmountCell({
  label,
  isOutlined = false,
  position,
  cents,
  isReadOnly,
  onChange,
  onKeyDown,
  onPaste,
}: AmountCellProps) {
  const [typedText, setTypedText] = useState("");
  const text = parseAmount(typedText) === cents ? typedText : formatCell(cents);
  return (
    <input
      aria-label={label}
      aria-invalid={cents === null ? true : undefined}
      data-cell={`${position.row}-${position.column}`}
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
        !isReadOnly && (isOutlined ? "ring-1 ring-line-control" : "hover:ring-1 hover:ring-line-control"),
        cents === null && "ring-2 ring-red-text",
      )}
    />
  );
}

/** Whole dollars without cents, as in spreadsheets. */
const formatCell = (cents: number | null): string =>
  cents === null || cents === 0 ? "" : toDollarText(cents).replace(/\.00$/, "");
