import type { ReactNode } from "react";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import type { WorkConflict } from "../../work.ts";
import { ConflictText } from "./conflict-text.tsx";
import { getApplyLabels, getKeepLabels } from "./labels.ts";
import { useResolveConflict } from "./mutations.ts";

interface ConflictBannerProps {
  conflict: WorkConflict;
  order: { id: number; title: string; timeZone: string };
  /** Identifies the work order if the page doesn't. */
  children?: ReactNode;
  onResolved?: (() => void) | undefined;
}

/** Shows two conflicting updates, and lets users who can resolve the conflict choose one. */
export function ConflictBanner({ conflict, order, children, onResolved }: ConflictBannerProps) {
  const { mutate, isPending, variables } = useResolveConflict(order.id, conflict, onResolved);
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
                {getApplyLabels(conflict, viewerId).button}
                {titleSuffix}
              </Button>
            )}
            <Button
              disabled={!isReachable || isPending}
              isBusy={isPending && !variables}
              onClick={() => mutate(false)}
            >
              {getKeepLabels(conflict.current).button}
              {titleSuffix}
            </Button>
          </div>
        )
      }
    >
      {children}
      <ConflictText conflict={conflict} author={author} timeZone={order.timeZone} />
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
