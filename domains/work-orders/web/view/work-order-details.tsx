import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { KeyRound } from "#web/icons.ts";
import { withTimeZone } from "#web/time-zone-name.ts";
import { classes } from "#web/ui/classes.ts";
import { ContactLinks } from "#web/ui/faces/contact-links.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { Priority } from "#web/ui/faces/priority.tsx";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { DueDetail } from "../due-date/due-detail.tsx";
import { PendingBadge } from "../offline-queue/pending-badge.tsx";
import { propertiesQuery } from "../queries.ts";
import { Watchers } from "../watchers/watchers.tsx";
import { PlanDetail } from "../week/plan-detail.tsx";

interface WorkOrderProps {
  order: WorkOrder;
}

/** For the parts that a list's row has too. */
interface RowProps {
  order: WorkOrderRow;
}

/* WO-53: each detail has a label, in some cases only for screen readers. */

export const WorkOrderTitle = ({ order }: RowProps) => (
  <dl>
    <dt className="sr-only">Title</dt>
    <dd>
      <h3 className="mt-px text-title wrap-anywhere">{order.title}</h3>
    </dd>
  </dl>
);

export const WorkOrderTags = ({ order }: RowProps) => (
  <dl className="flex flex-wrap items-center gap-3">
    <div>
      <dt className="sr-only">Status</dt>
      <dd className="flex flex-wrap gap-1.5">
        <StatusBadge status={order.status} />
        <PendingBadge orderId={order.id} />
      </dd>
    </div>
    <div>
      <dt className="sr-only">Priority</dt>
      <dd>
        <Priority level={order.priority} />
      </dd>
    </div>
  </dl>
);

export const WorkOrderDescription = ({ order }: RowProps) => (
  <dl>
    <Detail label="Description">
      <span className="block max-w-[70ch] whitespace-pre-wrap text-[0.9375rem] leading-[1.5] max-sm:text-[1rem]">
        {order.description}
      </span>
    </Detail>
  </dl>
);

/** The reporter, with contact details for staff. */
export function Reporter({ order: { createdBy } }: WorkOrderProps) {
  const { fullName, company, phone, email } = createdBy;
  return (
    <div className="flex min-h-15.5 items-center gap-3">
      <Face person={createdBy} size={40} />
      <p className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">{fullName}</span>
        <span className="block text-ink-soft text-sm">
          {company === null ? "Reported it" : `Reported it · ${company}`}
        </span>
      </p>
      <ContactLinks name={fullName} phone={phone} email={email} />
    </div>
  );
}

/** The other details, the property and unit with access notes, and `children` below them. */
export function WorkOrderDetails({ order, children }: WorkOrderProps & { children?: ReactNode }) {
  const { can } = order;
  return (
    <section aria-label="Details">
      <h3 className="flex min-h-11 items-center text-section lg:sr-only">Details</h3>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 border-line border-y py-3 max-lg:gap-y-3">
        <Detail label="Category">{order.category}</Detail>
        <Detail label="Location">{order.location}</Detail>
        <Detail label="Reported">
          <span className="tabular-nums">{formatDay(order.createdAt, order.timeZone)}</span>
        </Detail>
        {(order.dueAt !== null || can.setDue) && (
          <Detail label="Due">
            <DueDetail order={order} />
          </Detail>
        )}
        {order.completedAt !== null && (
          <Detail label="Completed">
            <span className="tabular-nums">
              {withTimeZone(
                formatMoment(order.completedAt, order.timeZone),
                order.timeZone,
                order.completedAt,
              )}
            </span>
          </Detail>
        )}
        {(order.plannedOn !== null || order.estimateMinutes !== null || can.plan) && (
          <Detail label="Planned">
            <PlanDetail order={order} />
          </Detail>
        )}
        {(order.watchers.length > 0 || can.changeWatchers) && (
          <Detail label={can.commentInternally ? "Watched by" : "Watchers"}>
            <Watchers order={order} />
          </Detail>
        )}
      </dl>
      <PropertyAndUnit order={order} />
      {children}
    </section>
  );
}

function PropertyAndUnit({ order: { property, unit, access } }: WorkOrderProps) {
  const { data: properties } = useQuery(propertiesQuery);
  // Notes on the unit come first because they're more specific.
  const notes = [access?.unit, access?.building].filter((note) => note != null);
  const image = properties?.find(({ id }) => id === property.id)?.image;
  return (
    <div className="border-line border-b pt-3 pb-3">
      <div className="flex items-center gap-3">
        <PropertyPhoto
          image={image}
          alt=""
          isSmall
          className="aspect-auto h-11.5! w-16! shrink-0 rounded-control"
        />
        <dl className="min-w-0">
          <dt className="sr-only">Property</dt>
          <dd className="font-semibold wrap-anywhere">
            {property.name}
            <span className="block font-normal text-ink-soft text-sm">{property.address}</span>
          </dd>
          <dt className="sr-only">Unit</dt>
          <dd className="text-ink-soft text-sm">
            {unit === null ? "Common area" : `Unit ${unit.unitNumber}`}
            {unit?.floor != null && `, Floor ${unit.floor}`}
          </dd>
        </dl>
      </div>
      {notes.length > 0 && (
        <dl className="mt-2 flex gap-2.5 text-ink-soft text-sm">
          <dt>
            <KeyRound aria-hidden="true" className="mt-px size-4" />
            <span className="sr-only">Access</span>
          </dt>
          <dd>
            {notes.map((note) => (
              <span key={note} className="block whitespace-pre-line">
                {note}
              </span>
            ))}
          </dd>
        </dl>
      )}
    </div>
  );
}

interface DetailProps {
  label: string;
  className?: string;
  children: ReactNode;
}

const Detail = ({ label, className, children }: DetailProps) => (
  <div className={classes("min-w-0", className)}>
    <dt className="text-ink-soft text-sm">{label}</dt>
    <dd className={label === "Description" ? "mt-0.5" : "font-medium [&_.text-ink-soft]:font-normal"}>
      {children}
    </dd>
  </div>
);
