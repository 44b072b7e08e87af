import { Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatHours } from "#shared/format/hours.ts";
import { EllipsisVertical, Pencil, Plus, Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { useMinute } from "#web/use-minute.ts";
import type { WorkOrder } from "../contract.ts";
import { spanText, type WorkTime } from "../work.ts";
import { minutesWorked } from "../work-times.ts";
import { useRemoveTime } from "./time-api.ts";
import { useCanWork } from "./unsent/keep-change.ts";
import { useTimesWithWaiting } from "./unsent/waiting-times.ts";

// The form libraries are needed only when somebody writes.
const AddTimeDialog = lazyPart(() =>
  import("./time-dialog.tsx").then((module) => ({ default: module.AddTimeDialog })),
);
const CorrectTimeDialog = lazyPart(() =>
  import("./time-dialog.tsx").then((module) => ({ default: module.CorrectTimeDialog })),
);

type Asking = { about: "new" } | { about: "correction" | "removal"; time: WorkTime };

/** Who worked on the order and how long, for staff; with the buttons to add, correct and remove. */
export function WorkTimes({ order }: { order: WorkOrder }) {
  const times = useTimesWithWaiting(order);
  const now = useMinute();
  const canWork = useCanWork();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  if (!order.may.work && times.length === 0) return null;
  return (
    <section aria-labelledby="work-time">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 id="work-time" ref={heading} tabIndex={-1} className="text-base outline-none">
          Work time
        </h3>
        {times.length > 0 && (
          <p className="tabular-nums">
            <span className="text-ink-soft text-sm">Total </span>
            <span className="font-medium">{formatHours(minutesWorked(times, now))}</span>
          </p>
        )}
      </div>
      {times.length === 0 ? (
        <p className="text-ink-soft">No time is recorded yet.</p>
      ) : (
        <ul aria-label="Times of work" className="divide-y divide-line rounded-card border border-line">
          {times.map((time) => (
            <Time
              key={time.id}
              time={time}
              timeZone={order.timeZone}
              now={now}
              onAsk={(about) => setAsking({ about, time })}
            />
          ))}
        </ul>
      )}
      {order.may.work && (
        <Button
          size="sm"
          className="mt-3 print:hidden"
          icon={<Plus aria-hidden="true" />}
          disabled={!canWork}
          onClick={() => setAsking({ about: "new" })}
        >
          Add time
        </Button>
      )}
      <Suspense>
        {asking?.about === "new" && <AddTimeDialog order={order} onClose={close} />}
        {asking?.about === "correction" && (
          <CorrectTimeDialog order={order} time={asking.time} onClose={close} />
        )}
      </Suspense>
      {asking?.about === "removal" && (
        <RemoveDialog
          order={order}
          time={asking.time}
          onClose={close}
          onRemoved={() => {
            // What opened the question is gone with the time.
            flushSync(close);
            heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

interface TimeProps {
  time: WorkTime;
  timeZone: string;
  now: Date;
  onAsk: (about: "correction" | "removal") => void;
}

function Time({ time, timeZone, now, onAsk }: TimeProps) {
  const isRunning = time.endedAt === null;
  const span = spanText(time, timeZone);
  return (
    <li className="flex items-start gap-1 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{time.user.fullName}</span>
          {isRunning && <Badge tone="green">Working now</Badge>}
          {time.id < 0 && <Badge tone="amber">Waiting</Badge>}
          <span className="ml-auto tabular-nums">{formatHours(minutesWorked([time], now))}</span>
        </p>
        <p className="text-ink-soft text-sm tabular-nums first-letter:uppercase">{span}</p>
        {time.note !== null && <p className="mt-1 whitespace-pre-wrap text-sm wrap-anywhere">{time.note}</p>}
      </div>
      {time.mayCorrect ? (
        <TimeMenu of={`the time of ${time.user.fullName}, ${span}`} onAsk={onAsk} />
      ) : (
        <span className="w-(--control) shrink-0 print:hidden" />
      )}
    </li>
  );
}

function TimeMenu({ of, onAsk }: { of: string; onAsk: TimeProps["onAsk"] }) {
  const canWrite = useIsServerReachable();
  const label = `Actions for ${of}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} className="shrink-0 print:hidden" disabled={!canWrite}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAsk("correction")}>
        Correct...
      </MenuItem>
      <MenuItem isDestructive icon={<Trash2 aria-hidden="true" />} onSelect={() => onAsk("removal")}>
        Remove...
      </MenuItem>
    </Menu>
  );
}

interface RemoveDialogProps {
  order: WorkOrder;
  time: WorkTime;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ order, time, onClose, onRemoved }: RemoveDialogProps) {
  const { mutate, isPending } = useRemoveTime(order.id, onRemoved);
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      onClose={onClose}
      title="Remove this time?"
      description={`${time.user.fullName}, ${spanText(time, order.timeZone)}. The log keeps what it was.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      isBusy={isPending}
      onConfirm={() => mutate(time)}
    />
  );
}
