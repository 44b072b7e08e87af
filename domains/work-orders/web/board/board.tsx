import { Suspense, useMemo } from "react";
import { useMay, useUser } from "#web/session/session.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { boardColumns, type BoardColumn as Column, statusLabels } from "../../status.ts";
import type { OpenDialog } from "../dialog-address.ts";
import { useMayChoose } from "../list/may-choose.ts";
import { forBoard, type OrderFilters } from "../list/order-list.tsx";
import { useMoveAndSchedule } from "../move-and-schedule.tsx";
import { BoardColumn } from "./board-column.tsx";
import { columnOf } from "./board-columns.ts";
import { useCardDrag } from "./use-card-drag.ts";
import { useChosenCards } from "./use-chosen-cards.ts";

const ChosenCards = lazyPart(() =>
  import("./chosen-cards.tsx").then((module) => ({ default: module.ChosenCards })),
);

interface BoardProps {
  filters: OrderFilters;
  open: (target: OpenDialog) => void;
}

/**
 * WO-22 to WO-30. Each column scrolls on its own and renders only visible cards, so that dragging stays smooth with thousands.
 * Cards are moved by dragging or by the menu of each card, and several at once when they are chosen; tenants cannot move cards.
 */
export function Board({ filters: chosen, open }: BoardProps) {
  const filters = useMemo(() => forBoard(chosen), [chosen]);
  const { move, dialog } = useMoveAndSchedule();
  const mayChange = useMay("work-orders.change-status");
  const mayMove = useUser().role !== "tenant" && mayChange;
  const mayChoose = useMayChoose();
  const { ids, choose, clear } = useChosenCards(filters);
  const chosenIds = mayChoose ? ids : undefined;
  const drag = useCardDrag(move, isInColumn);
  const actions = useMemo(
    () => ({
      view: (id: number) => open({ kind: "view" as const, id }),
      move: mayMove ? move : undefined,
      hold: mayMove ? drag.hold : undefined,
      choose: mayChoose ? choose : undefined,
    }),
    [open, move, mayMove, drag.hold, mayChoose, choose],
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
            held={drag.held}
            chosenIds={chosenIds}
            onDrop={drag.drop}
          />
        ))}
        {dialog}
      </section>
      {chosenIds !== undefined && (
        <Suspense>
          <ChosenCards ids={chosenIds} clear={clear} filters={filters} />
        </Suspense>
      )}
    </>
  );
}

const isInColumn = (row: WorkOrderRow, column: Column) => columnOf(row.status) === column;
