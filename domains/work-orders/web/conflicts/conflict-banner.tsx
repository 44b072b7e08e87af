import type { ReactNode } from "react";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { describeConflict, type WorkConflict, type WorkStep } from "../../work.ts";
import { useResolveConflict } from "./mutations.ts";

interface ConflictBannerProps {
  conflict: WorkConflict;
  order: { id: number; title: string; timeZone: string };
  /** Identifies the work order, where the page doesn't name it. */
  children?: ReactNode;
  onResolved?: (() => void) | undefined;
}

const stepLabels = {
  start: "Mark as started",
  pause: "Mark as paused",
  complete: "Mark as completed",
} as const satisfies Record<WorkStep, string>;

const getApplyLabel = ({ requested: { step, assignsSelf }, by }: WorkConflict): string =>
  assignsSelf === true ? `Assign to ${by.fullName}` : stepLabels[step];

/** Shows two conflicting updates, and the choice between them for users who can resolve the conflict. */
export function ConflictBanner({ conflict, order, children, onResolved }: ConflictBannerProps) {
  const { mutate, isPending, variables } = useResolveConflict(order.id, conflict.id, onResolved);
  const isReachable = useIsServerReachable();
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
                {getApplyLabel(conflict)}
                {titleSuffix}
              </Button>
            )}
            <Button
              disabled={!isReachable || isPending}
              isBusy={isPending && !variables}
              onClick={() => mutate(false)}
            >
              Keep it as is
              {titleSuffix}
            </Button>
          </div>
        )
      }
    >
      {children}
      <p>{describeConflict(conflict, order.timeZone)}</p>
      {conflict.canResolve && !conflict.canUse && <p>The property's manager can reassign it to you.</p>}
    </Banner>
  );
}
