/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions --
   the card's menu does the same as dragging it */

import { type DragEvent, type MouseEvent, memo, type ReactNode, useLayoutEffect } from "react";
import { formatAge, formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ArrowLeftRight, CalendarClock, Clock } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { Priority } from "#web/ui/faces/priority.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import { Menu, MenuHeading, MenuItem } from "#web/ui/overlays/menu.tsx";
import { RowCheckbox } from "#web/ui/tables/row-checkbox.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { type BoardColumn, boardColumns, statusLabels, unfinishedStatuses } from "../../status.ts";
import { AssigneeFace } from "../assignment/assignee-face.tsx";
import { DueTime } from "../due-date/due-date.tsx";
import { PauseNote } from "../pauses/pause-note.tsx";
import { RunningClock } from "../time-log/running-clock.tsx";
import { VisitTime } from "../visits/visit-time.tsx";
import { getBoardColumn } from "./board-columns.ts";
import { useCardMotion } from "./card-motion.ts";
import type { SelectCard } from "./use-selected-cards.ts";

export interface CardActions {
  onView: (id: number) => void;
  /** Absent for users who can't move cards. */
  onMove: ((move: { row: WorkOrderRow; to: BoardColumn }) => void) | undefined;
  onDragStart: ((row: WorkOrderRow, event: DragEvent) => void) | undefined;
  /** Absent for users who can't select several cards. */
  onSelect: SelectCard | undefined;
}

interface WorkOrderCardProps {
  row: WorkOrderRow;
  top: number;
  /** The zero-based position among `count` cards. Screen readers need it because most cards aren't rendered. */
  index: number;
  count: number;
  isDragged: boolean;
  isSelected: boolean;
  /** Whether someone else just moved it here. */
  isNew: boolean;
  /** Whether cards are making room for a moved card. */
  isMoving: boolean;
  /** Reports the height of the card. */
  measure: (element: HTMLLIElement | null) => void;
  actions: CardActions;
}

/** Takes up space only on hover and focus, while a menu is open, and on touch screens. */
const hoverClasses =
  "sr-only group-hover:not-sr-only group-has-focus-visible:not-sr-only has-aria-expanded:not-sr-only max-sm:not-sr-only pointer-coarse:not-sr-only";

/** WO-24. */
export const WorkOrderCard = memo(function WorkOrderCard(props: WorkOrderCardProps) {
  const { row, top, index, count, isDragged, isSelected, isNew, isMoving, measure, actions } = props;
  const { id, title } = row;
  const { onView, onMove, onDragStart, onSelect } = actions;
  const number = workOrderNumber(id);
  const element = useCardMotion(id);
  useLayoutEffect(() => {
    measure(element.current);
    return () => measure(null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the card is measured again when its position changes
  }, [measure, element, index]);
  return (
    <li
      ref={element}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${top}px)` }}
      className={classes("absolute inset-x-0 top-0", isMoving && "transition-transform duration-180")}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the checkbox does the same by keyboard */}
      <article
        aria-label={`${number} ${title}`}
        data-card={id}
        draggable={onDragStart !== undefined}
        onDragStart={(event) => onDragStart?.(row, event)}
        onClick={(event) => {
          if (event.shiftKey && isOnCard(event)) onSelect?.(row, { isRange: true });
        }}
        className={classes(
          "group @container/card rounded-card px-3 pt-2.25 pb-2 shadow-xs ring-1 transition-[box-shadow,opacity]",
          isSelected ? "bg-accent-soft ring-accent" : "bg-surface ring-line",
          onDragStart !== undefined && "cursor-grab active:cursor-grabbing",
          isDragged
            ? "opacity-40"
            : !isSelected && "hover:ring-line-control has-focus-visible:ring-line-control",
          isNew && "animate-arrive",
        )}
      >
        <div className="flex h-5 items-center gap-2 whitespace-nowrap text-ink-soft text-xs">
          <span className="tabular-nums">{number}</span>
          <Priority level={row.priority} status={row.status} />
          <span className="ml-auto flex min-w-0">
            <StatusBadge status={row.status} isQuiet={row.status !== "urgent"} />
          </span>
        </div>
        <h3
          className="mt-1 line-clamp-2 text-pretty font-semibold text-[0.875rem]/4.5 tracking-[-0.006em]"
          title={title}
        >
          {title}
        </h3>
        <CardLine>
          <span>{row.category}</span>
          <span aria-hidden="true" className="whitespace-pre">
            {" · "}
          </span>
          <span className="truncate" title={row.location}>
            {row.location}
          </span>
          {row.unitNumber !== null && !mentionsUnit(row.location, row.unitNumber) && (
            <span className="shrink-0 whitespace-pre">
              {" · "}
              <span>Unit {row.unitNumber}</span>
            </span>
          )}
        </CardLine>
        {row.dueAt !== null && (
          <CardLine icon={<Clock aria-hidden="true" />}>
            <DueTime order={row} className="truncate" />
          </CardLine>
        )}
        {row.appointment !== null && unfinishedStatuses.includes(row.status) && (
          <CardLine icon={<CalendarClock aria-hidden="true" />}>
            <VisitTime order={row} className="whitespace-normal" />
          </CardLine>
        )}
        {row.pause !== null && (
          <CardLine>
            <PauseNote order={row} className="whitespace-normal" />
          </CardLine>
        )}
        <div className="mt-1.25 flex h-5.5 items-center gap-2 text-ink-soft text-xs">
          <AssigneeFace order={row} size={22} />
          <span className="flex h-4 min-w-0 flex-1 flex-wrap overflow-hidden">
            {row.clockStartedAt !== null && (
              <>
                <RunningClock startedAt={row.clockStartedAt} />
                <span aria-hidden="true" className="whitespace-pre">
                  {" · "}
                </span>
              </>
            )}
            <span className="whitespace-nowrap tabular-nums">{formatDay(row.createdAt)}</span>
            {row.clockStartedAt === null && (
              <span className="whitespace-pre">
                <span aria-hidden="true"> · </span>
                {formatAge(row.createdAt).replace(" ago", "")}
              </span>
            )}
          </span>
          <span className={classes("flex items-center gap-1.5", !isSelected && hoverClasses)}>
            {onMove !== undefined && <MoveMenu row={row} move={onMove} />}
            {onSelect !== undefined && (
              <RowCheckbox
                label={`Select ${number}`}
                isChecked={isSelected}
                onChange={(_, isRange) => onSelect(row, { isRange })}
              />
            )}
          </span>
          <button
            type="button"
            aria-label={`View ${number}`}
            onClick={() => onView(id)}
            className="thumb -mr-2 rounded-control px-2 py-0.75 font-semibold text-accent-text hover:bg-hover"
          >
            View
          </button>
        </div>
      </article>
    </li>
  );
});

const CardLine = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <p className="mt-px flex min-w-0 items-center whitespace-nowrap text-[0.78125rem]/4 text-ink-soft [&>svg]:mr-1.25 [&>svg]:size-3.25 [&>svg]:shrink-0">
    {icon}
    {children}
  </p>
);

const mentionsUnit = (location: string, unitNumber: string): boolean =>
  location.split(/[\s,]+/).includes(unitNumber);

const isOnCard = ({ target }: MouseEvent): boolean =>
  (target as Element).closest("a, button, input, label") === null;

/** The alternative to dragging, for keyboard and touch. */
function MoveMenu({ row, move: onMove }: { row: WorkOrderRow; move: NonNullable<CardActions["onMove"]> }) {
  const label = `Move ${workOrderNumber(row.id)} to...`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={label}
          title="Move to..."
          className="thumb grid h-5.5 w-6 place-items-center rounded-badge bg-hover hover:bg-pressed hover:text-ink max-sm:w-8 pointer-coarse:w-8 [&_svg]:size-4"
        >
          <ArrowLeftRight aria-hidden="true" />
        </button>
      )}
    >
      <MenuHeading>Move to...</MenuHeading>
      {boardColumns.map((column) => (
        <MenuItem
          key={column}
          isDisabled={getBoardColumn(row.status) === column}
          onSelect={() => onMove({ row, to: column })}
        >
          {statusLabels[column]}
        </MenuItem>
      ))}
    </Menu>
  );
}
