import { useQueryClient } from "@tanstack/react-query";
import { workOrderNumber } from "#shared/format/ids.ts";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { type WorkOrderRow, workOrderRow } from "../../contract.ts";
import { CommentForm } from "../activity/comment-form.tsx";
import { PendingEntries } from "../offline-queue/pending-entries.tsx";
import { useSavesIfOffline, useSavesOffline } from "../offline-queue/save-change.ts";
import { workOrderKeys } from "../query-keys.ts";
import { WorkOrderDescription, WorkOrderTags, WorkOrderTitle } from "./work-order-details.tsx";

/** Returns a work order's row if a list on this device has it. */
export function useListedWorkOrder(id: number): WorkOrderRow | undefined {
  const lists = useQueryClient().getQueriesData({ queryKey: workOrderKeys.lists });
  for (const [, data] of lists) {
    const row = findRow(data, id);
    if (row !== undefined) return row;
  }
  return undefined;
}

/** Finds the row in a list's data, of any shape. */
function findRow(data: unknown, id: number): WorkOrderRow | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if ("id" in data && data.id === id && "status" in data) return workOrderRow.safeParse(data).data;
  for (const value of Object.values(data)) {
    const row = findRow(value, id);
    if (row !== undefined) return row;
  }
  return undefined;
}

interface ListedWorkOrderProps {
  order: WorkOrderRow;
  onClose: () => void;
}

/**
 * A work order that wasn't opened on this device before it went offline: what the lists know about it, and
 * the comment form for people whose comments are sent later.
 */
export function ListedWorkOrder({ order, onClose }: ListedWorkOrderProps) {
  const savesOffline = useSavesOffline();
  const canComment = useSavesIfOffline() || savesOffline;
  const { id, location } = order;
  return (
    <Dialog
      isOpen
      isInUrl
      onClose={onClose}
      title={`Work Order ${workOrderNumber(id)}`}
      description={null}
      size="sheet"
    >
      <div className="space-y-4">
        <div className="space-y-1.5">
          <WorkOrderTags order={order} />
          <WorkOrderTitle order={order} />
          <p className="text-ink-soft">{location}</p>
        </div>
        <WorkOrderDescription order={order} />
        <p role="status" className="text-ink-soft">
          You haven't opened this work order on this device. Its photos, comments, and other details will load
          when you're back online.
        </p>
        <PendingEntries order={order} />
        {canComment && (
          <CommentForm
            order={{ id, can: { addPhotos: false, commentInternally: savesOffline } }}
            onSent={() => undefined}
            className="-mx-6 handheld:sticky handheld:bottom-0 handheld:-mx-4 lg:mx-0"
          />
        )}
      </div>
    </Dialog>
  );
}
