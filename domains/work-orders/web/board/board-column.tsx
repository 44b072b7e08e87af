/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   cards are dropped on a column, for which every card has a menu too; a keyboard scrolls what it can focus */
import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef } from "react";
import { tones } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { statusTones } from "#web/ui/status-badge.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn as Column } from "../../status.ts";
import type { BoardFilters } from "../list/order-list.tsx";
import { columnQuery } from "../queries.ts";
import { columnOf, placeAmong, rowsOf, totalOf } from "./board-columns.ts";
import { ColumnFailed } from "./column-failed.tsx";
import { type CardActions, cardHeight, cardSlot, OrderCard } from "./order-card.tsx";
import { useDropArea } from "./use-card-drag.ts";
import { useWindow } from "./windowing.ts";

interface BoardColumnProps {
  column: Column;
  label: string;
  filters: BoardFilters;
  actions: CardActions;
  /** The card being dragged. */
  held: WorkOrderRow | undefined;
  chosenIds: ReadonlySet<number> | undefined;
  onDrop: (column: Column) => void;
}

const countedUpTo = 1_000;

export const BoardColumn = memo(function BoardColumn({
  column,
  label,
  filters,
  actions,
  held,
  chosenIds,
  onDrop,
}: BoardColumnProps) {
  const query = useInfiniteQuery(columnQuery(column, filters));
  const { isOver, handlers } = useDropArea(held !== undefined, () => onDrop(column));
  const rows = rowsOf(query.data);
  const isTarget = held !== undefined && columnOf(held.status) !== column;
  const total = totalOf(query.data);

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
          {total === undefined ? "…" : countText(total, filters)}
          <span className="sr-only"> work orders</span>
        </span>
      </header>
      {query.isPending ? (
        <SkeletonCards />
      ) : query.isError && rows.length === 0 ? (
        <ColumnFailed onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Cards
          label={label}
          rows={rows}
          actions={actions}
          held={held}
          chosenIds={chosenIds}
          landing={
            isOver && isTarget && held !== undefined
              ? placeAmong(rows, held.id, filters.sort ?? "newest")
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

/** With a search text the server counts no further than a thousand. */
const countText = (total: number, filters: BoardFilters) =>
  filters.q !== undefined && total >= countedUpTo ? "1,000+" : total.toLocaleString("en-US");

interface CardsProps {
  label: string;
  rows: readonly WorkOrderRow[];
  actions: CardActions;
  held: WorkOrderRow | undefined;
  chosenIds: ReadonlySet<number> | undefined;
  /** The index at which the dragged card would be dropped. */
  landing: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** Only visible cards are rendered; the list keeps its full height. */
function Cards(props: CardsProps) {
  const { label, rows, actions, held, chosenIds, landing, hasMore, isLoadingMore, loadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end } = useWindow(scroller, rows.length, cardSlot);
  const isNearEnd = end >= rows.length - 6;

  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) loadMore();
  }, [isNearEnd, hasMore, isLoadingMore, loadMore]);

  if (rows.length === 0 && landing === undefined && !hasMore)
    return <p className="px-4 py-10 text-center text-ink-faint">No work orders</p>;

  const shown = rows.slice(first, end).map((row, at) => ({ row, at: first + at }));
  // The dragged card stays rendered wherever its column is scrolled; removing it would end the drag in the browser.
  const heldAt = held === undefined ? -1 : rows.findIndex((row) => row.id === held.id);
  const heldRow = rows[heldAt];
  if (heldRow !== undefined && (heldAt < first || heldAt >= end)) shown.push({ row: heldRow, at: heldAt });
  const topOf = (at: number) => (at + (landing !== undefined && at >= landing ? 1 : 0)) * cardSlot;
  const slots = rows.length + (landing === undefined ? 0 : 1);

  return (
    <div
      ref={scroller}
      tabIndex={0}
      aria-label={`${label} work orders`}
      role="group"
      className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain p-2 [contain:strict]"
    >
      <ul className="relative" style={{ height: slots * cardSlot + (hasMore ? 40 : 0) }}>
        {landing !== undefined && (
          <li
            aria-hidden="true"
            className="absolute inset-x-0 rounded-control border-2 border-accent border-dashed bg-accent-soft"
            style={{ top: landing * cardSlot, height: cardHeight }}
          />
        )}
        {shown.map(({ row, at }) => (
          <OrderCard
            key={row.id}
            row={row}
            top={topOf(at)}
            place={at + 1}
            count={rows.length}
            isHeld={held?.id === row.id}
            isChosen={chosenIds?.has(row.id) === true}
            actions={actions}
          />
        ))}
        {hasMore && (
          <li className="absolute inset-x-0 bottom-0 text-center text-ink-faint text-sm">Loading more…</li>
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
