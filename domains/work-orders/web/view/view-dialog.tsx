import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { workOrderNumber } from "#shared/format/ids.ts";
import { useContractForm } from "#web/contract-form.ts";
import { useDraft } from "#web/draft.ts";
import { ChevronLeft, EllipsisVertical, Pencil, RotateCcw, Trash2 } from "#web/icons.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FormError } from "#web/ui/forms/form-error.tsx";
import { Textarea } from "#web/ui/forms/input.tsx";
import { FormDialog } from "#web/ui/overlays/form-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { Sheet, SheetTitle } from "#web/ui/overlays/sheet.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { useIsNarrower } from "#web/ui/use-is-narrower.ts";
import { statusChangeReason, type WorkOrder } from "../../contract.ts";
import { ActivityLog } from "../activity/activity-log.tsx";
import { ActivitySection } from "../activity/activity-section.tsx";
import { CommentForm } from "../activity/comment-form.tsx";
import { Assignee } from "../assignment/assignee.tsx";
import { ConflictBanner } from "../conflicts/conflict-banner.tsx";
import { WorkOrderFiles } from "../files/work-order-files.tsx";
import { PendingEntries } from "../offline-queue/pending-entries.tsx";
import { WorkOrderPhotos } from "../photos/work-order-photos.tsx";
import { historyQuery } from "../queries.ts";
import { SignaturePanel } from "../signature/signature-panel.tsx";
import { TimeLog } from "../time-log/time-log.tsx";
import { VisitPanel } from "../visits/visit-panel.tsx";
import { WatchButton } from "../watchers/watchers.tsx";
import type { OpenDialog } from "./dialog-path.ts";
import { ListPosition } from "./list-position.tsx";
import { useReopenWorkOrder } from "./mutations.ts";
import { NextStep } from "./next-step.tsx";
import { ReopenHint, StatusActions } from "./status-actions.tsx";
import { StepLine } from "./step-line.tsx";
import { WorkOrderBills } from "./work-order-bills.tsx";
import {
  Reporter,
  WorkOrderDescription,
  WorkOrderDetails,
  WorkOrderTags,
  WorkOrderTitle,
} from "./work-order-details.tsx";

interface ViewDialogProps {
  order: WorkOrder;
  onOpen: (target: OpenDialog) => void;
  onClose: () => void;
}

/** WO-53, WO-54: a sheet with two columns on desktops, and a page on phones. */
export function ViewDialog({ order, onOpen, onClose }: ViewDialogProps) {
  const history = useQuery(historyQuery(order.id));
  const [signingId, setSigningId] = useState<number>();
  const logHeadingRef = useRef<HTMLHeadingElement>(null);
  const isFullPage = useIsNarrower(64);
  const propertyAndUnit =
    order.unitNumber === null ? order.property.name : `${order.property.name}, unit ${order.unitNumber}`;

  const number = (
    <SheetTitle className="font-semibold text-sm text-ink leading-5 tabular-nums">
      <span className="sr-only print:not-sr-only">Work Order</span> {workOrderNumber(order.id)}
    </SheetTitle>
  );
  const approvalBadge = order.awaitingApproval && (
    <Badge tone="gray" hasMark={false}>
      Not yet approved
    </Badge>
  );
  const steps = (
    <StepLine order={order} entries={history.data} className={isFullPage ? "mt-3.5" : "px-7 pb-3"} />
  );
  const actions = (
    <>
      <NextStep order={order} isSigning={signingId === order.id} />
      <ReopenButton order={order} />
      <StatusActions order={order} />
    </>
  );
  const conflicts = order.conflicts.map((conflict) => (
    <ConflictBanner
      key={conflict.id}
      conflict={conflict}
      order={order}
      onResolved={() => logHeadingRef.current?.focus()}
    />
  ));
  const visit = order.status !== "completed" && order.status !== "cancelled" && <VisitPanel order={order} />;
  const content = (
    <>
      <WorkOrderPhotos order={order} />
      <WorkOrderDescription order={order} />
    </>
  );
  const activity = (
    <ActivitySection id={order.id} headingRef={logHeadingRef}>
      <PendingEntries order={order} />
      <ActivityLog query={history} timeZone={order.timeZone} />
    </ActivitySection>
  );
  const composer = order.can.comment && (
    <CommentForm
      order={order}
      onSent={() => logHeadingRef.current?.scrollIntoView({ block: "nearest" })}
      className={
        isFullPage
          ? "sticky bottom-0 -mx-4 sm:-mx-7 rail:static rail:col-start-2 rail:row-start-2 rail:mx-0"
          : "mx-4 mb-3.5"
      }
    />
  );
  const moreActions = (
    <>
      {order.can.watch && <WatchButton order={order} />}
      <MoreMenu order={order} onOpen={onOpen} />
    </>
  );

  if (isFullPage)
    return (
      <Sheet onClose={onClose}>
        <header className="flex h-13 shrink-0 items-center justify-between px-1.5 rail:h-11">
          <Button
            variant="ghost"
            icon={<ChevronLeft aria-hidden="true" className="size-5!" />}
            className="min-h-11 gap-1 px-2 text-(length:--control-text)"
            onClick={onClose}
          >
            Close
          </Button>
          <div className="flex">{moreActions}</div>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 print:overflow-visible sm:px-7 rail:grid rail:grid-cols-2 rail:content-start rail:gap-x-8">
          <div className="space-y-4">
            <div>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                {number}
                <WorkOrderTags order={order} />
                {approvalBadge}
              </div>
              <WorkOrderTitle order={order} />
              {steps}
            </div>
            {conflicts}
            <ReopenHint order={order} />
            <Lead className="-mx-1 px-4 py-3.5">
              <Assignee order={order} entries={history.data} isLead>
                {visit}
              </Assignee>
            </Lead>
            <div className="flex flex-wrap gap-2 empty:hidden *:min-h-12.5! *:flex-1 *:whitespace-nowrap">
              {actions}
            </div>
            {content}
          </div>
          <div className="mt-3.5 min-w-0 rail:mt-0">{activity}</div>
          <div className="mt-3.5 min-w-0 pb-4 rail:row-start-2">
            <WorkOrderDetails order={order}>
              <Reporter order={order} />
            </WorkOrderDetails>
            <TimeLog order={order} />
            <SignaturePanel order={order} isRow onDrawn={() => setSigningId(order.id)} />
            <WorkOrderFiles order={order} isRow />
            <WorkOrderBills order={order} isRow />
          </div>
          {composer}
        </div>
      </Sheet>
    );
  return (
    <Sheet onClose={onClose}>
      <header className="flex items-start gap-2 pt-4 pr-5 pb-3.5 pl-7">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 text-ink-soft text-sm">
            {number}
            <span>{propertyAndUnit}</span>
            <ListPosition id={order.id} onShow={(id) => onOpen({ kind: "view", id })} />
          </div>
          <WorkOrderTitle order={order} />
          <div className="mt-1.25 flex flex-wrap items-center gap-3">
            <WorkOrderTags order={order} />
            {approvalBadge}
          </div>
        </div>
        <div className="flex flex-wrap justify-end gap-2 print:hidden">{actions}</div>
        <div className="flex">{moreActions}</div>
        <Button variant="ghost" className="pr-1.5 pl-2.5" onClick={onClose}>
          Close
          <kbd
            aria-hidden="true"
            className="rounded-badge px-1.5 font-medium font-sans text-ink-soft text-xs leading-4.5 ring-1 ring-line-2"
          >
            Esc
          </kbd>
        </Button>
      </header>
      {steps}
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_28rem] border-line border-t print:block">
        <div className="flex min-h-0 flex-col">
          <div className="min-h-0 flex-1 space-y-4 overflow-y-auto overscroll-contain px-7 pt-5 pb-4 print:overflow-visible">
            {conflicts}
            <ReopenHint order={order} />
            {content}
            {activity}
          </div>
          {composer}
        </div>
        <aside
          aria-label="Details"
          className="min-h-0 overflow-y-auto overscroll-contain border-line border-l bg-canvas px-6 pt-2 pb-6 print:overflow-visible"
        >
          <Assignee order={order} entries={history.data} />
          <Reporter order={order} />
          <WorkOrderDetails order={order}>{visit}</WorkOrderDetails>
          <TimeLog order={order} />
          <SignaturePanel order={order} onDrawn={() => setSigningId(order.id)} />
          <WorkOrderFiles order={order} />
          <WorkOrderBills order={order} />
        </aside>
      </div>
    </Sheet>
  );
}

function MoreMenu({ order: { id, can }, onOpen }: Pick<ViewDialogProps, "order" | "onOpen">) {
  if (!can.edit && !can.delete) return null;
  return (
    <Menu
      label="More"
      trigger={(props) => (
        <IconButton {...props} label="More">
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      )}
    >
      {can.edit && (
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onOpen({ kind: "edit", id })}>
          Edit
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem
          isDestructive
          icon={<Trash2 aria-hidden="true" />}
          onSelect={() => onOpen({ kind: "delete", id })}
        >
          Delete...
        </MenuItem>
      )}
    </Menu>
  );
}

/**
 * Reopens a completed work order. Renders nothing for users who can't. If someone else reopens it first, the
 * dialog stays open, and the reason becomes a comment.
 */
function ReopenButton({ order }: { order: WorkOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  const canWrite = useIsServerReachable();
  return (
    <>
      {order.status === "completed" && order.can.moveTo.includes("open") && (
        <Button icon={<RotateCcw aria-hidden="true" />} disabled={!canWrite} onClick={() => setIsOpen(true)}>
          Not fixed? Reopen
        </Button>
      )}
      {isOpen && <ReopenDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const reopenForm = z.object({ reason: statusChangeReason });

function ReopenDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const form = useContractForm(reopenForm, { reason: "" });
  const draft = useDraft(form, `reopening:${order.id}`);
  const reopen = useReopenWorkOrder(order, draft.clearThen(onClose));
  return (
    <FormDialog
      title={`Reopen ${workOrderNumber(order.id)}`}
      description="The work order goes back to Open and your note is added as a comment."
      submitLabel="Reopen"
      busyLabel="Reopening..."
      isBusy={reopen.isPending}
      draft={draft}
      onSubmit={form.handleSubmit(({ reason }) => reopen.mutate(reason))}
      onClose={onClose}
    >
      <FormError error={reopen.error} form={form} />
      <Field label="What is still wrong?" error={form.formState.errors.reason?.message} isRequired>
        <Textarea {...form.register("reason")} maxLength={4000} rows={3} />
      </Field>
    </FormDialog>
  );
}
