/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
   cards are dropped on a person's day, but every card also has a dialog */
import { memo } from "react";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { type PlacedWorkOrder, workDayMinutes } from "../../week.ts";
import type { WeekPerson } from "../../week-contract.ts";
import { useDropArea } from "../board/use-card-drag.ts";
import { type WeekActions, WeekCard } from "./week-card.tsx";

/** A drop target for cards: a person's day, or the unplanned list, which has no person. */
export interface WeekSlot {
  person: Pick<WeekPerson, "id" | "fullName"> | null;
  day: string | null;
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Weekends are narrower. */
export const getGridColumns = (days: readonly string[]): string =>
  days.map((day) => (isWeekend(day) && days.length > 1 ? "minmax(0,0.75fr)" : "minmax(0,1fr)")).join(" ");

interface PersonRowProps {
  person: WeekPerson;
  /** The visible days. `weekDays` are all days, in the order of `person.minutes`. */
  days: readonly string[];
  weekDays: readonly string[];
  today: string;
  placedOrdersByDay: ReadonlyMap<string, readonly PlacedWorkOrder<WorkOrderRow>[]> | undefined;
  propertyNames: ReadonlyMap<number, string>;
  draggedRow: WorkOrderRow | undefined;
  actions: WeekActions;
  onDrop: (slot: WeekSlot) => void;
}

/** One person's days with their cards. */
export function PersonRow({
  person,
  days,
  weekDays,
  placedOrdersByDay,
  draggedRow,
  ...rest
}: PersonRowProps) {
  const totalMinutes = person.minutes.reduce((sum, minutes) => sum + minutes, 0);
  const canDrop =
    draggedRow !== undefined &&
    (person.propertyIds === null || person.propertyIds.includes(draggedRow.propertyId));
  return (
    <section
      aria-label={person.fullName}
      // Skips layout for people out of sight, which keeps scrolling smooth with a hundred people.
      className="border-line border-t [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <h3 className="sticky left-0 flex w-fit items-center gap-2 px-1 pt-2 pb-1 text-sm">
        <Face person={person} size={24} />
        {person.fullName}
        <span className="font-normal text-ink-faint text-xs tabular-nums">
          {totalMinutes === 0 ? "nothing this week" : `${formatHours(totalMinutes)} this week`}
        </span>
      </h3>
      <div className="grid gap-px" style={{ gridTemplateColumns: getGridColumns(days) }}>
        {days.map((day) => (
          <PersonDay
            key={day}
            person={person}
            day={day}
            minutes={person.minutes[weekDays.indexOf(day)] ?? 0}
            placedOrders={placedOrdersByDay?.get(day) ?? noPlacedOrders}
            draggedId={draggedRow?.id}
            canDrop={canDrop && day >= rest.today}
            {...rest}
          />
        ))}
      </div>
    </section>
  );
}

const noPlacedOrders: readonly PlacedWorkOrder<WorkOrderRow>[] = [];

interface PersonDayProps extends Pick<PersonRowProps, "today" | "propertyNames" | "actions" | "onDrop"> {
  person: WeekPerson;
  day: string;
  minutes: number;
  placedOrders: readonly PlacedWorkOrder<WorkOrderRow>[];
  draggedId: number | undefined;
  /** Whether the dragged card can be dropped here. */
  canDrop: boolean;
}

const PersonDay = memo(
  function PersonDay({ person, day, minutes, placedOrders, draggedId, canDrop, ...rest }: PersonDayProps) {
    const { today, propertyNames, actions, onDrop } = rest;
    const { isOver, handlers } = useDropArea(canDrop, () => onDrop({ person, day }));
    return (
      <div
        role="group"
        tabIndex={-1}
        aria-label={`${person.fullName}, ${formatPlannedDay(day)}: ${formatWorkload(minutes)}`}
        data-column={`${person.id} ${day}`}
        {...handlers}
        className={classes(
          "min-h-14 rounded-card p-1 outline-[1.5px] -outline-offset-2 transition-colors",
          day === today ? "sm:bg-lamp-soft" : isWeekend(day) && "sm:bg-sunken",
          isOver
            ? "bg-accent-soft! outline-accent outline-dashed"
            : canDrop
              ? "outline-line outline-dashed"
              : "outline-transparent",
        )}
      >
        <Workload minutes={minutes} />
        <ul className="space-y-1">
          {placedOrders.map(({ order, placement }) => (
            <WeekCard
              key={`${order.id} ${placement.kind}`}
              row={order}
              placement={placement.kind}
              propertyName={propertyNames.get(order.propertyId)}
              isDragged={order.id === draggedId}
              actions={actions}
            />
          ))}
        </ul>
      </div>
    );
  },
  // Every change recreates the lists of work orders, but most stay the same.
  (previousProps, nextProps) =>
    Object.keys(nextProps).every((name) => {
      const key = name as keyof PersonDayProps;
      if (key === "placedOrders")
        return haveSameWorkOrders(previousProps.placedOrders, nextProps.placedOrders);
      // Only the cell with the dragged card shows that it is being dragged.
      if (key === "draggedId") return !hasDraggedCard(previousProps) && !hasDraggedCard(nextProps);
      return previousProps[key] === nextProps[key];
    }),
);

const haveSameWorkOrders = (a: PersonDayProps["placedOrders"], b: PersonDayProps["placedOrders"]) =>
  a.length === b.length && a.every(({ order }, index) => order === b[index]?.order);

const hasDraggedCard = ({ placedOrders, draggedId }: PersonDayProps) =>
  placedOrders.some(({ order }) => order.id === draggedId);

const formatWorkload = (minutes: number): string =>
  minutes === 0
    ? "nothing planned"
    : minutes > workDayMinutes
      ? `${formatHours(minutes)}, ${formatHours(minutes - workDayMinutes)} over capacity`
      : `${formatHours(minutes)} of ${formatHours(workDayMinutes)}`;

/** A day's workload, as a bar of eight hours and in words. */
function Workload({ minutes }: { minutes: number }) {
  const isOverCapacity = minutes > workDayMinutes;
  return (
    <div aria-hidden="true" className="mb-1 h-6">
      {minutes > 0 && (
        <>
          <p
            className={classes(
              "truncate text-xs tabular-nums leading-4",
              isOverCapacity ? "font-medium text-red-text" : "text-ink-faint",
            )}
          >
            {isOverCapacity ? `${formatHours(minutes)}, over 8 h` : formatHours(minutes)}
          </p>
          <div className="mt-0.5 h-1 overflow-hidden rounded-full bg-chart-2">
            <div
              className={classes("h-full rounded-full", isOverCapacity ? "bg-red-dot" : "bg-chart")}
              style={{ width: `${Math.min(100, (minutes / workDayMinutes) * 100)}%` }}
            />
          </div>
        </>
      )}
    </div>
  );
}
