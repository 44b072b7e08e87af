import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readConfig } from "#domains/settings/public-config-contract.ts";
import { formatHours } from "#shared/format/hours.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { ContactLinks } from "#web/ui/faces/contact-links.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { useTimesWithPendingChanges } from "../offline-queue/pending-times.ts";
import { PauseNote } from "../pauses/pause-note.tsx";
import { RunningClock } from "../time-log/running-clock.tsx";
import { isNextStepAssignment } from "../view/next-step.tsx";
import { AssignMenu } from "./assign-menu.tsx";
import { useAssignWorkOrder } from "./mutations.ts";

interface AssigneeProps {
  order: WorkOrder;
  /** The activity log, newest first, or nothing until it has loaded. */
  entries?: readonly ActivityEntry[] | undefined;
  /** Whether the assignee is shown larger, at the top of the page on a phone. */
  isLead?: boolean;
  /** The visit. */
  children?: ReactNode;
}

/**
 * The assignee, all running timers, and the visit. Property staff can assign anyone. Technicians can release
 * their own work orders.
 */
export function Assignee({ order, entries = [], isLead = false, children }: AssigneeProps) {
  const { assignee, team, can } = order;
  const { id, role } = useUser();
  const { mutate, isPending } = useAssignWorkOrder(order);
  const runningEntries = useTimesWithPendingChanges(order).filter(({ endedAt }) => endedAt === null);
  const isAssigneeWorking = runningEntries.some(({ user }) => user.id === assignee?.id);
  const isOtherWorking = runningEntries.some(({ user }) => user.id !== assignee?.id);
  const isAssigned = assignee !== null || team !== null;
  return (
    <div className={classes("flex items-center", isLead ? "gap-3.5" : "min-h-15.5 gap-3")}>
      <Face person={assignee} size={isLead ? 48 : 40} isOnClock={isAssigneeWorking} />
      <div className="min-w-0 flex-1">
        <dl>
          <dt className={isOtherWorking && isAssigned ? "text-ink-soft text-sm" : "sr-only"}>Assigned to</dt>
          <dd className={classes("wrap-anywhere", isAssigned ? "font-semibold" : "text-ink-soft")}>
            {getHeading(order, entries, isLead && isAssigneeWorking)}
          </dd>
        </dl>
        <p className="text-ink-soft text-sm tabular-nums empty:hidden">
          {runningEntries.map(({ id: entryId, user, startedAt }) => (
            <span key={entryId} className="mr-2 block">
              {user.id === assignee?.id
                ? "On the clock "
                : `${user.fullName} is working on it, on the clock `}
              <RunningClock startedAt={startedAt} />
              {order.estimateMinutes !== null && ` of ${formatHours(order.estimateMinutes)} planned`}
            </span>
          ))}
          <PauseNote order={order} />
        </p>
        {children}
        {role === "tenant" && <PropertyManagerLinks />}
      </div>
      {assignee !== null && assignee.id !== id && (
        <ContactLinks name={assignee.fullName} phone={null} email={order.assigneeEmail} />
      )}
      {can.assign === "any" && !isNextStepAssignment(order) && <AssignMenu order={order} />}
      {can.assign === "self" && assignee?.id === id && (
        <Button size="sm" isBusy={isPending} onClick={() => mutate({ userId: null })}>
          Release
        </Button>
      )}
    </div>
  );
}

/** The property manager's contact details, for tenants. Only staff see technicians' email addresses. */
function PropertyManagerLinks() {
  const support = useQuery(endpointQuery(readConfig, {})).data?.support;
  if (support === undefined || support.phone + support.email === "") return null;
  return (
    <p className="flex items-center gap-x-2 text-ink-soft text-sm print:hidden">
      Contact the property manager
      <ContactLinks
        name="the property manager"
        phone={support.phone === "" ? null : support.phone}
        email={support.email === "" ? null : support.email}
      />
    </p>
  );
}

function getHeading(
  { assignee, team, status }: WorkOrder,
  entries: readonly ActivityEntry[],
  isWorking: boolean,
): string {
  if (assignee !== null && isWorking) return `${assignee.fullName} is working on it`;
  if (assignee !== null) return team === null ? assignee.fullName : `${assignee.fullName}, team ${team.name}`;
  if (team !== null) return `Team ${team.name}`;
  if (unfinishedStatuses.includes(status)) return "Unassigned";
  const completion = status === "completed" && entries.find(({ newStatus }) => newStatus === "completed");
  return completion && completion.user !== null
    ? `Completed by ${completion.user.fullName}`
    : "No one was assigned";
}
