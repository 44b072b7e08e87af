import { useQuery } from "@tanstack/react-query";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Pencil } from "#web/icons.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import type { WorkOrder } from "../contract.ts";
import { ActivityLog } from "./activity-log.tsx";
import { CommentForm } from "./comment-form.tsx";
import type { OpenDialog } from "./dialog-address.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderMoves } from "./order-moves.tsx";
import { OrderPhotos } from "./order-photos.tsx";
import { historyQuery } from "./queries.ts";
import { SignaturePanel } from "./signature-panel.tsx";
import { Verification } from "./verification.tsx";

interface ViewDialogProps {
  order: WorkOrder;
  open: (target: OpenDialog) => void;
  onClose: () => void;
}

/** WO-53, WO-54: facts on the left; photos, signature and the conversation on the right. */
export function ViewDialog({ order, open, onClose }: ViewDialogProps) {
  const history = useQuery(historyQuery(order.id));
  return (
    <Dialog
      isOpen
      isInAddress
      onClose={onClose}
      title={`Work Order ${workOrderNumber(order.id)}`}
      titleAside={
        <span className="flex flex-wrap gap-1.5">
          <StatusBadge status={order.status} />
          {order.awaitingApproval && (
            <Badge tone="gray" hasDot={false}>
              Not yet approved
            </Badge>
          )}
        </span>
      }
      description={null}
      size="xl"
      footer={
        <>
          {order.may.edit && (
            <Button
              icon={<Pencil aria-hidden="true" />}
              className="sm:mr-auto"
              onClick={() => open({ kind: "edit", id: order.id })}
            >
              Edit
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="min-w-0 space-y-6">
          <OrderMoves order={order} />
          <OrderFacts order={order} />
        </div>
        <div className="min-w-0 space-y-6">
          <OrderPhotos order={order} />
          <SignaturePanel order={order} />
          <section aria-labelledby="activity-log">
            <div className="mb-3 flex items-center justify-between gap-3">
              <h3 id="activity-log" className="text-base">
                Activity Log
              </h3>
              <Verification id={order.id} />
            </div>
            {order.may.comment && <CommentForm id={order.id} mayBeInternal={order.may.commentInternally} />}
            <ActivityLog query={history} />
          </section>
        </div>
      </div>
    </Dialog>
  );
}
