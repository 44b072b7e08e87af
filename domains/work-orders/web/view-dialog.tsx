import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Pencil } from "#web/icons.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { WorkOrder } from "../contract.ts";
import { ActivityLog } from "./activity-log.tsx";
import { ClashBanner } from "./clash-banner.tsx";
import { CommentForm } from "./comment-form.tsx";
import type { OpenDialog } from "./dialog-address.ts";
import { NextStep } from "./next-step.tsx";
import { NotFixed } from "./not-fixed.tsx";
import { OrderFacts, OrderHead } from "./order-facts.tsx";
import { OrderFiles } from "./order-files.tsx";
import { OrderMoves } from "./order-moves.tsx";
import { OrderPhotos } from "./order-photos.tsx";
import { historyQuery } from "./queries.ts";
import { SignaturePanel } from "./signature-panel.tsx";
import { WaitingEntries } from "./unsent/waiting-entries.tsx";
import { Verification } from "./verification.tsx";
import { VisitPanel } from "./visit-panel.tsx";
import { WorkTimes } from "./work-times.tsx";

interface ViewDialogProps {
  order: WorkOrder;
  open: (target: OpenDialog) => void;
  onClose: () => void;
}

/**
 * WO-53, WO-54: what it is about, photos, files and the conversation, whose composer stays in view; beside or after it the other facts
 * and the signature.
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
          <Badge tone="gray" hasDot={false}>
            Not yet approved
          </Badge>
        )
      }
      description={null}
      size="sheet"
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
          <NotFixed order={order} />
          <NextStep order={order} />
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-6 lg:min-h-full lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {order.clashes.map((clash) => (
            <ClashBanner key={clash.id} clash={clash} order={order} onChosen={() => log.current?.focus()} />
          ))}
          <OrderHead order={order} />
          <OrderMoves order={order} />
          {order.status !== "completed" && order.status !== "cancelled" && <VisitPanel order={order} />}
          <OrderPhotos order={order} />
          <OrderFiles order={order} />
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
            <WaitingEntries orderId={order.id} />
            <ActivityLog query={history} />
          </section>
          {order.may.comment && (
            <CommentForm
              id={order.id}
              mayBeInternal={order.may.commentInternally}
              onSent={() => log.current?.scrollIntoView({ block: "nearest" })}
            />
          )}
        </div>
        <div className="min-w-0 space-y-6">
          <OrderFacts order={order} />
          <WorkTimes order={order} />
          <SignaturePanel order={order} />
        </div>
      </div>
    </Dialog>
  );
}
