import { Suspense, useMemo } from "react";
import { useCan, useUser } from "#web/session/session.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { boardColumns, type BoardColumn as Column, statusLabels } from "../../status.ts";
import { useCanSelect } from "../list/can-select.ts";
import { toBoardFilters, type WorkOrderFilters } from "../list/work-order-list.tsx";
import type { OpenDialog } from "../view/dialog-path.ts";
import { useMoveAndSchedule } from "../view/move-and-schedule.tsx";
import { BoardColumn } from "./board-column.tsx";
import { getBoardColumn } from "./board-columns.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useSelectedCards } from "./use-selected-cards.ts";

const ChosenCards = lazyPart(() =>
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
  return (
    <>
      <section
        aria-label="Kanban board"
        className="relative -mx-4 flex snap-x snap-mandatory gap-3 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:px-6 xl:mx-0 xl:px-0"
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
          <ChosenCards ids={selectedIds} clear={clear} filters={filters} />
        </Suspense>
      )}
    </>
  );
}

const isInColumn = (row: WorkOrderRow, column: Column) => getBoardColumn(row.status) === column;
