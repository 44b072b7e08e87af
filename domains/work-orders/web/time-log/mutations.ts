import { useState } from "react";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import type { WorkTime } from "../../work.ts";
import { addTimeEntry, deleteTimeEntry, editTimeEntry } from "../../work-contract.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

/** Also calls `onAdded` if the time entry is only saved on the phone. The form shows errors. */
export function useAddTimeEntry(id: number, onAdded: () => void) {
  const [getKey] = useState(createIdempotencyKeys);
  const savesOffline = useSavesOffline();
  return useWorkOrderMutation(id, {
    change: async (body: SentBodyOf<typeof addTimeEntry>) =>
      savesOffline
        ? saveChange({ kind: "time", orderId: id, payload: body })
        : call(addTimeEntry, { params: { id }, body, idempotencyKey: getKey(body) }),
    describe: () => ({ title: "Time Added", description: "It's now on the work order." }),
    onDone: onAdded,
    onFailed: () => undefined,
  });
}

/** The form shows errors. */
export const useEditTimeEntry = (id: number, onEdited: () => void) =>
  useWorkOrderMutation(id, {
    change: ({ time, body }: { time: WorkTime; body: SentBodyOf<typeof editTimeEntry> }) =>
      call(editTimeEntry, { params: { id, timeId: time.id }, body, version: time.version }),
    describe: (_, { time }) => ({
      title: "Time Updated",
      description: `The activity log keeps ${time.user.fullName}'s original time.`,
    }),
    onDone: onEdited,
    onFailed: () => undefined,
  });

export const useDeleteTimeEntry = (id: number, onRemoved: () => void) =>
  useWorkOrderMutation(id, {
    change: (time: WorkTime) => call(deleteTimeEntry, { params: { id, timeId: time.id } }),
    describe: () => ({ title: "Time Removed", description: "The original stays in the activity log." }),
    onDone: onRemoved,
  });
