import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useSearchParams } from "wouter";
import { addDays, isDay, maxDay } from "#shared/calendar.ts";
import { formatDays, formatPlannedDay } from "#shared/format/dates.ts";
import { ChevronLeft, ChevronRight } from "#web/icons.ts";
import { useProperties } from "#web/list/filters.tsx";
import { replacedByUser } from "#web/list/use-list-url.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { findPlacements, getMonday, getMondayToPlan, getWeekDays, groupByPersonAndDay } from "../../week.ts";
import type { Week } from "../../week-contract.ts";
import { useCardDrag } from "../board/use-card-drag.ts";
import { useTopOffset } from "../board/use-top-offset.ts";
import type { OpenDialog } from "../view/dialog-path.ts";
import { usePlannedRows } from "./mutations.ts";
import { getGridColumns, isWeekend, PersonRow, type WeekSlot } from "./person-row.tsx";
import { type WeekFilters, weekQuery } from "./queries.ts";
import { UnplannedList } from "./unplanned-list.tsx";
import { usePlanning } from "./use-planning.tsx";
import { updateWeek } from "./week-rows.ts";

interface WeekPlanProps {
  filters: WeekFilters;
  open: (target: OpenDialog) => void;
}

/** A row per technician and a column per day, with unplanned work orders at the side. Phones show one day. */
export function WeekPlan({ filters, open }: WeekPlanProps) {
  const [selectedDay, showDay] = useSelectedDay();
  const query = useQuery({
    ...weekQuery(selectedDay === undefined ? undefined : getMonday(selectedDay), filters),
    placeholderData: keepPreviousData,
  });
  if (query.isPending)
    return (
      <Loading label="Loading the week" className="space-y-3">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-32 w-full" />
        ))}
      </Loading>
    );
  if (query.data === undefined)
    return (
      <ErrorState
        title="Couldn't load the week."
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return (
    <div
      className={classes("transition-opacity", query.isPlaceholderData && "opacity-60")}
      aria-busy={query.isPlaceholderData || undefined}
    >
      <LoadedWeek
        week={query.data}
        selectedDay={selectedDay}
        onShow={showDay}
        filters={filters}
        open={open}
      />
    </div>
  );
}

interface LoadedWeekProps extends WeekPlanProps {
  week: Week;
  selectedDay: string | undefined;
  /** Shows the week of a date, or the week to plan if undefined. */
  onShow: (day: string | undefined) => void;
}

function LoadedWeek({ week: loadedWeek, selectedDay, onShow, filters, open }: LoadedWeekProps) {
  const plannedRows = usePlannedRows();
  const week = useMemo(() => plannedRows.reduce(updateWeek, loadedWeek), [plannedRows, loadedWeek]);
  const { people, orders, today, from } = week;
  const isPhone = useIsPhone();
  const { plan, openPlanDialog, dialog } = usePlanning();
  const weekDays = useMemo(() => getWeekDays(from), [from]);
  const dayOnPhone = selectedDay ?? maxDay(today, from);
  const days = useMemo(() => (isPhone ? [dayOnPhone] : weekDays), [isPhone, dayOnPhone, weekDays]);
  const placedOrders = useMemo(() => groupByPersonAndDay(orders, weekDays), [orders, weekDays]);
  const properties = useProperties();
  const propertyNames = useMemo(() => new Map(properties.map(({ id, name }) => [id, name])), [properties]);

  const moveToSlot = useCallback(
    ({ row, to }: { row: WorkOrderRow; to: WeekSlot }) =>
      plan({ row, to: { assignee: to.person, plannedOn: to.day } }),
    [plan],
  );
  const area = useRef<HTMLDivElement>(null);
  const top = useTopOffset(area);
  const drag = useCardDrag(moveToSlot, isInSlot);
  const actions = useMemo(
    () => ({
      onView: (id: number) => open({ kind: "view" as const, id }),
      openPlanDialog,
      onEstimate: (row: WorkOrderRow, estimateMinutes: number) =>
        plan({ row, to: { assignee: row.assignee, plannedOn: row.plannedOn, estimateMinutes } }),
      onDragStart: isPhone ? undefined : drag.startDrag,
    }),
    [open, openPlanDialog, plan, isPhone, drag.startDrag],
  );
  const unplanned = (
    <UnplannedList
      filters={filters}
      propertyNames={propertyNames}
      draggedRow={drag.draggedCard}
      actions={actions}
      onDrop={drag.drop}
    />
  );
  return (
    <>
      <WeekNavigation from={from} today={today} day={isPhone ? dayOnPhone : undefined} onShow={onShow} />
      {week.isTruncated && (
        <p role="status" className="mb-3 text-ink-soft">
          This week has more than 1,000 work orders. Filter by property to see it.
        </p>
      )}
      <div
        ref={area}
        style={isPhone ? undefined : { height: `calc(100dvh - ${top}px - 0.25rem)` }}
        className="flex gap-5 max-sm:flex-col sm:-mb-10 sm:min-h-96"
      >
        {!isPhone && unplanned}
        <section aria-label="Week" className="min-w-0 flex-1">
          <SideScroll className="h-full" scrollClassName="relative h-full sm:overflow-auto">
            <div className="sm:min-w-180">
              <div
                className="sticky top-0 z-10 grid gap-px border-line border-b bg-canvas max-sm:hidden"
                style={{ gridTemplateColumns: getGridColumns(days) }}
              >
                {days.map((day) => (
                  <h2
                    key={day}
                    className={classes(
                      "flex h-9 items-center gap-1.5 whitespace-nowrap px-1 text-sm",
                      isWeekend(day) && "font-normal text-ink-faint",
                      day === today && "border-lamp border-b-3 font-semibold text-ink",
                    )}
                  >
                    {formatPlannedDay(day)}
                    {day === today && <span className="sr-only">, today</span>}
                  </h2>
                ))}
              </div>
              {people.length === 0 && (
                <EmptyState title="No technicians yet">
                  Technicians appear here once they're assigned to a property.
                </EmptyState>
              )}
              {people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  days={days}
                  weekDays={weekDays}
                  today={today}
                  placedOrdersByDay={placedOrders.get(person.id)}
                  propertyNames={propertyNames}
                  draggedRow={drag.draggedCard}
                  actions={actions}
                  onDrop={drag.drop}
                />
              ))}
            </div>
          </SideScroll>
        </section>
        {isPhone && unplanned}
      </div>
      {dialog}
    </>
  );
}

/** Whether the card is already in the slot. A card that is only due on the day can still be planned for it. */
const isInSlot = (row: WorkOrderRow, { person, day }: WeekSlot): boolean =>
  (row.assignee?.id ?? null) === (person?.id ?? null) &&
  (day === null
    ? row.plannedOn === null
    : findPlacements(row).some((placement) => placement.day === day && placement.kind !== "due"));

interface NavigationProps {
  from: string;
  today: string;
  /** The date that a phone shows. */
  day: string | undefined;
  onShow: (day: string | undefined) => void;
}

function WeekNavigation({ from, today, day, onShow }: NavigationProps) {
  const days = getWeekDays(from);
  const currentDay = day ?? from;
  const isThisWeek = days.includes(today);
  const isWeekToPlan = getMonday(today) === getMondayToPlan(today);
  return (
    <div className="mb-1 space-y-2">
      <div className="flex items-center gap-2 max-sm:gap-1">
        <h2 className="mr-auto min-w-0 text-section tabular-nums">{formatDays(from, addDays(from, 6))}</h2>
        <IconButton label="Previous week" onClick={() => onShow(addDays(currentDay, -7))}>
          <ChevronLeft />
        </IconButton>
        <Button size="sm" disabled={isThisWeek} onClick={() => onShow(isWeekToPlan ? undefined : today)}>
          This week
        </Button>
        <IconButton label="Next week" onClick={() => onShow(addDays(currentDay, 7))}>
          <ChevronRight />
        </IconButton>
      </div>
      {day !== undefined && (
        <div className="-mx-3 grid grid-cols-7 gap-px">
          {days.map((weekDay) => {
            const [weekday, date] = formatPlannedDay(weekDay).split(", ");
            return (
              <button
                key={weekDay}
                type="button"
                aria-pressed={weekDay === day}
                aria-label={`${formatPlannedDay(weekDay)}${weekDay === today ? ", today" : ""}`}
                onClick={() => onShow(weekDay)}
                className={classes(
                  "flex min-h-12 flex-col items-center justify-center rounded-control text-xs",
                  weekDay === day ? "bg-accent text-accent-ink" : "hover:bg-hover",
                  isWeekend(weekDay) && weekDay !== day && "text-ink-faint",
                  weekDay === today && "border-lamp border-b-3",
                )}
              >
                {weekday}
                <span className="font-medium text-base tabular-nums">{date?.split(" ")[1]}</span>
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** The date in the URL, such as `week=2026-11-23`. Without it, the week to plan is shown. */
function useSelectedDay(): [string | undefined, (day: string | undefined) => void] {
  const [query, setQuery] = useSearchParams();
  const day = query.get("week") ?? "";
  const showDay = (newDay: string | undefined) =>
    setQuery((params) => {
      if (newDay === undefined) params.delete("week");
      else params.set("week", newDay);
      return params;
    }, replacedByUser);
  return [isDay(day) ? day : undefined, showDay];
}
