/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   keyboards can scroll only focusable elements */
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatTotal } from "#shared/http/paging.ts";
import { fetchNextPart } from "#web/list/list-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { ColumnError } from "../board/column-error.tsx";
import { useDropArea } from "../board/use-card-drag.ts";
import { usePlannedRows } from "./mutations.ts";
import type { WeekSlot } from "./person-row.tsx";
import { unplannedQuery, type WeekFilters } from "./queries.ts";
import { type WeekActions, WeekCard } from "./week-card.tsx";
import { updateUnplannedRows } from "./week-rows.ts";

interface UnplannedListProps {
  filters: WeekFilters;
  propertyNames: ReadonlyMap<number, string>;
  draggedRow: WorkOrderRow | undefined;
  actions: WeekActions;
  onDrop: (slot: WeekSlot) => void;
}

const unplannedSlot: WeekSlot = { person: null, day: null };

/** The unplanned work orders, most urgent first. Dropping a card here removes its person and date. */
export function UnplannedList({ filters, propertyNames, draggedRow, actions, onDrop }: UnplannedListProps) {
  const query = useInfiniteQuery(unplannedQuery(filters));
  const { isOver, handlers } = useDropArea(draggedRow !== undefined, () => onDrop(unplannedSlot));
  const loadedRows: readonly WorkOrderRow[] = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const rows = usePlannedRows().reduce(
    (unplannedRows, plannedRow) => updateUnplannedRows(unplannedRows, plannedRow, filters),
    loadedRows,
  );
  const count = query.data?.pages.at(-1)?.total;
  const total = count === undefined ? undefined : count + rows.length - loadedRows.length;
  return (
    <section
      aria-label="Unplanned"
      data-column="beside"
      tabIndex={-1}
      {...handlers}
      className={classes(
        "-mx-1.5 flex flex-col rounded-card px-1.5 transition-colors sm:w-61 sm:shrink-0",
        isOver && "bg-accent-soft",
      )}
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-line border-b">
        <h2 className="text-base">Unplanned</h2>
        {total !== undefined && (
          <span className="text-ink-soft text-sm tabular-nums">
            {formatTotal(total)}
            <span className="sr-only"> work orders</span>
          </span>
        )}
      </header>
      {query.isPending ? (
        <Loading label="Loading unplanned work orders" className="space-y-2 pt-2">
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-20 w-full rounded-card" />
          ))}
        </Loading>
      ) : query.isError && rows.length === 0 ? (
        <ColumnError onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <div
          role="group"
          aria-label="Unplanned"
          tabIndex={0}
          className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1 py-2 [scrollbar-width:thin]"
        >
          {rows.length === 0 && (
            <p className="px-2 py-8 text-center text-ink-faint">Everything is assigned and planned.</p>
          )}
          <ul className="space-y-2">
            {rows.map((row) => (
              <WeekCard
                key={row.id}
                row={row}
                placement={undefined}
                propertyName={propertyNames.get(row.propertyId)}
                isDragged={row.id === draggedRow?.id}
                actions={actions}
              />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              size="sm"
              isWide
              className="mt-2"
              isBusy={query.isFetchingNextPage}
              onClick={() => void fetchNextPart(query)}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
