import type { ReactNode } from "react";
import type { WorkOrder } from "#domains/work-orders/contract.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import { useAssignWorkOrder } from "#domains/work-orders/web/assignment/mutations.ts";
import { useCanWork } from "#domains/work-orders/web/offline-queue/save-change.ts";
import { WorkButtons } from "#domains/work-orders/web/pauses/work-buttons.tsx";
import { Hand } from "#web/icons.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";

interface DayStepProps {
  order: WorkOrder;
  /** Whether the button is primary. */
  isCurrent: boolean;
  /** Called when the card might be gone, to move the focus elsewhere. */
  onMoved: () => void;
}

/** The next step of a work order, sized for a thumb: assign to me, start, or done. */
export function DayStep({ order, isCurrent, onMoved }: DayStepProps) {
  const { id } = useUser();
  const assign = useAssignWorkOrder(order);
  const canWork = useCanWork();
  if (!unfinishedStatuses.includes(order.status)) return null;
  if (order.assignee === null)
    return (
      <Step
        label="Assign to me"
        isCurrent={isCurrent}
        icon={<Hand aria-hidden="true" />}
        title={order.title}
        canDo={canWork}
        isBusy={assign.isPending}
        onPress={() => assign.mutate({ userId: id }, { onSuccess: onMoved })}
      />
    );
  return (
    <div className="flex gap-2">
      <WorkButtons
        order={order}
        title={order.title}
        isPrimary={isCurrent}
        completeLabel="Done"
        onDone={onMoved}
      />
    </div>
  );
}

interface StepProps {
  label: string;
  isCurrent: boolean;
  icon: ReactNode;
  title: string;
  canDo: boolean;
  isBusy: boolean;
  onPress: () => void;
}

const Step = ({ label, isCurrent, icon, title, canDo, isBusy, onPress }: StepProps) => (
  <Button
    variant={isCurrent ? "primary" : "secondary"}
    isWide
    className="min-h-12! text-base"
    icon={icon}
    disabled={!canDo}
    isBusy={isBusy}
    onClick={onPress}
  >
    {label}
    <span className="sr-only">{` ${title}`}</span>
  </Button>
);
