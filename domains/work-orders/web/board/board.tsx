import { Suspense, useMemo, useRef, useState } from "react";
import { useCan, useUser } from "#web/session/session.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { useIsPhone } from "#web/ui/use-phone.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { boardColumns, type BoardColumn as Column, statusLabels } from "../../status.ts";
import { useCanSelect } from "../list/can-select.ts";
import { toBoardFilters, type WorkOrderFilters } from "../list/work-order-list.tsx";
import type { OpenDialog } from "../view/dialog-path.ts";
import { useMoveAndSchedule } from "../view/move-and-schedule.tsx";
import { BoardColumn } from "./board-column.tsx";
import { getBoardColumn } from "./board-columns.ts";
import { ColumnTabs } from "./column-tabs.tsx";
import { useCardDrag } from "./use-card-drag.ts";
import { useSelectedCards } from "./use-selected-cards.ts";
import { useTop } from "./use-top.ts";

const SelectedCards = lazyPart(() =>
  import("./selected-cards.tsx").then((module) => ({ default: module.SelectedCards })),
);

interface BoardProps {
  filters: WorkOrderFilters;
  open: (target: OpenDialog) => void;
}

/**
 * WO-22 to WO-30. Each column scrolls separately and renders only visible cards, so that dragging stays
 * smooth with thousands. Cards are moved by dragging or with their menus, and several at a time when
 * selected. Tenants can't move cards.
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
      view: (id: number) => open({ kind: "view" as const, id }),
      move: canMove ? move : undefined,
      startDrag: canMove ? drag.startDrag : undefined,
      select: canSelect ? select : undefined,
    }),
    [open, move, canMove, drag.startDrag, canSelect, select],
  );
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLElement>(null);
  const top = useTop(scroller);
  const [columnOnPhone, setColumnOnPhone] = useState(0);
  const showColumn = (at: number) =>
    scroller.current?.children[at]?.scrollIntoView({
      behavior: "smooth",
      block: "nearest",
      inline: "center",
    });
  return (
    <>
      {isPhone && <ColumnTabs filters={filters} current={columnOnPhone} show={showColumn} />}
      <section
        ref={scroller}
        aria-label="Kanban board"
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
            dragged={drag.dragged}
            selectedIds={selectedIds}
            onDrop={drag.drop}
          />
        ))}
        {dialog}
      </section>
      {selectedIds !== undefined && (
        <Suspense>
          <SelectedCards ids={selectedIds} clear={clear} filters={filters} />
        </Suspense>
      )}
    </>
  );
}

const isInColumn = (row: WorkOrderRow, column: Column) => getBoardColumn(row.status) === column;
