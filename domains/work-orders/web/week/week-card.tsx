/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions --
   the card's dialog does the same as dragging it */
import { type DragEvent, memo } from "react";
import { formatPlannedDay, formatVisitTime } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ArrowLeftRight, ChevronDown } from "#web/icons.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ToneMark } from "#web/ui/faces/badge.tsx";
import { PriorityBars } from "#web/ui/faces/priority.tsx";
import { getStatusTone } from "#web/ui/faces/status-badge.tsx";
import { Menu, MenuHeading, MenuItem, MenuRadioItem } from "#web/ui/overlays/menu.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { WorkOrderRow } from "../../contract.ts";
import { describeDueDate, isOverdue } from "../../due.ts";
import { priorityLabels } from "../../priorities.ts";
import { statusLabel } from "../../status.ts";
import { type DayPlacement, defaultEstimateMinutes } from "../../week.ts";
import { useCardMotion } from "../board/card-motion.ts";
import { PauseNote } from "../pauses/pause-note.tsx";
import { estimateOptions } from "./estimates.ts";

export interface WeekActions {
  onView: (id: number) => void;
  /** Opens a dialog for assignee, date, and estimate. */
  openPlanDialog: (row: WorkOrderRow) => void;
  onEstimate: (row: WorkOrderRow, minutes: number) => void;
  /** Absent on phones. */
  onDragStart: ((row: WorkOrderRow, event: DragEvent) => void) | undefined;
}

interface WeekCardProps {
  row: WorkOrderRow;
  /** Why the card is on its day. Absent in the unplanned list. */
  placement: DayPlacement["kind"] | undefined;
  propertyName: string | undefined;
  isDragged: boolean;
  actions: WeekActions;
}

/** A work order on a person's day or in the unplanned list. */
export const WeekCard = memo(function WeekCard({
  row,
  placement,
  propertyName,
  isDragged,
  actions,
}: WeekCardProps) {
  const { id, title, priority, status } = row;
  const { onView, openPlanDialog, onDragStart } = actions;
  const element = useCardMotion(id);
  const number = workOrderNumber(id);
  const isDone = status === "completed";
  const isMovable = !isDone && onDragStart !== undefined;
  return (
    <li ref={element}>
      <article
        aria-label={`${number} ${title}`}
        data-card={id}
        draggable={isMovable}
        onDragStart={(event) => isMovable && onDragStart(row, event)}
        className={classes(
          "group rounded-card bg-surface px-2.5 pt-1.75 pb-0.5 text-sm transition-[box-shadow,opacity]",
          placement === "due"
            ? "outline outline-line-control outline-dashed -outline-offset-1"
            : "shadow-xs ring-1 ring-line",
          isMovable && "cursor-grab active:cursor-grabbing",
          isDragged ? "opacity-40" : "hover:ring-line-control has-focus-visible:ring-line-control",
          isDone && "opacity-70",
        )}
      >
        <button
          type="button"
          aria-label={`${title}, view ${number}`}
          onClick={() => onView(id)}
          className="block w-full text-left font-semibold leading-4.5 hover:underline pointer-coarse:min-h-11 max-sm:min-h-11"
        >
          <span className="line-clamp-2 wrap-anywhere">{title}</span>
        </button>
        <PlacementReasons row={row} placement={placement} />
        <p className="truncate text-ink-soft text-xs leading-4.5" title={propertyName}>
          <PriorityBars level={priority} /> {priorityLabels[priority]}
          {propertyName !== undefined && ` · ${propertyName}`}
          {row.unitNumber !== null && `, ${row.unitNumber}`}
        </p>
        <div className="-mr-1.5 flex items-center justify-between">
          {isDone || placement === "visit" ? (
            <span className="py-1 text-ink-soft text-xs">{isDone && "Done"}</span>
          ) : (
            <EstimateMenu row={row} actions={actions} />
          )}
          {!isDone && (
            <IconButton
              label={`Move ${number} to...`}
              aria-haspopup="dialog"
              className="size-(--control-sm)! opacity-0 group-hover:opacity-100 group-has-focus-visible:opacity-100 max-sm:opacity-100 pointer-coarse:opacity-100 [&_svg]:size-3.5!"
              onClick={() => openPlanDialog(row)}
            >
              <ArrowLeftRight />
            </IconButton>
          )}
        </div>
      </article>
    </li>
  );
});

/** Explains why the card is here, unless it's planned for this day. */
function PlacementReasons({ row, placement }: Pick<WeekCardProps, "row" | "placement">) {
  const now = useCurrentMinute();
  const { appointment, timeZone, plannedOn, status } = row;
  const dueDateText = status === "completed" ? null : describeDueDate(row, now);
  const reasons = [
    placement === "visit" &&
      appointment !== null &&
      withTimeZone(`Visit ${formatVisitTime(appointment, timeZone)}`, timeZone, appointment.from),
    placement === undefined && row.assignee !== null && `Assigned to ${row.assignee.fullName}`,
    placement === undefined && plannedOn !== null && `Was planned for ${formatPlannedDay(plannedOn)}`,
    status === "in_progress" && row.pause === null && statusLabel(status),
  ].filter((text) => text !== false);
  return (
    <>
      {reasons.map((text) => (
        <p key={text} className="flex items-center gap-1 text-ink-soft text-xs leading-4.5">
          {text === statusLabel(status) && <ToneMark tone={getStatusTone(status)} />}
          {text}
        </p>
      ))}
      <PauseNote order={row} className="block text-xs leading-4.5" />
      {dueDateText !== null && (
        <p
          className={classes(
            "text-xs leading-4.5",
            isOverdue(row, now) ? "font-medium text-red-text" : "text-ink-soft",
          )}
        >
          {row.dueAt === null ? dueDateText : withTimeZone(dueDateText, timeZone, row.dueAt)}
          {placement === "due" && ", not planned"}
        </p>
      )}
    </>
  );
}

function EstimateMenu({ row, actions }: Pick<WeekCardProps, "row" | "actions">) {
  const { estimateMinutes } = row;
  const label = `Estimate for ${workOrderNumber(row.id)}`;
  const estimateText = estimateMinutes === null ? "Estimate" : formatHours(estimateMinutes);
  return (
    <Menu
      label={label}
      align="start"
      trigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={
            estimateMinutes === null
              ? `${label}: no estimate, counted as ${formatHours(defaultEstimateMinutes)}`
              : `${label}: ${estimateText}`
          }
          className="-ml-1 inline-flex min-h-(--control-sm) min-w-11 items-center gap-0.5 whitespace-nowrap rounded-control px-1 text-ink-soft text-xs tabular-nums hover:bg-hover"
        >
          {estimateText}
          <ChevronDown aria-hidden="true" className="size-3" />
        </button>
      )}
    >
      <MenuHeading>Estimate</MenuHeading>
      {estimateOptions.map((minutes) => (
        <MenuRadioItem
          key={minutes}
          isSelected={minutes === estimateMinutes}
          onSelect={() => minutes !== estimateMinutes && actions.onEstimate(row, minutes)}
        >
          {formatHours(minutes)}
        </MenuRadioItem>
      ))}
      <MenuItem onSelect={() => actions.openPlanDialog(row)}>Other...</MenuItem>
    </Menu>
  );
}
