import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import { isOverdue } from "#domains/work-orders/due.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import { DueTime } from "#domains/work-orders/web/due-date/due-date.tsx";
import { PendingBadge } from "#domains/work-orders/web/offline-queue/pending-badge.tsx";
import { useMyRunningTime } from "#domains/work-orders/web/offline-queue/pending-times.ts";
import { PauseNote } from "#domains/work-orders/web/pauses/pause-note.tsx";
import { WorkButtons } from "#domains/work-orders/web/pauses/work-buttons.tsx";
import { UnsentPhotos, usePhotoUpload } from "#domains/work-orders/web/photos/add-photos.tsx";
import { photoAccept } from "#domains/work-orders/web/photos/photo-limits.ts";
import { RunningClock } from "#domains/work-orders/web/time-log/running-clock.tsx";
import { VisitTime } from "#domains/work-orders/web/visits/visit-time.tsx";
import { formatMomentAfter } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Camera, ChevronDown, ClipboardList, KeyRound, MessageSquare, Phone } from "#web/icons.ts";
import { openedFromList } from "#web/list/above-list.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { toPhoneLink } from "#web/ui/faces/contact-links.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import type { MyDayWorkOrder } from "../../my-day-contract.ts";
import { getAccessNotes, hasLocationHelp, LocationHelp } from "./location-help.tsx";

interface DayLeadProps {
  entry: MyDayWorkOrder;
  href: string;
  /** Called when the work order might leave the lead, to move focus elsewhere. */
  onMoved: () => void;
}

/**
 * The work order in progress, or the next one: where it is, how to get in, and its buttons. It fits on a
 * phone in landscape, and leaves room for the next work orders in portrait.
 */
export function DayLead({ entry, href, onMoved }: DayLeadProps) {
  const { order } = entry;
  const { unit, images } = order;
  const [photo] = images;
  const locationParts = [
    order.property.name,
    unit === null ? "Common area" : `Unit ${unit.unitNumber}`,
    ...(unit?.floor == null ? [] : [`Floor ${unit.floor}`]),
  ];
  const runningTime = useMyRunningTime(order);
  const isNow = runningTime !== undefined || (order.status === "in_progress" && order.pause === null);
  return (
    <Lead isHarbor aria-label={isNow ? "Now" : "Up next"} className="p-3.5 handheld:p-3">
      <div className="flex items-center gap-3 text-on-harbor-soft text-sm">
        {runningTime !== undefined ? (
          <span className="flex items-center gap-2 font-semibold text-lamp">
            <span aria-hidden="true" className="size-2.25 rounded-full bg-lamp ring-4 ring-lamp/22" />
            {statusLabel(order.status)}
          </span>
        ) : order.pause !== null ? (
          <Badge tone="gray">Paused</Badge>
        ) : (
          <StatusBadge status={order.status} />
        )}
        <span className="tabular-nums">{workOrderNumber(order.id)}</span>
        <span className="ml-auto rounded-badge px-2 py-px ring-1 ring-harbor-line ring-inset [--ink-soft:var(--on-harbor)] [--line-2:var(--harbor-line)] [--red-dot:var(--on-harbor)] [--red-text:var(--on-harbor)] empty:hidden">
          <Priority level={order.priority} status={order.status} />
        </span>
        <PendingBadge orderId={order.id} />
      </div>
      <div className="mt-1.5 flex gap-3 handheld:mt-1">
        <div className="min-w-0 flex-1">
          <h3 className="wrap-anywhere line-clamp-2 text-[1.1875rem] leading-6 tabs:text-[1.0625rem] tabs:leading-5.5 rail:line-clamp-1 rail:text-lg">
            <Link
              href={href}
              state={openedFromList}
              className="relative rounded-sm after:absolute after:inset-x-0 after:-inset-y-3 hover:underline"
            >
              {order.title}
            </Link>
          </h3>
          <p className="text-on-harbor-soft *:truncate tabs:truncate tabs:text-sm">
            <span className="block tabs:inline">
              {order.location}
              <span className="hidden tabs:inline"> · </span>
            </span>
            <span className="block tabs:inline">{locationParts.join(" · ")}</span>
          </p>
        </div>
        {photo !== undefined && (
          <span className="relative shrink-0">
            <img
              src={photo.thumbnailUrl}
              alt=""
              className="size-16 rounded-card object-cover"
              width={64}
              height={64}
            />
            {images.length > 1 && (
              <span className="absolute right-1 bottom-1 rounded-badge bg-black/75 px-1.5 font-semibold text-white text-xs">
                {images.length}
                <span className="sr-only"> photos</span>
              </span>
            )}
          </span>
        )}
      </div>
      <LeadTimes order={order} runningTime={runningTime} />
      {hasLocationHelp(entry) && <AccessDetails entry={entry} />}
      <LeadActions entry={entry} href={href} />
      <div className="flex gap-2.5">
        <WorkButtons
          order={order}
          title={order.title}
          isOnHarbor
          className="rail:min-h-11!"
          onDone={onMoved}
        />
      </div>
    </Lead>
  );
}

interface LeadTimesProps {
  order: MyDayWorkOrder["order"];
  runningTime: ReturnType<typeof useMyRunningTime>;
}

/** The running timer of work in progress, or when the next work is due. */
function LeadTimes({ order, runningTime }: LeadTimesProps) {
  const now = useCurrentMinute();
  const plannedText = order.estimateMinutes !== null && `${formatHours(order.estimateMinutes)} planned`;
  if (runningTime === undefined)
    return (
      <p
        className={`my-1.5 flex flex-wrap gap-x-4 gap-y-1 empty:hidden ${isOverdue(order, now) ? "text-on-harbor" : "text-on-harbor-soft"} [&_*]:text-inherit`}
      >
        <DueTime order={order} />
        <VisitTime order={order} />
        <PauseNote order={order} />
        {plannedText !== false && <span>{plannedText}</span>}
      </p>
    );
  return (
    <div className="flex items-center gap-3">
      <RunningClock
        startedAt={runningTime.startedAt}
        className="text-[2.25rem] text-lamp leading-12 tracking-[-0.03em] rail:text-[2rem] handheld:leading-10"
      />
      <p className="text-on-harbor-soft text-sm leading-4.5">
        <span className="block">
          on the clock since{" "}
          {withTimeZone(
            formatMomentAfter(runningTime.startedAt, now.toISOString(), order.timeZone),
            order.timeZone,
            runningTime.startedAt,
          )}
        </span>
        {plannedText !== false && <span className="block">{plannedText}</span>}
      </p>
    </div>
  );
}

/** The access notes in one line, which expands to all notes, contacts, and previous work. */
function AccessDetails({ entry }: { entry: MyDayWorkOrder }) {
  const notes = getAccessNotes(entry);
  return (
    <details className="group rounded-card bg-harbor-2 [--hover:transparent]">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-3 py-0.5 [&::-webkit-details-marker]:hidden">
        <KeyRound aria-hidden="true" className="size-4.5 shrink-0 text-on-harbor-soft" />
        <span className="line-clamp-1 min-w-0 flex-1">
          <span className="group-open:hidden">
            {notes.length > 0 ? notes.join(" ") : "Contacts and previous work"}
          </span>
          <span className="hidden group-open:inline">Access and contacts</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="px-3 pb-3">
        <LocationHelp entry={entry} />
      </div>
    </details>
  );
}

function LeadActions({ entry: { order, contacts }, href }: { entry: MyDayWorkOrder; href: string }) {
  const input = useRef<HTMLInputElement>(null);
  const photoUpload = usePhotoUpload(order);
  const contact = contacts.find(({ phone }) => phone !== null);
  return (
    <>
      <div className="-mx-1.5 my-0.5 grid grid-flow-col auto-cols-fr">
        <input
          ref={input}
          type="file"
          aria-label={`Take a photo for ${order.title}`}
          accept={photoAccept}
          capture="environment"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            photoUpload.add([...(target.files ?? [])]);
            // Otherwise selecting the same file again wouldn't fire an event.
            target.value = "";
          }}
        />
        <button
          type="button"
          disabled={!order.can.addPhotos || photoUpload.remainingPhotos <= 0 || photoUpload.isPending}
          onClick={() => input.current?.click()}
          className={actionClasses}
        >
          <Camera aria-hidden="true" />
          Photo
        </button>
        {contact?.phone != null && (
          <a href={toPhoneLink(contact.phone)} aria-label={`Call ${contact.name}`} className={actionClasses}>
            <Phone aria-hidden="true" />
            Call
          </a>
        )}
        <LeadLink href={`${href}#comment`} title={order.title} icon={<MessageSquare aria-hidden="true" />}>
          Comment
        </LeadLink>
        <LeadLink href={href} title={order.title} icon={<ClipboardList aria-hidden="true" />}>
          Open
        </LeadLink>
      </div>
      {photoUpload.selection.files.length + photoUpload.errors.length > 0 && (
        <div className="mb-3 rounded-card bg-surface p-3 text-ink">
          <UnsentPhotos photoUpload={photoUpload} />
        </div>
      )}
    </>
  );
}

const actionClasses =
  "flex h-11 items-center justify-center gap-1.5 rounded-control text-sm hover:bg-harbor-2 disabled:opacity-55 [&_svg]:size-4.5";

const LeadLink = (props: { href: string; title: string; icon: ReactNode; children: string }) => (
  <Link href={props.href} state={openedFromList} className={actionClasses}>
    {props.icon}
    {props.children}
    <span className="sr-only"> {props.title}</span>
  </Link>
);
