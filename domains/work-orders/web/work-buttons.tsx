import { Suspense, useState } from "react";
import { CircleCheck, Pause, Play } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { WorkOrder } from "../contract.ts";
import { unfinishedStatuses } from "../status.ts";
import { useWork } from "./api.ts";
import { useCanWork } from "./unsent/keep-change.ts";

const PauseDialog = lazyPart(() => import("./pause-dialog.tsx"));

interface WorkButtonsProps {
  order: WorkOrder;
  /** For screen readers, where there are several. */
  title?: string;
  className?: string;
  /** What is not at hand is begun by a button in the background. */
  isAtHand?: boolean;
  doneWord?: string;
  /** It was completed, so that its card may be gone. */
  onDone?: () => void;
}

/** Start, pause and done, in the reach of a thumb, for whoever does the work. */
export function WorkButtons({
  order,
  title,
  className,
  isAtHand = true,
  doneWord = "Complete",
  onDone,
}: WorkButtonsProps) {
  const { mutate, isPending, variables } = useWork(order);
  const canWork = useCanWork();
  const [isPausing, setIsPausing] = useState(false);
  if (!order.may.work || !unfinishedStatuses.includes(order.status)) return null;
  const isStarted = order.status === "in_progress";
  const isResting = order.pause !== null;
  const name = title !== undefined && <span className="sr-only">{` ${title}`}</span>;
  const look = {
    className: classes("min-h-12! flex-1 text-base", className),
    disabled: !canWork || isPending,
  };
  return (
    <>
      {isStarted && !isResting ? (
        <Button {...look} icon={<Pause aria-hidden="true" />} onClick={() => setIsPausing(true)}>
          Pause
          {name}
        </Button>
      ) : (
        <Button
          {...look}
          variant={isStarted || !isAtHand ? "secondary" : "primary"}
          icon={<Play aria-hidden="true" />}
          isBusy={isPending && variables.did === "start"}
          onClick={() => mutate({ did: "start" })}
        >
          {isResting ? "Resume" : "Start"}
          {name}
        </Button>
      )}
      {isStarted && (
        <Button
          {...look}
          variant="primary"
          icon={<CircleCheck aria-hidden="true" />}
          isBusy={isPending && variables.did === "complete"}
          onClick={() => {
            mutate({ did: "complete" });
            onDone?.();
          }}
        >
          {doneWord}
          {name}
        </Button>
      )}
      {isPausing && (
        <Suspense>
          <PauseDialog order={order} onClose={() => setIsPausing(false)} />
        </Suspense>
      )}
    </>
  );
}
