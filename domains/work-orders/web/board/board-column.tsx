/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   cards are dropped on columns, but every card also has a menu; keyboards can scroll only focusable elements */
import { useQuery } from "@tanstack/react-query";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useRef } from "react";
import { formatTotal } from "#shared/http/paging.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import { classes } from "#web/ui/classes.ts";
import { ToneMark } from "#web/ui/faces/badge.tsx";
import { statusTones } from "#web/ui/faces/status-badge.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { listWorkOrders, type WorkOrderRow } from "../../contract.ts";
import type { BoardColumn as Column } from "../../status.ts";
import type { BoardFilters } from "../list/work-order-list.tsx";
import { type Cards, findInsertIndex, getBoardColumn } from "./board-columns.ts";
import { ColumnError } from "./column-error.tsx";
import { useDropArea } from "./use-card-drag.ts";
import { type CardRange, useColumnCards } from "./use-column-cards.ts";
import { type CardActions, WorkOrderCard } from "./work-order-card.tsx";

interface BoardColumnProps {
  column: Column;
  label: string;
  filters: BoardFilters;
  actions: CardActions;
  draggedCard: WorkOrderRow | undefined;
  selectedIds: ReadonlySet<number> | undefined;
  onDrop: (column: Column) => void;
}

export const BoardColumn = memo(function BoardColumn({
  column,
  label,
  filters,
  actions,
  draggedCard,
  selectedIds,
  onDrop,
}: BoardColumnProps) {
  const { query, cards, total, ...list } = useColumnCards(column, filters);
  const { isOver, handlers } = useDropArea(draggedCard !== undefined, () => onDrop(column));
  const isTarget = isOver && draggedCard !== undefined && getBoardColumn(draggedCard.status) !== column;

  return (
    <section
      aria-label={label}
      data-column={column}
      tabIndex={-1}
      {...handlers}
      className={classes(
        "flex w-[86vw] shrink-0 snap-center flex-col rounded-card px-1.5 transition-colors sm:w-80 sm:snap-align-none lg:w-auto lg:min-w-60 lg:flex-1 lg:shrink",
        isTarget && "bg-accent-soft",
      )}
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-line border-b max-sm:sr-only">
        <ToneMark tone={statusTones[column]} className="size-2.25" />
        <h2 className="whitespace-nowrap text-base">{label}</h2>
        <span className="mr-auto text-ink-soft text-sm tabular-nums">
          {query?.data === undefined ? "…" : total}
          <span className="sr-only"> work orders</span>
        </span>
        <ColumnHighlight column={column} filters={filters} />
      </header>
      {query?.data !== undefined ? (
        <CardList
          {...list}
          label={label}
          cards={cards}
          actions={actions}
          draggedCard={draggedCard}
          selectedIds={selectedIds}
          dropIndex={isTarget ? findInsertIndex(cards, draggedCard.id, filters.sort ?? "newest") : undefined}
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
  draggedCard: WorkOrderRow | undefined;
  selectedIds: ReadonlySet<number> | undefined;
  /** The index at which the dragged card would be dropped. */
  dropIndex: number | undefined;
  load: (range: CardRange) => void;
  arrivals: ReadonlySet<number>;
  isMoving: boolean;
}

/** How many cards before and after the visible ones are loaded. */
const preloadedCards = 6;
/** The height of a card with a one-line title. Cards on the screen are measured. */
const cardHeight = 103;
const gap = 8;
const dropHeight = 112;
const noteHeight = 48;

/** Renders only visible cards. The list keeps its full height. */
function CardList(props: CardListProps) {
  const { label, cards, isTruncated, actions, draggedCard, selectedIds, dropIndex, load, arrivals } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const getKey = useCallback((index: number) => cards[index]?.id ?? -index, [cards]);
  // The dragged card stays rendered even when its column is scrolled, because removing it would end the drag.
  const draggedIndex =
    draggedCard === undefined ? -1 : cards.findIndex((card) => card?.id === draggedCard.id);
  // oxlint-disable-next-line react/incompatible-library -- only this component calls the virtualizer
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: cards.length,
    getScrollElement: () => scroller.current,
    getItemKey: getKey,
    estimateSize: () => cardHeight,
    // Hidden cards have no height.
    measureElement: (element) => element.offsetHeight || cardHeight,
    gap,
    paddingStart: gap,
    paddingEnd: gap,
    // The first render has few cards. The rest follow in the same frame, once the column is measured.
    initialRect: { width: 0, height: 240 },
    overscan: 4,
    rangeExtractor: (range) =>
      draggedIndex === -1
        ? defaultRangeExtractor(range)
        : [...new Set([...defaultRangeExtractor(range), draggedIndex])],
  });
  const items = virtualizer.getVirtualItems();
  const first = Math.max(0, (virtualizer.range?.startIndex ?? 0) - preloadedCards);
  const last = Math.max(0, Math.min((virtualizer.range?.endIndex ?? 0) + preloadedCards, cards.length - 1));

  useEffect(() => load({ first, last }), [load, first, last]);

  const dropSpace = dropIndex === undefined ? 0 : dropHeight + gap;
  const dropTop =
    dropIndex === undefined ? 0 : (virtualizer.measurementsCache[dropIndex - 1]?.end ?? 0) + gap;
  const isMoving = props.isMoving || draggedCard !== undefined;

  return (
    <div
      ref={scroller}
      tabIndex={0}
      aria-label={`${label} work orders`}
      role="group"
      className="-mx-1 min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-1 [contain:strict] [scrollbar-width:thin]"
    >
      {/* Elements that appear during a drag ignore the pointer, or the drop could miss the column. */}
      {cards.length === 0 && dropIndex === undefined && (
        <p className="pointer-events-none px-4 py-10 text-center text-ink-faint">No work orders</p>
      )}
      <ul
        className="relative"
        style={{ height: virtualizer.getTotalSize() + dropSpace + (isTruncated ? noteHeight : 0) }}
      >
        {dropIndex !== undefined && (
          <li
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 rounded-card border-[1.5px] border-accent border-dashed"
            style={{ top: dropTop, height: dropHeight }}
          />
        )}
        {items.map(({ index, start }) => {
          const row = cards[index];
          const top = start + (dropIndex !== undefined && index >= dropIndex ? dropSpace : 0);
          return row === undefined ? (
            <li key={`loading-${index}`} className="absolute inset-x-0" style={{ top, height: cardHeight }}>
              <Skeleton className="h-full w-full rounded-card" />
            </li>
          ) : (
            <WorkOrderCard
              key={row.id}
              row={row}
              top={top}
              index={index}
              count={cards.length}
              isDragged={draggedCard?.id === row.id}
              isSelected={selectedIds?.has(row.id) === true}
              isNew={arrivals.has(row.id)}
              isMoving={isMoving}
              measure={virtualizer.measureElement}
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
  <Loading label="Loading work orders" className="space-y-2 pt-2">
    {[0, 1, 2, 3, 4, 5].map((card) => (
      <Skeleton key={card} className="h-[103px] w-full rounded-card" />
    ))}
  </Loading>
);

/** The work orders to highlight in a column, as a filter that the server can count with an index. */
const highlights = {
  open: { query: { status: "urgent" }, label: "urgent" },
  in_progress: { query: { status: "in_progress", due: "overdue" }, label: "overdue" },
  scheduled: { query: { status: "scheduled", due: "overdue" }, label: "overdue" },
  // Counting unsigned work orders would read all of them.
  completed: undefined,
} as const;

interface ColumnHighlightProps {
  column: Column;
  filters: BoardFilters;
}

/** Counts the whole column, such as `2 urgent` or `1 overdue`. Renders nothing if there are none. */
function ColumnHighlight({ column, filters }: ColumnHighlightProps) {
  const highlight = highlights[column];
  const { data } = useQuery({
    ...listPageQuery(listWorkOrders, { ...filters, ...highlight?.query, page: 1, pageSize: 1 }),
    placeholderData: undefined,
    // The highlight's due date filter would override the list's.
    enabled: highlight !== undefined && filters.due === undefined,
  });
  if (highlight === undefined || data === undefined || data.total === 0) return null;
  return (
    <span className="truncate text-ink-soft text-xs">{`${formatTotal(data.total)} ${highlight.label}`}</span>
  );
}
