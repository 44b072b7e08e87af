import { Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatMomentAfter } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { EllipsisVertical, Pencil, Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { WorkOrder } from "../../contract.ts";
import { getMinutesWorked } from "../../time-entries.ts";
import { formatTimeSpan, type WorkTime } from "../../work.ts";
import { useTimesWithPendingChanges } from "../offline-queue/pending-times.ts";
import { useCanWork } from "../offline-queue/save-change.ts";
import { describeTimeZone } from "../spans/typed-span.ts";
import { useDeleteTimeEntry } from "./mutations.ts";

// The form libraries are needed only for editing.
const AddTimeDialog = lazyPart(() =>
  import("./time-entry-dialog.tsx").then((module) => ({ default: module.AddTimeEntryDialog })),
);
const EditTimeDialog = lazyPart(() =>
  import("./time-entry-dialog.tsx").then((module) => ({ default: module.EditTimeEntryDialog })),
);

type OpenDialog = { kind: "new" } | { kind: "edit" | "remove"; time: WorkTime };

/**
 * Who worked on the work order and for how long, for staff, with buttons to add, edit, and remove time
 * entries.
 */
export function TimeLog({ order }: { order: WorkOrder }) {
  const times = useTimesWithPendingChanges(order);
  const now = useCurrentMinute();
  const canWork = useCanWork();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const zoneNote = describeTimeZone(order.timeZone, now);
  if (!order.can.work && times.length === 0) return null;
  return (
    <section aria-labelledby="work-time" className="border-line border-b py-1">
      <div className="flex min-h-(--control) items-center gap-3">
        <h3
          id="work-time"
          ref={heading}
          tabIndex={-1}
          className="font-normal text-ink-soft text-sm outline-none"
        >
          Time log
        </h3>
        <p className="flex-1 tabular-nums">
          {times.length === 0 ? (
            <span className="text-ink-soft">No time recorded yet.</span>
          ) : (
            <>
              <span className="sr-only">Total </span>
              <span className="font-medium">{formatHours(getMinutesWorked(times, now))}</span>
            </>
          )}
        </p>
        {order.can.work && (
          <Button
            size="sm"
            variant="link"
            className="-mr-2.5 print:hidden"
            disabled={!canWork}
            onClick={() => setDialog({ kind: "new" })}
          >
            Add time
          </Button>
        )}
      </div>
      {times.length > 0 && (
        <ul aria-label="Time entries" className="divide-y divide-line">
          {times.map((time) => (
            <TimeEntry
              key={time.id}
              time={time}
              timeZone={order.timeZone}
              now={now}
              onOpen={(kind) => setDialog({ kind, time })}
            />
          ))}
        </ul>
      )}
      {times.length > 0 && zoneNote !== null && <p className="pb-1.5 text-ink-soft text-sm">{zoneNote}</p>}
      <Suspense>
        {dialog?.kind === "new" && <AddTimeDialog order={order} onClose={close} />}
        {dialog?.kind === "edit" && <EditTimeDialog order={order} time={dialog.time} onClose={close} />}
      </Suspense>
      {dialog?.kind === "remove" && (
        <RemoveTimeDialog
          order={order}
          time={dialog.time}
          onClose={close}
          onRemoved={() => {
            // The menu that opened the confirmation disappeared with the time entry.
            flushSync(close);
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

interface TimeEntryProps {
  time: WorkTime;
  timeZone: string;
  now: Date;
  onOpen: (kind: "edit" | "remove") => void;
}

function TimeEntry({ time, timeZone, now, onOpen }: TimeEntryProps) {
  const isRunning = time.endedAt === null;
  const span = formatTimeSpan(time, timeZone);
  return (
    <li className="flex items-start gap-1 py-1.5">
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{time.user.fullName}</span>
          {isRunning && <Badge tone="green">Working now</Badge>}
          {time.id < 0 && <Badge tone="amber">Waiting</Badge>}
          <span className="ml-auto tabular-nums">{formatHours(getMinutesWorked([time], now))}</span>
        </p>
        <p className="text-ink-soft text-sm tabular-nums first-letter:uppercase">
          {span}
          {wasRecordedLater(time) && (
            <>
              {", "}
              recorded{" "}
              <time dateTime={time.recordedAt}>
                {formatMomentAfter(time.recordedAt, time.endedAt ?? time.startedAt, timeZone)}
              </time>
            </>
          )}
        </p>
        {time.note !== null && <p className="mt-1 whitespace-pre-wrap text-sm wrap-anywhere">{time.note}</p>}
      </div>
      {time.canEdit ? (
        <TimeMenu subject={`${time.user.fullName}'s time, ${span}`} onOpen={onOpen} />
      ) : (
        <span className="w-(--control) shrink-0 print:hidden" />
      )}
    </li>
  );
}

/** Whether the server received the entry over a minute late, which is longer than sending takes. */
const wasRecordedLater = ({ startedAt, endedAt, recordedAt }: WorkTime): boolean =>
  Date.parse(recordedAt) - Date.parse(endedAt ?? startedAt) > 60_000;

function TimeMenu({ subject, onOpen }: { subject: string; onOpen: TimeEntryProps["onOpen"] }) {
  const canWrite = useIsServerReachable();
  const label = `Actions for ${subject}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} className="shrink-0 print:hidden" disabled={!canWrite}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen("edit")}>
        Edit...
      </MenuItem>
      <MenuItem isDestructive icon={<Trash2 aria-hidden="true" />} onSelect={() => onOpen("remove")}>
        Remove...
      </MenuItem>
    </Menu>
  );
}

interface RemoveTimeDialogProps {
  order: WorkOrder;
  time: WorkTime;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveTimeDialog({ order, time, onClose, onRemoved }: RemoveTimeDialogProps) {
  const { mutate, isPending } = useDeleteTimeEntry(order.id, onRemoved);
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      onClose={onClose}
      title="Remove this time entry?"
      description={`${time.user.fullName}, ${formatTimeSpan(time, order.timeZone)}. The original stays in the activity log.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      isBusy={isPending}
      onConfirm={() => mutate(time)}
    />
  );
}
