/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   cards are dropped on columns, and every card also has a menu; keyboards can scroll only focusable elements */
import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef } from "react";
import { formatTotal } from "#shared/http/paging.ts";
import { tones } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { statusTones } from "#web/ui/status-badge.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn as Column } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { columnQuery } from "../queries.ts";
import { findInsertIndex, getBoardColumn, getRows, getTotal } from "./board-columns.ts";
import { ColumnError } from "./column-error.tsx";
import { useDropArea } from "./use-card-drag.ts";
import { useVisibleRange } from "./visible-range.ts";
import { type CardActions, cardHeight, cardPitch, WorkOrderCard } from "./work-order-card.tsx";

interface BoardColumnProps {
  column: Column;
  label: string;
  filters: BoardFilters;
  actions: CardActions;
  /** The card being dragged. */
  dragged: WorkOrderRow | undefined;
  selectedIds: ReadonlySet<number> | undefined;
  onDrop: (column: Column) => void;
}

export const BoardColumn = memo(function BoardColumn({
  column,
  label,
  filters,
  actions,
  dragged,
  selectedIds,
  onDrop,
}: BoardColumnProps) {
  const query = useInfiniteQuery(columnQuery(column, filters));
  const { isOver, handlers } = useDropArea(dragged !== undefined, () => onDrop(column));
  const rows = getRows(query.data);
  const isTarget = dragged !== undefined && getBoardColumn(dragged.status) !== column;
  const total = getTotal(query.data);

  return (
    <section
      aria-label={label}
      data-column={column}
      tabIndex={-1}
      {...handlers}
      className={classes(
        "flex h-[calc(100dvh-9rem)] min-h-96 sm:h-[calc(100dvh-18rem)] min-[90rem]:h-[calc(100dvh-15.25rem)] w-[82vw] shrink-0 snap-center flex-col rounded-card bg-sunken outline-2 -outline-offset-2 transition-[outline-color] duration-150 sm:w-72 sm:snap-align-none xl:w-auto xl:min-w-0 xl:flex-1",
        isOver && isTarget ? "outline-focus" : isTarget ? "outline-line" : "outline-transparent",
      )}
    >
      <header className="flex items-center gap-2 border-line border-b px-3.5 py-2.5">
        <span aria-hidden="true" className={classes("size-2 rounded-full", tones[statusTones[column]].dot)} />
        <h2 className="text-base">{label}</h2>
        <span className="ml-auto rounded-full bg-gray-soft px-2 text-gray-text text-xs tabular-nums leading-5">
          {total === undefined ? "…" : formatTotal(total)}
          <span className="sr-only"> work orders</span>
        </span>
      </header>
      {query.isPending ? (
        <SkeletonCards />
      ) : query.isError && rows.length === 0 ? (
        <ColumnError onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Cards
          label={label}
          rows={rows}
          actions={actions}
          dragged={dragged}
          selectedIds={selectedIds}
          dropIndex={
            isOver && isTarget && dragged !== undefined
              ? findInsertIndex(rows, dragged.id, filters.sort ?? "newest")
              : undefined
          }
          hasMore={query.hasNextPage}
          isLoadingMore={query.isFetchingNextPage}
          loadMore={() => void query.fetchNextPage({ cancelRefetch: false })}
        />
      )}
    </section>
  );
});

interface CardsProps {
  label: string;
  rows: readonly WorkOrderRow[];
  actions: CardActions;
  dragged: WorkOrderRow | undefined;
  selectedIds: ReadonlySet<number> | undefined;
  /** The index at which the dragged card would be dropped. */
  dropIndex: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Renders only visible cards. The list keeps its full height. */
function Cards(props: CardsProps) {
  const { label, rows, actions, dragged, selectedIds, dropIndex, hasMore, isLoadingMore, loadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useVisibleRange(scroller, rows.length, cardPitch);
  const isNearEnd = end >= rows.length - 6;

  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, loadMore]);

  if (rows.length === 0 && dropIndex === undefined && !hasMore)
    return <p className="px-4 py-10 text-center text-ink-faint">No work orders</p>;

  const rendered = rows.slice(first, end).map((row, offset) => ({ row, at: first + offset }));
  // The dragged card stays rendered even when its column is scrolled, because removing it would end the drag.
  const draggedIndex = dragged === undefined ? -1 : rows.findIndex((row) => row.id === dragged.id);
  const draggedRow = rows[draggedIndex];
  if (draggedRow !== undefined && (draggedIndex < first || draggedIndex >= end))
    rendered.push({ row: draggedRow, at: draggedIndex });
  const getTop = (at: number) => (at + (dropIndex !== undefined && at >= dropIndex ? 1 : 0)) * cardPitch;
  const slots = rows.length + (dropIndex === undefined ? 0 : 1);

  return (
    <div
      ref={scroller}
      tabIndex={0}
      aria-label={`${label} work orders`}
      role="group"
      className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain p-2 [contain:strict]"
    >
      <ul className="relative" style={{ height: slots * cardPitch + (hasMore ? 40 : 0) }}>
        {dropIndex !== undefined && (
          <li
            aria-hidden="true"
            className="absolute inset-x-0 rounded-control border-2 border-accent border-dashed bg-accent-soft"
            style={{ top: dropIndex * cardPitch, height: cardHeight }}
          />
        )}
        {rendered.map(({ row, at }) => (
          <WorkOrderCard
            key={row.id}
            row={row}
            top={getTop(at)}
            place={at + 1}
            count={rows.length}
            isDragged={dragged?.id === row.id}
            isSelected={selectedIds?.has(row.id) === true}
            actions={actions}
          />
        ))}
        {hasMore && (
          <li className="absolute inset-x-0 bottom-0 text-center text-ink-faint text-sm">Loading more...</li>
        )}
      </ul>
    </div>
  );
}

const SkeletonCards = () => (
  <Loading label="Loading work orders" className="space-y-2 p-2">
    {[0, 1, 2].map((card) => (
      <Skeleton key={card} className="h-56 w-full rounded-control" />
    ))}
  </Loading>
);
