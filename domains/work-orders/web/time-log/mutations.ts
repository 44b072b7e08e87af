import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call } from "#web/api-client.ts";
import { getCurrentRecord } from "#web/error-message.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/toast.tsx";
import { type WorkOrder, workOrder } from "../../contract.ts";
import type { WorkTime } from "../../work.ts";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "../../work-contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { cacheWorkOrder, refreshAfterChange } from "../work-order-cache.ts";

/**
 * `onAdded` is also called when the time entry is saved on the phone, where it stays if the server rejects
 * it.
 */
export function useAddTimeEntry(id: number, onAdded: () => void) {
  const queryClient = useQueryClient();
  const [getKey] = useState(idempotencyKeyPerContent);
  const keeps = useSavesOffline();
  return useMutation({
    mutationFn: async (body: SentBodyOf<typeof addTimeEntry>): Promise<WorkOrder | null> =>
      keeps
        ? saveChange({ kind: "time", orderId: id, payload: body })
        : call(addTimeEntry, { params: { id }, body, idempotencyKey: getKey(body) }),
    onSuccess: (order) => {
      onAdded();
      if (order === null) return;
      cacheWorkOrder(queryClient, order);
      toast({ title: "Time Added", description: "It's now on the work order." });
    },
    onError: (error) => {
      if (!keeps) return;
      toastError(error);
      if (error instanceof ApiError) onAdded();
    },
    onSettled: (order) => order !== null && void refreshAfterChange(queryClient, id),
  });
}

export function useEditTimeEntry(id: number, onEdited: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ time, body }: { time: WorkTime; body: SentBodyOf<typeof editTimeEntry> }) =>
      call(editTimeEntry, { params: { id, timeId: time.id }, body, version: time.version }),
    onSuccess: (order, { time }) => {
      cacheWorkOrder(queryClient, order);
      toast({
        title: "Time Updated",
        description: `The activity log keeps ${time.user.fullName}'s original time.`,
      });
      onEdited();
    },
    onError: (error) => showCurrent(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useDeleteTimeEntry(id: number, onRemoved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (time: WorkTime) => call(deleteTimeEntry, { params: { id, timeId: time.id } }),
    onSuccess: (order) => {
      cacheWorkOrder(queryClient, order);
      toast({ title: "Time Removed", description: "The original stays in the activity log." });
      onRemoved();
    },
    onError: toastError,
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

function showCurrent(queryClient: QueryClient, error: unknown): void {
  const current = getCurrentRecord(workOrder, error);
  if (current !== undefined) cacheWorkOrder(queryClient, current);
}
