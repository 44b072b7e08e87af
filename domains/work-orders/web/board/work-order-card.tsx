/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions --
   cards can be dragged, and their menus do the same */

import { type DragEvent, type MouseEvent, memo } from "react";
import { formatAge, formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ArrowLeftRight, CalendarClock, CalendarDays, MapPin } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/face.tsx";
import { Menu, MenuHeading, MenuItem } from "#web/ui/menu.tsx";
import { Priority } from "#web/ui/priority.tsx";
import { RowCheckbox } from "#web/ui/row-checkbox.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import { type BoardColumn, boardColumns, statusLabels } from "../../status.ts";
import { DueTime } from "../due-date/due-date.tsx";
import { PauseNote } from "../pauses/pause-note.tsx";
import { VisitTime } from "../visits/visit-time.tsx";
import { getBoardColumn } from "./board-columns.ts";
import { useCardMotion } from "./card-motion.ts";
import type { SelectCard } from "./use-selected-cards.ts";

/** All cards have the same height, so that each card's position in a long column can be calculated. */
export const cardHeight = 224;
export const cardPitch = cardHeight + 8;

export interface CardActions {
  view: (id: number) => void;
  /** Absent for users who can't move cards. */
  move: ((move: { row: WorkOrderRow; to: BoardColumn }) => void) | undefined;
  startDrag: ((row: WorkOrderRow, event: DragEvent) => void) | undefined;
  /** Absent for users who can't select several cards. */
  select: SelectCard | undefined;
}

interface WorkOrderCardProps {
  row: WorkOrderRow;
  top: number;
  /** Position from 1 within `count`, for screen readers, because most of the list isn't rendered. */
  place: number;
  count: number;
  isDragged: boolean;
  isSelected: boolean;
  actions: CardActions;
}

/** WO-24. */
export const WorkOrderCard = memo(function OrderCard({
  row,
  top,
  place,
  count,
  isDragged,
  isSelected,
  actions,
}: WorkOrderCardProps) {
  const { id, title } = row;
  const { view, move, startDrag, select } = actions;
  const element = useCardMotion(id);
  const number = workOrderNumber(id);
  const isPaused = row.pause !== null;
  const isCrowded = [row.dueAt, row.appointment, row.pause].filter((value) => value !== null).length > 1;
  return (
    <li
      ref={element}
      aria-setsize={count}
      aria-posinset={place}
      style={{ transform: `translateY(${top}px)`, height: cardHeight }}
      className="absolute inset-x-0 top-0 transition-transform"
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the checkbox does the same by keyboard */}
      <article
        aria-label={`${number} ${title}`}
        data-card={id}
        draggable={startDrag !== undefined}
        onDragStart={(event) => startDrag?.(row, event)}
        onClick={(event) => {
          if (event.shiftKey && isOnCard(event)) select?.(row, { isRange: true });
        }}
        className={classes(
          "flex h-full flex-col rounded-control border p-3 transition-opacity",
          isSelected ? "border-accent bg-accent-soft" : "border-line bg-surface",
          startDrag !== undefined && "cursor-grab active:cursor-grabbing",
          isDragged ? "opacity-40" : !isSelected && "hover:border-line-control/60",
        )}
      >
        <div className="flex items-center justify-between gap-2">
          <span className="flex items-center gap-2 whitespace-nowrap text-ink-faint text-sm tabular-nums">
            {select !== undefined && (
              <RowCheckbox
                label={`Select ${number}`}
                isChecked={isSelected}
                onChange={(_, isRange) => select(row, { isRange })}
              />
            )}
            {number}
          </span>
          <StatusBadge status={row.status} isQuiet={row.status !== "urgent"} />
        </div>
        <h3
          // A card with two of due date, visit, and pause has room for only one line.
          className={classes(
            "mt-1.5 shrink-0 text-wrap text-base leading-5",
            isCrowded ? "line-clamp-1" : "line-clamp-2",
          )}
          title={title}
        >
          {title}
        </h3>
        <p className="mt-1 flex min-w-0 items-center gap-2 text-ink-soft text-sm">
          <Priority level={row.priority} status={row.status} />
          {row.unitNumber !== null && <span className="truncate">Unit {row.unitNumber}</span>}
        </p>
        <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-ink-soft text-sm">
          <MapPin aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
          <span className="truncate" title={row.location}>
            <span>{row.category}</span>
            <span aria-hidden="true"> · </span>
            <span>{row.location}</span>
          </span>
        </p>
        <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-ink-soft text-sm">
          <CalendarDays aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
          <span className="truncate">
            <span className="tabular-nums">{formatDay(row.createdAt)}</span>
            <span aria-hidden="true"> · </span>
            <span>{formatAge(row.createdAt)}</span>
          </span>
        </p>
        {(row.dueAt !== null || row.appointment !== null) && (
          <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-ink-soft text-sm">
            <CalendarClock aria-hidden="true" className="size-3.5 shrink-0 text-ink-faint" />
            <span className={classes("flex min-w-0", isPaused ? "gap-2" : "flex-col")}>
              <DueTime order={row} className="truncate" />
              <VisitTime order={row} className="truncate" />
            </span>
          </p>
        )}
        <PauseNote order={row} className="mt-0.5 block truncate text-sm" />
        <div className="-mb-2 mt-auto flex items-center gap-1.5 pt-0.5 text-ink-soft text-sm">
          {row.assignee === null ? (
            <span className="truncate text-ink-faint">
              {row.team === null ? "Unassigned" : `Team ${row.team.name}`}
            </span>
          ) : (
            <span
              title={`Assigned to ${row.assignee.fullName}`}
              className="flex min-w-0 items-center gap-1.5"
            >
              <Face person={row.assignee} size={22} />
              <span className="sr-only">Assigned to </span>
              <span className="truncate">{row.assignee.fullName}</span>
            </span>
          )}
          <span className="ml-auto flex shrink-0 items-center gap-0.5">
            {move !== undefined && <MoveMenu row={row} move={move} />}
            <button
              type="button"
              aria-label={`View ${number}`}
              onClick={() => view(id)}
              className="-mr-1.5 min-h-(--control-sm) rounded-control px-2 font-medium text-accent-text hover:bg-hover"
            >
              View
            </button>
          </span>
        </div>
      </article>
    </li>
  );
});

const isOnCard = ({ target }: MouseEvent): boolean =>
  (target as Element).closest("a, button, input, label") === null;

/** The alternative to dragging, for keyboard and touch. */
function MoveMenu({ row, move }: { row: WorkOrderRow; move: NonNullable<CardActions["move"]> }) {
  const label = `Move ${workOrderNumber(row.id)} to...`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} className="size-(--control-sm)! [&_svg]:size-4!">
          <ArrowLeftRight />
        </IconButton>
      )}
    >
      <MenuHeading>Move to...</MenuHeading>
      {boardColumns.map((column) => (
        <MenuItem
          key={column}
          isDisabled={getBoardColumn(row.status) === column}
          onSelect={() => move({ row, to: column })}
        >
          {statusLabels[column]}
        </MenuItem>
      ))}
    </Menu>
  );
}
