import { useMemo } from "react";
import { useMay, useUser } from "#web/session/session.tsx";
import type { WorkOrderRow } from "../contract.ts";
import { boardColumns, type BoardColumn as Column, statusLabels } from "../status.ts";
import { BoardColumn } from "./board-column.tsx";
import { columnOf } from "./board-columns.ts";
import type { OpenDialog } from "./dialog-address.ts";
import { useMoveAndSchedule } from "./move-and-schedule.tsx";
import { forBoard, type OrderFilters } from "./order-list.tsx";
import { useCardDrag } from "./use-card-drag.ts";

interface BoardProps {
  filters: OrderFilters;
  open: (target: OpenDialog) => void;
}

/**
 * WO-22 to WO-30. Each column scrolls on its own and renders only visible cards, so that dragging stays smooth with thousands.
 * Cards are moved by dragging or by the menu of each card; tenants cannot move cards.
 */
export function Board({ filters: chosen, open }: BoardProps) {
  const filters = useMemo(() => forBoard(chosen), [chosen]);
  const { move, dialog } = useMoveAndSchedule();
  const mayChange = useMay("work-orders.change-status");
  const mayMove = useUser().role !== "tenant" && mayChange;
  const drag = useCardDrag(move, isInColumn);
  const actions = useMemo(
    () => ({
      view: (id: number) => open({ kind: "view" as const, id }),
      move: mayMove ? move : undefined,
      hold: mayMove ? drag.hold : undefined,
    }),
    [open, move, mayMove, drag.hold],
  );
  return (
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
          held={drag.held}
          onDrop={drag.drop}
        />
      ))}
      {dialog}
    </section>
  );
}

const isInColumn = (row: WorkOrderRow, column: Column) => columnOf(row.status) === column;
