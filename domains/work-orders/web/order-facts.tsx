import type { ReactNode } from "react";
import { formatDay, formatMoment } from "#shared/format/dates.ts";
import { classes } from "#web/ui/classes.ts";
import { PriorityBadge, StatusBadge } from "#web/ui/status-badge.tsx";
import type { WorkOrder } from "../contract.ts";
import { Assignment } from "./assignment.tsx";
import { DueFact } from "./due-fact.tsx";
import { PauseNote } from "./pause-note.tsx";
import { PlanFact } from "./plan-fact.tsx";
import { WaitingBadge } from "./unsent/waiting-badge.tsx";
import { Watchers } from "./watchers.tsx";

/** WO-53: what the order is about, above everything else. */
export function OrderHead({ order }: { order: WorkOrder }) {
  return (
    <dl className="grid grid-cols-[max-content_1fr] gap-x-8 gap-y-4 sm:grid-cols-[max-content_max-content_1fr]">
      <div className="col-span-full">
        <dt className="sr-only">Title</dt>
        <dd>
          <h3 className="wrap-anywhere text-xl">{order.title}</h3>
        </dd>
      </div>
      <Fact label="Status">
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={order.status} />
          <WaitingBadge orderId={order.id} />
        </span>
      </Fact>
      <Fact label="Priority">
        <PriorityBadge priority={order.priority} />
      </Fact>
      {order.pause !== null && (
        <Fact label="Work" className="col-span-full">
          <PauseNote order={order} />
        </Fact>
      )}
      {(order.dueAt !== null || order.may.setDue) && (
        <Fact label="Due" className="max-sm:col-span-full">
          <DueFact order={order} />
        </Fact>
      )}
      {(order.plannedOn !== null || order.estimateMinutes !== null || order.may.plan) && (
        <Fact label="Planned" className="col-span-full">
          <PlanFact order={order} />
        </Fact>
      )}
      <Fact label="Description" className="col-span-full">
        <span className="block max-w-[70ch] whitespace-pre-wrap leading-relaxed">{order.description}</span>
      </Fact>
    </dl>
  );
}

/** WO-53: the other facts. */
export function OrderFacts({ order }: { order: WorkOrder }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      <Fact label="Category">{order.category}</Fact>
      <Fact label="Location">{order.location}</Fact>
      <Fact label="Building">
        {order.property.name}
        <span className="block text-ink-soft text-sm">{order.property.address}</span>
      </Fact>
      <Fact label="Unit">
        {order.unit?.unitNumber ?? "Common area"}
        {order.unit?.floor != null && (
          <span className="block text-ink-soft text-sm">Floor {order.unit.floor}</span>
        )}
      </Fact>
      <AccessFact order={order} />
      <Fact label="Reported">
        <span className="tabular-nums">{formatDay(order.createdAt)}</span>
        <span className="block text-ink-soft text-sm">by {order.createdBy.fullName}</span>
      </Fact>
      {order.completedAt !== null && (
        <Fact label="Done">
          <span className="tabular-nums">{formatMoment(order.completedAt)}</span>
        </Fact>
      )}
      <Fact label="Assigned to" className={order.completedAt === null ? undefined : "col-span-full"}>
        <Assignment order={order} />
      </Fact>
      {(order.may.watch || order.watchers.length > 0) && (
        <Fact label={order.may.commentInternally ? "Watched by" : "Watching"} className="col-span-full">
          <Watchers order={order} />
        </Fact>
      )}
    </dl>
  );
}

/** How to get in: what is said of the unit first, as it is the nearer. */
function AccessFact({ order: { access } }: { order: WorkOrder }) {
  const notes = [access?.unit, access?.building].filter((note) => note != null);
  if (notes.length === 0) return null;
  return (
    <Fact label="Access" className="col-span-full">
      {notes.map((note) => (
        <span key={note} className="block whitespace-pre-line">
          {note}
        </span>
      ))}
    </Fact>
  );
}

interface FactProps {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

function Fact({ label, className, children }: FactProps) {
  return (
    <div className={classes("min-w-0", className)}>
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
