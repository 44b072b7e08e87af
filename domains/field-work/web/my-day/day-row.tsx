import { type ReactNode, useId, useState } from "react";
import { Link } from "wouter";
import { isVisitMissed } from "#domains/work-orders/appointment.ts";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { isOverdue } from "#domains/work-orders/due.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import { useAssignWorkOrder } from "#domains/work-orders/web/assignment/mutations.ts";
import { PendingBadge } from "#domains/work-orders/web/offline-queue/pending-badge.tsx";
import { useCanWork } from "#domains/work-orders/web/offline-queue/save-change.ts";
import { PauseNote } from "#domains/work-orders/web/pauses/pause-note.tsx";
import { useStartWork } from "#domains/work-orders/web/pauses/use-start-work.tsx";
import { VisitTime } from "#domains/work-orders/web/visits/visit-time.tsx";
import { formatPlanned, formatPlannedDay, formatShortDay, formatTime } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { Hand, KeyRound, Phone, Play } from "#web/icons.ts";
import { openedFromList } from "#web/list/above-list.ts";
import { useUser } from "#web/session/session.tsx";
import { nameOtherTimeZone, withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import { toPhoneLink } from "#web/ui/faces/contact-links.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import { getRowTime } from "../../my-day.ts";
import type { MyDayWorkOrder } from "../../my-day-contract.ts";
import { hasLocationHelp, LocationHelp } from "./location-help.tsx";

interface DayRowProps {
  entry: MyDayWorkOrder;
  href: string;
  /** How near the work order is to the current work, or its team. */
  note?: string | undefined;
  /** Whether the day has work at several properties, so that the row starts with the property. */
  isPropertyFirst: boolean;
  /** Called when the row might be gone, to move focus elsewhere. */
  onMoved: () => void;
}

/** A work order's row: when, what, and where, with a round button for the next step. */
export function DayRow({ entry, href, note, isPropertyFirst, onMoved }: DayRowProps) {
  const { order } = entry;
  const [isOpen, setIsOpen] = useState(false);
  const helpId = useId();
  const contact = entry.contacts.find(({ phone }) => phone !== null);
  return (
    <li className="border-line border-b">
      <div className="relative flex min-h-19 items-center gap-2.5 tabs:min-h-17">
        <RowTime order={order} />
        <div className="@container min-w-0 flex-1 py-2 tabs:py-1">
          <h3 className="wrap-anywhere line-clamp-2 text-[1rem] leading-5 tabs:text-[0.9375rem] tabs:leading-4.75">
            <Link
              href={href}
              state={openedFromList}
              className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
            >
              {order.title}
            </Link>
          </h3>
          <p className="truncate text-ink-soft tabs:text-sm">
            {formatLocation(order, isPropertyFirst).join(" · ")}
          </p>
          <p className="mt-0.5 flex min-w-0 items-center gap-2.5 text-ink-soft text-sm tabs:mt-0">
            <span className="shrink-0 tabular-nums @max-[16rem]:hidden">{workOrderNumber(order.id)}</span>
            <Priority level={order.priority} status={order.status} />
            {order.status === "urgent" && <span className="shrink-0 font-medium text-red-text">Urgent</span>}
            <PendingBadge orderId={order.id} />
            {note !== undefined && <span className="truncate">{note}</span>}
            <span className="flex-1" />
            {hasLocationHelp(entry) && (
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={helpId}
                aria-label={`Access and contacts ${order.title}`}
                title="Access and contacts"
                onClick={() => setIsOpen(!isOpen)}
                className={rowIconClasses}
              >
                <KeyRound aria-hidden="true" />
              </button>
            )}
            {contact?.phone != null && (
              <a
                href={toPhoneLink(contact.phone)}
                aria-label={`Call ${contact.name}`}
                title={`Call ${contact.name}`}
                className={rowIconClasses}
              >
                <Phone aria-hidden="true" />
              </a>
            )}
          </p>
          <p className="line-clamp-2 text-ink-soft text-sm empty:hidden">
            <PauseNote order={order} />
            {order.pause === null && <VisitTime order={order} />}
          </p>
        </div>
        <div className="relative shrink-0">
          <NextStepButton order={order} onMoved={onMoved} />
        </div>
      </div>
      <div id={helpId} hidden={!isOpen} className="pb-3 sm:pl-18">
        {isOpen && <LocationHelp entry={entry} />}
      </div>
    </li>
  );
}

const rowIconClasses =
  "thumb relative -my-1 mr-2 rounded-sm p-1 hover:bg-hover hover:text-ink [&_svg]:size-4";

/** The most important part comes first, because a phone cuts off the end. */
const formatLocation = ({ unit, location, property }: WorkOrder, isPropertyFirst: boolean): string[] => [
  ...(isPropertyFirst ? [property.name] : []),
  unit === null ? "Common area" : `Unit ${unit.unitNumber}`,
  location,
  ...(unit?.floor == null ? [] : [`Floor ${unit.floor}`]),
  ...(isPropertyFirst ? [] : [property.name]),
];

/** When the work is due, visited, or planned: the time if it's today, or else the day and time. */
function RowTime({ order }: { order: WorkOrder }) {
  const now = useCurrentMinute();
  const { timeZone, estimateMinutes } = order;
  const today = toWallTime(now, timeZone).day;
  const { day, instant } = getRowTime(order, now);
  const time = instant === null ? null : formatTime(instant, timeZone);
  const estimate = estimateMinutes === null ? null : formatHours(estimateMinutes);
  const lines =
    day === today
      ? [time ?? "Today", estimate]
      : [day === null ? null : formatShortDay(day, today), time ?? estimate];
  const zone = instant === null ? null : nameOtherTimeZone(timeZone, instant, "shortGeneric");
  const isLate = isOverdue(order, now) || isVisitMissed(order, now);
  const hasDate = lines.some((line) => line !== null);
  return (
    <time
      dateTime={instant ?? day ?? undefined}
      title={
        instant === null
          ? day === null
            ? undefined
            : formatPlannedDay(day)
          : withTimeZone(formatPlanned(instant, timeZone), timeZone, instant)
      }
      className={classes(
        "w-15.5 shrink-0 self-start pt-2.25 tabular-nums leading-4.75 tabs:pt-1.5",
        isLate ? "text-red-text" : "text-ink",
        // A narrow screen needs the space for the title.
        !hasDate && "tabs:sr-only",
      )}
    >
      {isLate && <span className="sr-only">Overdue, </span>}
      <span className="block font-semibold">{lines[0] ?? "No date"}</span>
      {lines[1] !== null && (
        <span className={classes("block text-sm", !isLate && "text-ink-soft")}>{lines[1]}</span>
      )}
      {zone !== null && <span className="block text-ink-soft text-xs">{zone}</span>}
    </time>
  );
}

/** The next step of a work order: assign to me, start, or resume. */
function NextStepButton({ order, onMoved }: { order: WorkOrder; onMoved: () => void }) {
  const { id } = useUser();
  const assignOrder = useAssignWorkOrder(order);
  const startWork = useStartWork(order, onMoved);
  const canWork = useCanWork();
  if (!unfinishedStatuses.includes(order.status)) return null;
  const isUnassigned = order.assignee === null;
  if (!isUnassigned && !order.can.work) return null;
  const label = isUnassigned ? "Assign to me" : order.status === "in_progress" ? "Resume" : "Start";
  return (
    <>
      <RoundButton
        label={`${label} ${order.title}`}
        title={label}
        isDisabled={!canWork}
        isBusy={assignOrder.isPending || startWork.isPending}
        onPress={() =>
          isUnassigned ? assignOrder.mutate({ userId: id }, { onSuccess: onMoved }) : startWork.start()
        }
      >
        {isUnassigned ? <Hand aria-hidden="true" /> : <Play aria-hidden="true" className="fill-current" />}
      </RoundButton>
      {startWork.confirmDialog}
    </>
  );
}

interface RoundButtonProps {
  label: string;
  title: string;
  isDisabled: boolean;
  isBusy: boolean;
  onPress: () => void;
  children: ReactNode;
}

const RoundButton = ({ label, title, isDisabled, isBusy, onPress, children }: RoundButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={title}
    disabled={isDisabled || isBusy}
    onClick={onPress}
    className="grid size-12 place-items-center rounded-full bg-surface text-accent-text shadow-xs ring-1 ring-line-2 ring-inset hover:bg-hover active:bg-pressed disabled:opacity-55 [&_svg]:size-5"
  >
    {isBusy ? <Spinner size="sm" label={null} /> : children}
  </button>
);
