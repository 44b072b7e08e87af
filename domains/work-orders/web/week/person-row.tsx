/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
   a person's day is a group of cards that cards are dropped onto, and every card also has a dialog */
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
  days.map((day) => (isWeekend(day) && days.length > 1 ? "minmax(0,0.7fr)" : "minmax(0,1fr)")).join(" ");

interface PersonRowProps {
  person: WeekPerson;
  /** The visible days. `weekDays` are the indices for the person's minutes. */
  days: readonly string[];
  weekDays: readonly string[];
  today: string;
  placed: ReadonlyMap<string, readonly PlacedWorkOrder<WorkOrderRow>[]> | undefined;
  buildings: ReadonlyMap<number, string>;
  dragged: WorkOrderRow | undefined;
  actions: WeekActions;
  onDrop: (place: WeekSlot) => void;
}

/** One person's days with their cards. */
export function PersonRow({ person, days, weekDays, placed, dragged, ...rest }: PersonRowProps) {
  const total = person.minutes.reduce((sum, minutes) => sum + minutes, 0);
  const canTake =
    dragged !== undefined && (person.propertyIds === null || person.propertyIds.includes(dragged.propertyId));
  return (
    <section
      aria-label={person.fullName}
      // Skips layout for people out of sight, which keeps a hundred people smooth.
      className="border-line border-t [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <h3 className="sticky left-0 flex w-fit items-center gap-2 px-1 pt-2 pb-1 text-sm">
        <Face person={person} size={24} />
        {person.fullName}
        <span className="font-normal text-ink-faint text-xs tabular-nums">
          {total === 0 ? "nothing this week" : `${formatHours(total)} this week`}
        </span>
      </h3>
      <div className="grid gap-px" style={{ gridTemplateColumns: getGridColumns(days) }}>
        {days.map((day) => (
          <PersonDay
            key={day}
            person={person}
            day={day}
            minutes={person.minutes[weekDays.indexOf(day)] ?? 0}
            placed={placed?.get(day) ?? none}
            draggedId={dragged?.id}
            canTake={canTake && day >= rest.today}
            {...rest}
          />
        ))}
      </div>
    </section>
  );
}

const none: readonly PlacedWorkOrder<WorkOrderRow>[] = [];

interface PersonDayProps extends Pick<PersonRowProps, "today" | "buildings" | "actions" | "onDrop"> {
  person: WeekPerson;
  day: string;
  minutes: number;
  placed: readonly PlacedWorkOrder<WorkOrderRow>[];
  draggedId: number | undefined;
  /** Whether the dragged card can be dropped here. */
  canTake: boolean;
}

const PersonDay = memo(
  function PersonDay({ person, day, minutes, placed, draggedId, canTake, ...rest }: PersonDayProps) {
    const { today, buildings, actions, onDrop } = rest;
    const { isOver, handlers } = useDropArea(canTake, () => onDrop({ person, day }));
    return (
      <div
        role="group"
        tabIndex={-1}
        aria-label={`${person.fullName}, ${formatPlannedDay(day)}: ${formatLoad(minutes)}`}
        data-column={`${person.id} ${day}`}
        {...handlers}
        className={classes(
          "min-h-22 rounded-card p-1 outline-[1.5px] -outline-offset-2 transition-colors",
          day === today ? "sm:bg-lamp-soft" : isWeekend(day) && "sm:bg-sunken",
          isOver
            ? "bg-accent-soft! outline-accent outline-dashed"
            : canTake
              ? "outline-line outline-dashed"
              : "outline-transparent",
        )}
      >
        <Load minutes={minutes} />
        <ul className="space-y-1">
          {placed.map(({ order, place }) => (
            <WeekCard
              key={`${order.id} ${place.kind}`}
              row={order}
              placement={place.kind}
              building={buildings.get(order.propertyId)}
              isDragged={order.id === draggedId}
              actions={actions}
            />
          ))}
        </ul>
      </div>
    );
  },
  // The lists are recreated with every change of the week, but most contain the same work orders.
  (before, after) =>
    Object.keys(after).every((name) => {
      const key = name as keyof PersonDayProps;
      if (key === "placed") return hasSameOrders(before.placed, after.placed);
      // Only the cell with the dragged card shows that it is being dragged.
      if (key === "draggedId") return !hasDragged(before) && !hasDragged(after);
      return before[key] === after[key];
    }),
);

const hasSameOrders = (a: PersonDayProps["placed"], b: PersonDayProps["placed"]) =>
  a.length === b.length && a.every(({ order }, at) => order === b[at]?.order);

const hasDragged = ({ placed, draggedId }: PersonDayProps) =>
  placed.some(({ order }) => order.id === draggedId);

const formatLoad = (minutes: number): string =>
  minutes === 0
    ? "nothing planned"
    : minutes > workDayMinutes
      ? `${formatHours(minutes)}, ${formatHours(minutes - workDayMinutes)} over capacity`
      : `${formatHours(minutes)} of ${formatHours(workDayMinutes)}`;

/** A day's workload, as a bar of eight hours and in words. */
function Load({ minutes }: { minutes: number }) {
  const isOver = minutes > workDayMinutes;
  return (
    <div aria-hidden="true" className="mb-1 h-6">
      {minutes > 0 && (
        <>
          <p
            className={classes(
              "truncate text-xs tabular-nums leading-4",
              isOver ? "font-medium text-red-text" : "text-ink-faint",
            )}
          >
            {isOver ? `${formatHours(minutes)}, over 8 h` : formatHours(minutes)}
          </p>
          <div className="mt-0.5 h-1 overflow-hidden rounded-full bg-chart-2">
            <div
              className={classes("h-full rounded-full", isOver ? "bg-red-dot" : "bg-chart")}
              style={{ width: `${Math.min(100, (minutes / workDayMinutes) * 100)}%` }}
            />
          </div>
        </>
      )}
    </div>
  );
}
