/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
   a day of a person is a group of cards, onto which cards are dropped; every card has a dialog for that too */
import { memo } from "react";
import { formatPlannedDay } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { classes } from "#web/ui/classes.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { type Placed, workDayMinutes } from "../../week.ts";
import type { PersonOfWeek } from "../../week-contract.ts";
import { useDropArea } from "../board/use-card-drag.ts";
import { type WeekActions, WeekCard } from "./week-card.tsx";

/** Where a card may be dropped: a day of a person, or beside the days, where nobody has it. */
export interface WeekPlace {
  person: Pick<PersonOfWeek, "id" | "fullName"> | null;
  day: string | null;
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Weekends are narrower. */
export const columnsOf = (days: readonly string[]): string =>
  days.map((day) => (isWeekend(day) && days.length > 1 ? "minmax(0,0.7fr)" : "minmax(0,1fr)")).join(" ");

interface WeekPersonProps {
  person: PersonOfWeek;
  /** The days that are shown, and the first of the week, from which the person's minutes count. */
  days: readonly string[];
  weekDays: readonly string[];
  today: string;
  placed: ReadonlyMap<string, readonly Placed<WorkOrderRow>[]> | undefined;
  buildings: ReadonlyMap<number, string>;
  held: WorkOrderRow | undefined;
  actions: WeekActions;
  onDrop: (place: WeekPlace) => void;
}

/** The days of one person, with what each holds. */
export function WeekPerson({ person, days, weekDays, placed, held, ...rest }: WeekPersonProps) {
  const total = person.minutes.reduce((sum, minutes) => sum + minutes, 0);
  const mayTake =
    held !== undefined && (person.propertyIds === null || person.propertyIds.includes(held.propertyId));
  return (
    <section
      aria-label={person.fullName}
      // What is out of sight is not laid out, which keeps a hundred people smooth.
      className="border-line border-t [contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
    >
      <h3 className="sticky left-0 flex w-fit items-center gap-2 px-2 pt-2 text-sm">
        <Avatar name={person.fullName} size="sm" />
        {person.fullName}
        <span className="font-normal text-ink-faint text-xs tabular-nums">
          {total === 0 ? "nothing this week" : `${formatHours(total)} this week`}
        </span>
      </h3>
      <div className="grid gap-px" style={{ gridTemplateColumns: columnsOf(days) }}>
        {days.map((day) => (
          <DayOfPerson
            key={day}
            person={person}
            day={day}
            minutes={person.minutes[weekDays.indexOf(day)] ?? 0}
            placed={placed?.get(day) ?? none}
            heldId={held?.id}
            mayTake={mayTake && day >= rest.today}
            {...rest}
          />
        ))}
      </div>
    </section>
  );
}

const none: readonly Placed<WorkOrderRow>[] = [];

interface DayOfPersonProps extends Pick<WeekPersonProps, "today" | "buildings" | "actions" | "onDrop"> {
  person: PersonOfWeek;
  day: string;
  minutes: number;
  placed: readonly Placed<WorkOrderRow>[];
  heldId: number | undefined;
  /** Whether the held card may be dropped here. */
  mayTake: boolean;
}

const DayOfPerson = memo(
  function DayOfPerson({ person, day, minutes, placed, heldId, mayTake, ...rest }: DayOfPersonProps) {
    const { today, buildings, actions, onDrop } = rest;
    const { isOver, handlers } = useDropArea(mayTake, () => onDrop({ person, day }));
    return (
      <div
        role="group"
        tabIndex={-1}
        aria-label={`${person.fullName}, ${formatPlannedDay(day)}: ${loadInWords(minutes)}`}
        data-column={`${person.id} ${day}`}
        {...handlers}
        className={classes(
          "min-h-24 rounded-control p-1 outline-2 -outline-offset-2 transition-[outline-color] duration-150",
          isWeekend(day) && "sm:bg-sunken",
          day === today && "sm:bg-accent-soft",
          isOver ? "outline-focus" : mayTake ? "outline-line" : "outline-transparent",
        )}
      >
        <Load minutes={minutes} />
        <ul className="space-y-1">
          {placed.map(({ order, place }) => (
            <WeekCard
              key={`${order.id} ${place.as}`}
              row={order}
              as={place.as}
              building={buildings.get(order.propertyId)}
              isHeld={order.id === heldId}
              actions={actions}
            />
          ))}
        </ul>
      </div>
    );
  },
  // The lists are made anew with every change of the week; most have the same orders.
  (before, after) =>
    Object.keys(after).every((name) => {
      const key = name as keyof DayOfPersonProps;
      if (key === "placed") return hasSame(before.placed, after.placed);
      // Only the cell that holds the card shows that it is held.
      if (key === "heldId") return !hasHeld(before) && !hasHeld(after);
      return before[key] === after[key];
    }),
);

const hasSame = (a: DayOfPersonProps["placed"], b: DayOfPersonProps["placed"]) =>
  a.length === b.length && a.every(({ order }, at) => order === b[at]?.order);

const hasHeld = ({ placed, heldId }: DayOfPersonProps) => placed.some(({ order }) => order.id === heldId);

const loadInWords = (minutes: number): string =>
  minutes === 0
    ? "nothing planned"
    : minutes > workDayMinutes
      ? `${formatHours(minutes)}, ${formatHours(minutes - workDayMinutes)} over a day`
      : `${formatHours(minutes)} of ${formatHours(workDayMinutes)}`;

/** What a day takes, as a bar of eight hours and in words. */
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
          <div className="mt-0.5 h-1 overflow-hidden rounded-full bg-gray-soft">
            <div
              className={classes("h-full rounded-full", isOver ? "bg-red-dot" : "bg-accent")}
              style={{ width: `${Math.min(100, (minutes / workDayMinutes) * 100)}%` }}
            />
          </div>
        </>
      )}
    </div>
  );
}
