import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Pencil } from "#web/icons.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { WorkOrder } from "../../contract.ts";
import { ActivityLog } from "../activity/activity-log.tsx";
import { CommentForm } from "../activity/comment-form.tsx";
import { Verification } from "../activity/verification.tsx";
import { ConflictBanner } from "../conflicts/conflict-banner.tsx";
import { WorkOrderFiles } from "../files/work-order-files.tsx";
import { PendingEntries } from "../offline-queue/pending-entries.tsx";
import { WorkOrderPhotos } from "../photos/work-order-photos.tsx";
import { historyQuery } from "../queries.ts";
import { SignaturePanel } from "../signature/signature-panel.tsx";
import { TimeLog } from "../time-log/time-log.tsx";
import { VisitPanel } from "../visits/visit-panel.tsx";
import type { OpenDialog } from "./dialog-path.ts";
import { NextStep } from "./next-step.tsx";
import { ReopenButton } from "./reopen-button.tsx";
import { StatusActions } from "./status-actions.tsx";
import { WorkOrderDetails, WorkOrderHeader } from "./work-order-details.tsx";

interface ViewDialogProps {
  order: WorkOrder;
  open: (target: OpenDialog) => void;
  onClose: () => void;
}

/**
 * WO-53, WO-54: the main details, photos, files, and conversation, with the comment form always in view. The
 * other details and the signature are next to or below them.
 */
export function ViewDialog({ order, open, onClose }: ViewDialogProps) {
  const history = useQuery(historyQuery(order.id));
  const log = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog
      isOpen
      isInAddress
      onClose={onClose}
      title={`Work Order ${workOrderNumber(order.id)}`}
      titleAside={
        order.awaitingApproval && (
          <Badge tone="gray" hasMark={false}>
            Not yet approved
          </Badge>
        )
      }
      description={null}
      size="sheet"
      footer={
        <>
          {order.can.edit && (
            <Button
              icon={<Pencil aria-hidden="true" />}
              className="sm:mr-auto"
              onClick={() => open({ kind: "edit", id: order.id })}
            >
              Edit
            </Button>
          )}
          <ReopenButton order={order} />
          <NextStep order={order} />
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-6 lg:min-h-full lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {order.conflicts.map((conflict) => (
            <ConflictBanner
              key={conflict.id}
              conflict={conflict}
              order={order}
              onResolved={() => log.current?.focus()}
            />
          ))}
          <WorkOrderHeader order={order} />
          <StatusActions order={order} />
          {order.status !== "completed" && order.status !== "cancelled" && <VisitPanel order={order} />}
          <WorkOrderPhotos order={order} />
          <WorkOrderFiles order={order} />
          <section aria-labelledby="activity-log">
            <div className="mb-3 flex items-center justify-between gap-3">
              <h3
                id="activity-log"
                ref={log}
                tabIndex={-1}
                className="scroll-mt-2 scroll-mb-56 text-base outline-none"
              >
                Activity Log
              </h3>
              <Verification id={order.id} />
            </div>
            <PendingEntries orderId={order.id} />
            <ActivityLog query={history} />
          </section>
          {order.can.comment && (
            <CommentForm
              id={order.id}
              canBeInternal={order.can.commentInternally}
              onSent={() => log.current?.scrollIntoView({ block: "nearest" })}
            />
          )}
        </div>
        <div className="min-w-0 space-y-6">
          <WorkOrderDetails order={order} />
          <TimeLog order={order} />
          <SignaturePanel order={order} />
        </div>
      </div>
    </Dialog>
  );
}
