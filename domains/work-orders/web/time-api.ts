import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { ApiError, call } from "#web/api-client.ts";
import { oneKeyPerContent } from "#web/one-key-per-content.ts";
import { currentOf } from "#web/refusal.ts";
import { toastFailure } from "#web/toast-failure.ts";
import { toast } from "#web/ui/toast.tsx";
import { type WorkOrder, workOrder } from "../contract.ts";
import type { WorkTime } from "../work.ts";
import { addTime, correctTime, removeTime } from "../work-contract.ts";
import { placeOrder, refreshAfterChange } from "./order-cache.ts";
import { keepChange, useKeepsChanges } from "./unsent/keep-change.ts";

/** `onAdded` is also called when the time is kept on the phone, where it stays if the server refuses it. */
export function useAddTime(id: number, onAdded: () => void) {
  const queryClient = useQueryClient();
  const [keyOf] = useState(oneKeyPerContent);
  const keeps = useKeepsChanges();
  return useMutation({
    mutationFn: async (body: SentBodyOf<typeof addTime>): Promise<WorkOrder | null> =>
      keeps
        ? keepChange({ kind: "time", orderId: id, payload: body })
        : call(addTime, { params: { id }, body, idempotencyKey: keyOf(body) }),
    onSuccess: (order) => {
      onAdded();
      if (order === null) return;
      placeOrder(queryClient, order);
      toast({ title: "Time Added", description: "It stands on the work order." });
    },
    onError: (error) => {
      if (!keeps) return;
      toastFailure(error);
      if (error instanceof ApiError) onAdded();
    },
    onSettled: (order) => order !== null && void refreshAfterChange(queryClient, id),
  });
}

export function useCorrectTime(id: number, onCorrected: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ time, body }: { time: WorkTime; body: SentBodyOf<typeof correctTime> }) =>
      call(correctTime, { params: { id, timeId: time.id }, body, version: time.version }),
    onSuccess: (order, { time }) => {
      placeOrder(queryClient, order);
      toast({
        title: "Time Corrected",
        description: `The log keeps what the time of ${time.user.fullName} was before.`,
      });
      onCorrected();
    },
    onError: (error) => showCurrent(queryClient, error),
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

export function useRemoveTime(id: number, onRemoved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (time: WorkTime) => call(removeTime, { params: { id, timeId: time.id } }),
    onSuccess: (order) => {
      placeOrder(queryClient, order);
      toast({ title: "Time Removed", description: "The log keeps what it was." });
      onRemoved();
    },
    onError: toastFailure,
    onSettled: () => void refreshAfterChange(queryClient, id),
  });
}

function showCurrent(queryClient: QueryClient, error: unknown): void {
  const current = currentOf(workOrder, error);
  if (current !== undefined) placeOrder(queryClient, current);
}
