/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   cards are dropped on columns, and every card also has a menu; keyboards can scroll only focusable elements */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { ToneMark } from "#web/ui/badge.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { statusTones } from "#web/ui/status-badge.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import type { BoardColumn as Column } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { type Cards, findInsertIndex, getBoardColumn } from "./board-columns.ts";
import { ColumnError } from "./column-error.tsx";
import { useDropArea } from "./use-card-drag.ts";
import { type CardRange, useColumnCards } from "./use-column-cards.ts";
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
  const { query, cards, total, isTruncated, load } = useColumnCards(column, filters);
  const { isOver, handlers } = useDropArea(dragged !== undefined, () => onDrop(column));
  const isTarget = dragged !== undefined && getBoardColumn(dragged.status) !== column;

  return (
    <section
      aria-label={label}
      data-column={column}
      tabIndex={-1}
      {...handlers}
      className={classes(
        "flex h-[calc(100dvh-9rem)] min-h-96 sm:h-[calc(100dvh-18rem)] min-[90rem]:h-[calc(100dvh-15.25rem)] w-[82vw] shrink-0 snap-center flex-col rounded-card bg-sunken outline-2 -outline-offset-2 transition-[outline-color] sm:w-72 sm:snap-align-none xl:w-auto xl:min-w-0 xl:flex-1",
        isOver && isTarget ? "outline-focus" : isTarget ? "outline-line" : "outline-transparent",
      )}
    >
      <header className="flex items-center gap-2 border-line border-b px-3.5 py-2.5">
        <ToneMark tone={statusTones[column]} className="size-2.25" />
        <h2 className="text-base">{label}</h2>
        <span className="ml-auto rounded-full bg-gray-soft px-2 text-gray-text text-xs tabular-nums leading-5">
          {query?.data === undefined ? "…" : total}
          <span className="sr-only"> work orders</span>
        </span>
      </header>
      {query?.data !== undefined ? (
        <CardList
          label={label}
          cards={cards}
          isTruncated={isTruncated}
          actions={actions}
          dragged={dragged}
          selectedIds={selectedIds}
          dropIndex={
            isOver && isTarget && dragged !== undefined
              ? findInsertIndex(cards, dragged.id, filters.sort ?? "newest")
              : undefined
          }
          load={load}
        />
      ) : query?.isError ? (
        <ColumnError onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <SkeletonCards />
      )}
    </section>
  );
});

interface CardListProps {
  label: string;
  cards: Cards;
  isTruncated: boolean;
  actions: CardActions;
  dragged: WorkOrderRow | undefined;
  selectedIds: ReadonlySet<number> | undefined;
  /** The index at which the dragged card would be dropped. */
  dropIndex: number | undefined;
  load: (range: CardRange) => void;
}

/** Cards this close to the visible ones are loaded. */
const loadedAround = 6;
const noteHeight = 48;

/** Renders only visible cards. The list keeps its full height. */
function CardList(props: CardListProps) {
  const { label, cards, isTruncated, actions, dragged, selectedIds, dropIndex, load } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // The dragged card stays rendered even when its column is scrolled, because removing it would end the drag.
  const draggedIndex = dragged === undefined ? -1 : cards.findIndex((card) => card?.id === dragged.id);
  // oxlint-disable-next-line react/incompatible-library -- only this component calls the virtualizer
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardPitch,
    initialRect: { width: 0, height: 720 },
    overscan: 2,
    rangeExtractor: (range) =>
      draggedIndex === -1
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), draggedIndex])],
  });
  const items = virtualizer.getVirtualItems();
  const first = Math.max(0, (virtualizer.range?.startIndex ?? 0) - loadedAround);
  const last = Math.max(0, Math.min((virtualizer.range?.endIndex ?? 0) + loadedAround, cards.length - 1));

  useEffect(() => load({ first, last }), [load, first, last]);

  if (cards.length === 0 && dropIndex === undefined)
    return <p className="px-4 py-10 text-center text-ink-faint">No work orders</p>;

  const getTop = (at: number) => (at + (dropIndex !== undefined && at >= dropIndex ? 1 : 0)) * cardPitch;
  const slots = cards.length + (dropIndex === undefined ? 0 : 1);

  return (
    <div
      ref={scroller}
      tabIndex={0}
      aria-label={`${label} work orders`}
      role="group"
      className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain p-2 [contain:strict]"
    >
      <ul className="relative" style={{ height: slots * cardPitch + (isTruncated ? noteHeight : 0) }}>
        {dropIndex !== undefined && (
          <li
            aria-hidden="true"
            className="absolute inset-x-0 rounded-control border-2 border-accent border-dashed bg-accent-soft"
            style={{ top: dropIndex * cardPitch, height: cardHeight }}
          />
        )}
        {items.map(({ index }) => {
          const row = cards[index];
          return row === undefined ? (
            <li
              key={`loading-${index}`}
              className="absolute inset-x-0"
              style={{ top: getTop(index), height: cardHeight }}
            >
              <Skeleton className="h-full w-full rounded-control" />
            </li>
          ) : (
            <WorkOrderCard
              key={row.id}
              row={row}
              top={getTop(index)}
              place={index + 1}
              count={cards.length}
              isDragged={dragged?.id === row.id}
              isSelected={selectedIds?.has(row.id) === true}
              actions={actions}
            />
          );
        })}
        {isTruncated && (
          <li className="absolute inset-x-0 bottom-0 text-center text-ink-faint text-sm">
            Filter or search to see more work orders.
          </li>
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
