import type { ReactNode } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { classes } from "#web/ui/classes.ts";
import { Priority } from "#web/ui/priority.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { WorkOrder } from "../../contract.ts";
import { Assignment } from "../assignment/assignment.tsx";
import { DueDetail } from "../due-date/due-detail.tsx";
import { PendingBadge } from "../offline-queue/pending-badge.tsx";
import { PauseNote } from "../pauses/pause-note.tsx";
import { Watchers } from "../watchers/watchers.tsx";
import { PlanDetail } from "../week/plan-detail.tsx";

/** WO-53: the main details, above everything else. */
export function WorkOrderHeader({ order }: { order: WorkOrder }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-8 gap-y-4 sm:grid-cols-[max-content_max-content_1fr]">
      <div className="col-span-full">
        <dt className="sr-only">Title</dt>
        <dd>
          <h3 className="wrap-anywhere text-title">{order.title}</h3>
        </dd>
      </div>
      <Detail label="Status">
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={order.status} />
          <PendingBadge orderId={order.id} />
        </span>
      </Detail>
      <Detail label="Priority">
        <Priority level={order.priority} />
      </Detail>
      {order.pause !== null && (
        <Detail label="On hold" className="col-span-full">
          <PauseNote order={order} />
        </Detail>
      )}
      {(order.dueAt !== null || order.can.setDue) && (
        <Detail label="Due" className="max-sm:col-span-full">
          <DueDetail order={order} />
        </Detail>
      )}
      {(order.plannedOn !== null || order.estimateMinutes !== null || order.can.plan) && (
        <Detail label="Planned" className="col-span-full">
          <PlanDetail order={order} />
        </Detail>
      )}
      <Detail label="Description" className="col-span-full">
        <span className="block max-w-[70ch] whitespace-pre-wrap leading-relaxed">{order.description}</span>
      </Detail>
    </dl>
  );
}

/** WO-53: the other details. */
export function WorkOrderDetails({ order }: { order: WorkOrder }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      <Detail label="Category">{order.category}</Detail>
      <Detail label="Location">{order.location}</Detail>
      <Detail label="Property">
        {order.property.name}
        <span className="block text-ink-soft text-sm">{order.property.address}</span>
      </Detail>
      <Detail label="Unit">
        {order.unit?.unitNumber ?? "Common area"}
        {order.unit?.floor != null && (
          <span className="block text-ink-soft text-sm">Floor {order.unit.floor}</span>
        )}
      </Detail>
      <AccessDetail order={order} />
      <Detail label="Reported">
        <span className="tabular-nums">{formatDay(order.createdAt)}</span>
        <span className="block text-ink-soft text-sm">by {order.createdBy.fullName}</span>
      </Detail>
      {order.completedAt !== null && (
        <Detail label="Completed">
          <span className="tabular-nums">{formatMoment(order.completedAt)}</span>
        </Detail>
      )}
      <Detail label="Assigned to" className={order.completedAt === null ? undefined : "col-span-full"}>
        <Assignment order={order} />
      </Detail>
      {(order.can.watch || order.watchers.length > 0) && (
        <Detail label={order.can.commentInternally ? "Watched by" : "Watchers"} className="col-span-full">
          <Watchers order={order} />
        </Detail>
      )}
    </dl>
  );
}

/** Access notes, with the unit's before the property's because they're more specific. */
function AccessDetail({ order: { access } }: { order: WorkOrder }) {
  const notes = [access?.unit, access?.building].filter((note) => note != null);
  if (notes.length === 0) return null;
  return (
    <Detail label="Access" className="col-span-full">
      {notes.map((note) => (
        <span key={note} className="block whitespace-pre-line">
          {note}
        </span>
      ))}
    </Detail>
  );
}

interface DetailProps {
  label: string;
  className?: string;
  children: ReactNode;
}

function Detail({ label, className, children }: DetailProps) {
  return (
    <div className={classes("min-w-0", className)}>
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
