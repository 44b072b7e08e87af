/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role --
   a keyboard scrolls what it can focus */
import { useInfiniteQuery } from "@tanstack/react-query";
import { fetchNextPart, sayTotal } from "#web/list/list-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { ColumnFailed } from "../board/column-failed.tsx";
import { useDropArea } from "../board/use-card-drag.ts";
import { toPlanQuery, type WeekFilters } from "./week-api.ts";
import { type WeekActions, WeekCard } from "./week-card.tsx";
import type { WeekPlace } from "./week-person.tsx";

interface WeekBesideProps {
  filters: WeekFilters;
  buildings: ReadonlyMap<number, string>;
  held: WorkOrderRow | undefined;
  actions: WeekActions;
  onDrop: (place: WeekPlace) => void;
}

const nowhere: WeekPlace = { person: null, day: null };

/** What somebody has to plan, most urgent first; a card dropped here has neither person nor day. */
export function WeekBeside({ filters, buildings, held, actions, onDrop }: WeekBesideProps) {
  const query = useInfiniteQuery(toPlanQuery(filters));
  const { isOver, handlers } = useDropArea(held !== undefined, () => onDrop(nowhere));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = query.data?.pages.at(-1)?.total;
  return (
    <section
      aria-label="To be planned"
      data-column="beside"
      tabIndex={-1}
      {...handlers}
      className={classes(
        "flex flex-col rounded-card bg-sunken outline-2 -outline-offset-2 sm:w-60 sm:shrink-0",
        isOver ? "outline-focus" : held === undefined ? "outline-transparent" : "outline-line",
      )}
    >
      <header className="flex items-center gap-2 border-line border-b px-3 py-2.5">
        <h2 className="text-base">To be planned</h2>
        {total !== undefined && (
          <span className="ml-auto rounded-full bg-gray-soft px-2 text-gray-text text-xs tabular-nums leading-5">
            {sayTotal(total)}
            <span className="sr-only"> work orders</span>
          </span>
        )}
      </header>
      {query.isPending ? (
        <Loading label="Loading what is to be planned" className="space-y-2 p-2">
          {[0, 1, 2].map((card) => (
            <Skeleton key={card} className="h-20 w-full rounded-control" />
          ))}
        </Loading>
      ) : query.isError && rows.length === 0 ? (
        <ColumnFailed onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <div
          role="group"
          aria-label="To be planned"
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto p-2"
        >
          {rows.length === 0 && (
            <p className="px-2 py-8 text-center text-ink-faint">Everything has a person and a day.</p>
          )}
          <ul className="space-y-1.5">
            {rows.map((row) => (
              <WeekCard
                key={row.id}
                row={row}
                as={undefined}
                building={buildings.get(row.propertyId)}
                isHeld={row.id === held?.id}
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
