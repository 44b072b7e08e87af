import type { ReactNode } from "react";
import { Link } from "wouter";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { statusLabel } from "#domains/work-orders/status.ts";
import { DueTime } from "#domains/work-orders/web/due-date/due-date.tsx";
import { PendingBadge } from "#domains/work-orders/web/offline-queue/pending-badge.tsx";
import { PauseNote } from "#domains/work-orders/web/pauses/pause-note.tsx";
import { TimerNote } from "#domains/work-orders/web/time-log/timer-note.tsx";
import { VisitTime } from "#domains/work-orders/web/visits/visit-time.tsx";
import { formatDay } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { KeyRound, Mail, MapPin, Phone } from "#web/icons.ts";
import { fromList } from "#web/list/above-list.ts";
import { classes } from "#web/ui/classes.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Priority } from "#web/ui/priority.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { Contact, MyDayWorkOrder } from "../../my-day-contract.ts";
import { DayStep } from "./day-step.tsx";

interface DayCardProps {
  item: MyDayWorkOrder;
  href: string;
  /** How near the work order is to the current work. */
  proximity?: string;
  /** Whether access and contacts are visible without expanding. */
  isCurrent: boolean;
  onMoved: () => void;
}

/**
 * A work order of the day: what, where, and when, access and contacts, and its next step as one large button.
 */
export function DayCard({ item, href, proximity, isCurrent, onMoved }: DayCardProps) {
  const { order, contacts, earlier } = item;
  const access = [order.access?.unit, order.access?.building].filter((note) => note != null);
  const accessAndContacts = (
    <>
      {access.length > 0 && <Access notes={access} />}
      {contacts.length > 0 && <Contacts contacts={contacts} />}
    </>
  );
  const hasMore = earlier.length > 0 || (!isCurrent && access.length + contacts.length > 0);
  return (
    <li className="relative flex flex-col gap-2.5 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-ink-soft text-sm tabular-nums">{workOrderNumber(order.id)}</span>
        <StatusBadge status={order.status} />
        <Priority level={order.priority} status={order.status} />
        <PendingBadge orderId={order.id} />
        {proximity !== undefined && <span className="ml-auto text-ink-soft text-sm">{proximity}</span>}
      </div>
      <h3 className="wrap-anywhere text-base leading-5">
        <Link
          href={href}
          state={fromList}
          className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {order.title}
        </Link>
      </h3>
      <p className="flex items-start gap-2 text-ink-soft">
        <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere">{formatLocation(order).join(" · ")}</span>
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft empty:hidden">
        <TimerNote order={order} />
        <DueTime order={order} />
        <VisitTime order={order} />
        <PauseNote order={order} />
      </p>
      {isCurrent && accessAndContacts}
      {hasMore && (
        <div className="relative -my-1.5">
          <Disclosure
            title={isCurrent ? "Previous work here" : "Access and contacts"}
            isOpen={false}
            mustShow={false}
          >
            <div className="space-y-2.5">
              {!isCurrent && accessAndContacts}
              {earlier.length > 0 && <PreviousWork orders={earlier} hasTitle={!isCurrent} />}
            </div>
          </Disclosure>
        </div>
      )}
      <div className="relative mt-auto pt-1 empty:hidden">
        <DayStep order={order} isCurrent={isCurrent} onMoved={onMoved} />
      </div>
    </li>
  );
}

const formatLocation = ({ unit, location, property }: WorkOrder): string[] => [
  unit === null ? "Common area" : `Unit ${unit.unitNumber}`,
  ...(unit?.floor == null ? [] : [`Floor ${unit.floor}`]),
  location,
  property.name,
];

const Access = ({ notes }: { notes: readonly string[] }) => (
  <div className="flex items-start gap-2">
    <KeyRound aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
    <p className="wrap-anywhere min-w-0">
      <span className="sr-only">Access: </span>
      {notes.map((note) => (
        <span key={note} className="block whitespace-pre-line">
          {note}
        </span>
      ))}
    </p>
  </div>
);

const roleTexts = {
  reporter: "Requester",
  company: "Tenant",
  manager: "Property manager",
} as const satisfies Record<Contact["role"], string>;

/** Above the link that covers the card. */
const Contacts = ({ contacts }: { contacts: readonly Contact[] }) => (
  <ul aria-label="Contacts" className="relative space-y-1">
    {contacts.map(({ name, role, phone, email }) => (
      <li key={`${role} ${name}`} className="flex min-h-11 items-center gap-1 sm:min-h-9">
        <p className="min-w-0 flex-1">
          <span className="block truncate">{name}</span>
          <span className="block text-ink-soft text-sm">{roleTexts[role]}</span>
        </p>
        {phone !== null && (
          <ContactLink href={`tel:${phone.replace(/[^+\d]/g, "")}`} label={`Call ${name}`} icon={<Phone />} />
        )}
        {email !== null && <ContactLink href={`mailto:${email}`} label={`Email ${name}`} icon={<Mail />} />}
      </li>
    ))}
  </ul>
);

const ContactLink = ({ href, label, icon }: { href: string; label: string; icon: ReactNode }) => (
  <a
    href={href}
    aria-label={label}
    title={label}
    className={classes(
      "inline-flex size-11 shrink-0 items-center justify-center rounded-control text-accent-text hover:bg-hover sm:size-9",
      "[&_svg]:size-5",
    )}
  >
    <span aria-hidden="true" className="contents">
      {icon}
    </span>
  </a>
);

const PreviousWork = ({ orders, hasTitle }: { orders: MyDayWorkOrder["earlier"]; hasTitle: boolean }) => (
  <div>
    {hasTitle && <p className="text-ink-soft text-sm">Previous work here</p>}
    <ul className="space-y-1">
      {orders.map(({ id, title, status, completedAt }) => (
        <li key={id} className="wrap-anywhere">
          {title}
          <span className="block text-ink-soft text-sm">
            {completedAt === null ? statusLabel(status) : `Done ${formatDay(completedAt)}`}
          </span>
        </li>
      ))}
    </ul>
  </div>
);
