import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { formatTotal } from "#shared/http/paging.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { boardColumns, type BoardColumn as Column, statusLabels } from "../../status.ts";
import { useCanSelect } from "../list/can-select.ts";
import { type BoardFilters, toBoardFilters, type WorkOrderFilters } from "../list/work-order-list.tsx";
import type { OpenDialog } from "../view/dialog-path.ts";
import { useMoveAndSchedule } from "../view/move-and-schedule.tsx";
import { BoardColumn } from "./board-column.tsx";
import { columnPageQuery, getBoardColumn } from "./board-columns.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useOpeningColumn } from "./use-opening-column.ts";
import { useSelectedCards } from "./use-selected-cards.ts";
import { useTopOffset } from "./use-top-offset.ts";

const SelectedCards = lazyPart(() =>
  import("./selected-cards.tsx").then((module) => ({ default: module.SelectedCards })),
);

interface BoardProps {
  filters: WorkOrderFilters;
  open: (target: OpenDialog) => void;
}

/**
 * WO-22 to WO-30. Each column scrolls separately and renders only visible cards, so that dragging stays
 * smooth with thousands of cards. Cards are moved by dragging or with their menus. Selected cards have bulk
 * actions. Tenants can't move cards.
 */
export function Board({ filters: listFilters, open }: BoardProps) {
  const filters = useMemo(() => toBoardFilters(listFilters), [listFilters]);
  const { move, dialog } = useMoveAndSchedule();
  const canChange = useCan("work-orders.change-status");
  const canMove = useUser().role !== "tenant" && canChange;
  const canSelect = useCanSelect();
  const { ids, select, clear } = useSelectedCards(filters);
  const selectedIds = canSelect ? ids : undefined;
  const drag = useCardDrag(move, isInColumn);
  const actions = useMemo(
    () => ({
      onView: (id: number) => open({ kind: "view" as const, id }),
      onMove: canMove ? move : undefined,
      onDragStart: canMove ? drag.startDrag : undefined,
      onSelect: canSelect ? select : undefined,
    }),
    [open, move, canMove, drag.startDrag, canSelect, select],
  );
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLElement>(null);
  const top = useTopOffset(scroller);
  const [columnOnPhone, setColumnOnPhone] = useState(0);
  const showColumn = useCallback(
    (index: number, behavior: ScrollBehavior = "instant") =>
      scroller.current?.children[index]?.scrollIntoView({ behavior, block: "nearest", inline: "center" }),
    [],
  );
  const keepColumn = useOpeningColumn({ filters, isPhone, show: showColumn });
  return (
    <>
      {isPhone && (
        <ColumnTabs
          filters={filters}
          current={columnOnPhone}
          onShow={(index) => {
            keepColumn();
            showColumn(index, "smooth");
          }}
        />
      )}
      <section
        ref={scroller}
        aria-label="Kanban board"
        onTouchStart={keepColumn}
        onScroll={({ currentTarget: { scrollLeft, scrollWidth, clientWidth } }) =>
          setColumnOnPhone(
            Math.round((scrollLeft / Math.max(1, scrollWidth - clientWidth)) * (boardColumns.length - 1)),
          )
        }
        style={{ height: `calc(100dvh - ${top}px - var(--bottom-bar) - 0.25rem)` }}
        className="relative -mx-4 -mb-10 flex min-h-96 snap-x snap-mandatory overflow-x-auto px-4 sm:-mx-1.5 sm:gap-2 sm:px-0"
      >
        {boardColumns.map((column) => (
          <BoardColumn
            key={column}
            column={column}
            label={statusLabels[column]}
            filters={filters}
            actions={actions}
            draggedCard={drag.draggedCard}
            selectedIds={selectedIds}
            onDrop={drag.drop}
          />
        ))}
        {dialog}
      </section>
      {selectedIds !== undefined && (
        <Suspense>
          <SelectedCards ids={selectedIds} onClear={clear} filters={filters} />
        </Suspense>
      )}
    </>
  );
}

const isInColumn = (row: WorkOrderRow, column: Column) => getBoardColumn(row.status) === column;

interface ColumnTabsProps {
  filters: BoardFilters;
  /** The index of the column on the screen. */
  current: number;
  onShow: (index: number) => void;
}

/** The column tabs above the board on a phone, which shows one column at a time. */
const ColumnTabs = ({ filters, current, onShow }: ColumnTabsProps) => (
  <nav
    aria-label="Columns"
    className="-mx-4 flex overflow-x-auto border-line border-b px-2 [scrollbar-width:none]"
  >
    {boardColumns.map((column, index) => (
      <button
        key={column}
        type="button"
        aria-current={index === current}
        onClick={() => onShow(index)}
        className={classes(
          "relative flex min-h-11 grow items-center justify-center gap-1 whitespace-nowrap px-1.5 font-medium text-sm",
          index === current
            ? "text-ink after:absolute after:inset-x-1.5 after:bottom-0 after:h-0.75 after:rounded-t-full after:bg-lamp"
            : "text-ink-soft",
        )}
      >
        {statusLabels[column]}
        <ColumnCount column={column} filters={filters} />
      </button>
    ))}
  </nav>
);

function ColumnCount({ column, filters }: { column: Column; filters: BoardFilters }) {
  const { data } = useQuery(columnPageQuery(column, filters, 0));
  return data === undefined ? null : (
    <span className="font-normal text-ink-soft tabular-nums">{formatTotal(data.total)}</span>
  );
}
