import { Suspense, useState } from "react";
import { Pause, Play } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { FinishButton } from "../finishing/finish-button.tsx";
import { useMyRunningTime } from "../offline-queue/pending-times.ts";
import { useCanWork, useSavesOffline } from "../offline-queue/save-change.ts";
import { useStartWork } from "./use-start-work.tsx";

const PauseDialog = lazyPart(() => import("./pause-dialog.tsx"));

interface WorkButtonsProps {
  order: WorkOrder;
  /** The work order's title, for screen readers when several buttons are on the page. */
  title?: string;
  className?: string;
  /** Whether the buttons are on a `Lead` in the harbor color. */
  isOnHarbor?: boolean;
  /** Called after completion, when the card might be gone. */
  onDone?: () => void;
}

/** Thumb-sized Start, Pause, and Complete buttons for the person doing the work. */
export function WorkButtons({ order, title, className, isOnHarbor = false, onDone }: WorkButtonsProps) {
  const { start, isPending, confirmDialog } = useStartWork(order);
  const canWork = useCanWork();
  const recordsTime = useSavesOffline();
  const runningTime = useMyRunningTime(order);
  const [isPausing, setIsPausing] = useState(false);
  if (!order.can.work || !unfinishedStatuses.includes(order.status)) return null;
  const isStarted = order.status === "in_progress";
  const isStopped = order.pause !== null || (recordsTime && runningTime === undefined);
  const suffix = title !== undefined && <span className="sr-only">{` ${title}`}</span>;
  const [primary, secondary] = isOnHarbor
    ? (["harbor", "harbor-secondary"] as const)
    : (["primary", "secondary"] as const);
  const buttonStyle = {
    className: classes("min-h-12! flex-1", isOnHarbor ? "text-[1.0625rem]" : "text-base", className),
    disabled: !canWork || isPending,
  };
  return (
    <>
      {isStarted && !isStopped ? (
        <Button
          {...buttonStyle}
          variant={secondary}
          icon={<Pause aria-hidden="true" />}
          onClick={() => setIsPausing(true)}
        >
          Pause
          {suffix}
        </Button>
      ) : (
        <Button
          {...buttonStyle}
          variant={isStarted ? secondary : primary}
          icon={<Play aria-hidden="true" />}
          isBusy={isPending}
          onClick={start}
        >
          {isStarted ? "Resume" : "Start"}
          {suffix}
        </Button>
      )}
      {isStarted && (
        <FinishButton {...buttonStyle} variant={primary} order={order} onFinished={onDone}>
          Complete
          {suffix}
        </FinishButton>
      )}
      {confirmDialog}
      {isPausing && (
        <Suspense>
          <PauseDialog order={order} onClose={() => setIsPausing(false)} />
        </Suspense>
      )}
    </>
  );
}
