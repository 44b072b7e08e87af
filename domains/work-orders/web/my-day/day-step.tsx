import type { ReactNode } from "react";
import { Hand } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import type { WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { useAssignOrder } from "../api.ts";
import { useCanWork } from "../unsent/keep-change.ts";
import { WorkButtons } from "../work-buttons.tsx";

interface DayStepProps {
  order: WorkOrder;
  /** What is not at hand keeps its button in the background. */
  isAtHand: boolean;
  /** The card of a moved order may be gone: the focus goes elsewhere. */
  onMoved: () => void;
}

/** The next step of an order in the reach of a thumb: take it, start it, or say that it is done. */
export function DayStep({ order, isAtHand, onMoved }: DayStepProps) {
  const { id } = useUser();
  const take = useAssignOrder(order);
  const canWork = useCanWork();
  if (!unfinishedStatuses.includes(order.status)) return null;
  if (order.assignee === null)
    return (
      <Step
        word="Take"
        isAtHand={isAtHand}
        icon={<Hand aria-hidden="true" />}
        title={order.title}
        canDo={canWork}
        isBusy={take.isPending}
        onPress={() => take.mutate({ userId: id }, { onSuccess: onMoved })}
      />
    );
  return (
    <div className="flex gap-2">
      <WorkButtons order={order} title={order.title} isAtHand={isAtHand} doneWord="Done" onDone={onMoved} />
    </div>
  );
}

interface StepProps {
  word: string;
  isAtHand: boolean;
  icon: ReactNode;
  title: string;
  canDo: boolean;
  isBusy: boolean;
  onPress: () => void;
}

const Step = ({ word, isAtHand, icon, title, canDo, isBusy, onPress }: StepProps) => (
  <Button
    variant={isAtHand ? "primary" : "secondary"}
    isWide
    className="min-h-12! text-base"
    icon={icon}
    disabled={!canDo}
    isBusy={isBusy}
    onClick={onPress}
  >
    {word}
    <span className="sr-only">{` ${title}`}</span>
  </Button>
);
