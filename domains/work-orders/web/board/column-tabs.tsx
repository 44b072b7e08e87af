import { useQuery } from "@tanstack/react-query";
import { formatTotal } from "#shared/http/paging.ts";
import { classes } from "#web/ui/classes.ts";
import { type BoardColumn, boardColumns, statusLabels } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { columnPageQuery } from "./board-columns.ts";

interface ColumnTabsProps {
  filters: BoardFilters;
  /** The column on the screen. */
  current: number;
  show: (at: number) => void;
}

/** The names of the columns above a phone's board, which shows one at a time. */
export const ColumnTabs = ({ filters, current, show }: ColumnTabsProps) => (
  <nav
    aria-label="Columns"
    className="-mx-4 flex overflow-x-auto border-line border-b px-2 [scrollbar-width:none]"
  >
    {boardColumns.map((column, at) => (
      <button
        key={column}
        type="button"
        aria-current={at === current}
        onClick={() => show(at)}
        className={classes(
          "relative flex min-h-11 grow items-center justify-center gap-1 whitespace-nowrap px-1.5 font-medium text-sm",
          at === current
            ? "text-ink after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.75 after:rounded-t-full after:bg-lamp"
            : "text-ink-soft",
        )}
      >
        {statusLabels[column]}
        <Count column={column} filters={filters} />
      </button>
    ))}
  </nav>
);

function Count({ column, filters }: { column: BoardColumn; filters: BoardFilters }) {
  const { data } = useQuery(columnPageQuery(column, filters, 0));
  return data === undefined ? null : (
    <span className="font-normal text-ink-soft tabular-nums">{formatTotal(data.total)}</span>
  );
}
