import type { ReactNode } from "react";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { statusLabel, unfinishedStatuses } from "../../status.ts";
import { type CurrentWork, describeConflict, type WorkConflict, type WorkStep } from "../../work.ts";
import { useResolveConflict } from "./mutations.ts";

interface ConflictBannerProps {
  conflict: WorkConflict;
  order: { id: number; title: string; timeZone: string };
  /** Identifies the work order if the page doesn't. */
  children?: ReactNode;
  onResolved?: (() => void) | undefined;
}

const stepLabels = {
  start: "Mark as started",
  pause: "Mark as paused",
  complete: "Mark as completed",
} as const satisfies Record<WorkStep, string>;

function getApplyLabel({ requested, current, by }: WorkConflict, viewerId: number): string {
  const { step, assignsSelf } = requested;
  const isAuthor = by.id === viewerId;
  const isClosed = current.field === "status" && !unfinishedStatuses.includes(current.status);
  if (isClosed && step === "start") return isAuthor ? "Reopen and continue" : `Reopen for ${by.fullName}`;
  if (isClosed && step === "pause") return "Reopen as paused";
  const isReassigned = assignsSelf === true && current.assignee !== by.fullName;
  return isReassigned ? `Assign to ${isAuthor ? "me" : by.fullName}` : stepLabels[step];
}

function getKeepLabel({ field, status, assignee, team }: CurrentWork): string {
  if (field === "pause") return "Keep it paused";
  if (field === "status") return `Keep it ${statusLabel(status)}`;
  const currentAssignee = assignee ?? (team === undefined ? undefined : `team ${team}`);
  return currentAssignee === undefined ? "Keep it unassigned" : `Leave it with ${currentAssignee}`;
}

/** Shows two conflicting updates, and lets users who can resolve the conflict choose one. */
export function ConflictBanner({ conflict, order, children, onResolved }: ConflictBannerProps) {
  const { mutate, isPending, variables } = useResolveConflict(order.id, conflict.id, onResolved);
  const isReachable = useIsServerReachable();
  const { id: viewerId } = useUser();
  const author = conflict.by.id === viewerId ? "You" : conflict.by.fullName;
  const titleSuffix = <span className="sr-only">: {order.title}</span>;
  return (
    <Banner
      kind="warning"
      title={
        conflict.canUse
          ? "Conflicting updates: choose which one to keep"
          : "Conflicting updates: someone needs to choose which one to keep"
      }
      action={
        conflict.canResolve && (
          <div className="flex w-full flex-wrap gap-2 max-sm:*:flex-1 sm:pl-[30px]">
            {conflict.canUse && (
              <Button
                disabled={!isReachable || isPending}
                isBusy={isPending && variables}
                onClick={() => mutate(true)}
              >
                {getApplyLabel(conflict, viewerId)}
                {titleSuffix}
              </Button>
            )}
            <Button
              disabled={!isReachable || isPending}
              isBusy={isPending && !variables}
              onClick={() => mutate(false)}
            >
              {getKeepLabel(conflict.current)}
              {titleSuffix}
            </Button>
          </div>
        )
      }
    >
      {children}
      <p>{describeConflict({ ...conflict, author }, order.timeZone)}</p>
      {conflict.signature !== null && (
        <figure className="mt-2">
          <figcaption className="text-sm">
            {conflict.signature.signedByName} signed. The signature counts if the work order is marked as
            completed.
          </figcaption>
          <img
            src={conflict.signature.url}
            alt={`Signature of ${conflict.signature.signedByName}`}
            className="mt-1 h-16 w-auto rounded-control border border-line bg-white"
          />
        </figure>
      )}
      {conflict.canResolve && !conflict.canUse && <p>The property's manager can reassign it to you.</p>}
    </Banner>
  );
}
