import { useRef, useState } from "react";
import { call } from "#web/api-client.ts";
import { idempotencyKeyPerContent } from "#web/idempotency-key.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { changeStatus, comment, sign, type WorkOrder } from "../../contract.ts";
import { addTimeEntry, doWork } from "../../work-contract.ts";
import type { Kind } from "../offline-queue/change-types.ts";
import type { NewChange } from "../offline-queue/offline-queue.ts";
import { getResponse, loadOfflineQueue, useSavesOffline } from "../offline-queue/save-change.ts";
import { useChangeStatus } from "../view/mutations.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

export interface FinishedWork {
  note: string;
  /** Time that no timer has recorded. */
  time: { startedAt: string; endedAt: string } | null;
  signature: { signature: string; signedByName: string; contentHash: string } | null;
}

const undoMs = 10_000;

/** Sends all that belongs to the end of the work: the note, the time, the completion, and the signature. */
export function useFinishWork(order: WorkOrder, onDone: () => void) {
  const isSavedFirst = useSavesOffline() && order.can.work;
  const { mutate: moveBack } = useChangeStatus();
  const [getKey] = useState(idempotencyKeyPerContent);
  // What an earlier attempt has sent isn't sent again.
  const sent = useRef(new Set<Kind>());
  const { id, status, assignee } = order;
  const seen = { status, assigneeId: assignee?.id ?? null };

  const once = async <Result>(kind: Kind, send: () => Promise<Result>): Promise<Result | null> => {
    if (sent.current.has(kind)) return null;
    const result = await send();
    sent.current.add(kind);
    return result;
  };
  const save = async <K extends Kind>(change: NewChange<K>) => {
    const { enqueueAndWait } = await loadOfflineQueue();
    return once(change.kind, () => enqueueAndWait(change));
  };

  const saveAll = async ({ note, time, signature }: FinishedWork): Promise<WorkOrder | null> => {
    if (note !== "") await save({ kind: "comment", orderId: id, payload: { text: note, internal: false } });
    if (time !== null) await save({ kind: "time", orderId: id, payload: time });
    const completed = await save({ kind: "complete", orderId: id, payload: {}, seen });
    const signed =
      signature === null ? null : await save({ kind: "signature", orderId: id, payload: signature });
    const last = signed ?? completed;
    return last === null ? null : getResponse<"complete">(last);
  };
  const sendAll = async ({ note, time, signature }: FinishedWork): Promise<WorkOrder> => {
    if (note !== "") {
      const body = { text: note, internal: false };
      await once("comment", () => call(comment, { params: { id }, body, idempotencyKey: getKey(body) }));
    }
    if (time !== null)
      await once("time", () =>
        call(addTimeEntry, { params: { id }, body: time, idempotencyKey: getKey(time) }),
      );
    const completed = order.can.work
      ? await call(doWork, { params: { id }, body: { step: "complete", expected: seen } })
      : await call(changeStatus, { params: { id }, body: { status: "completed" } });
    if (signature === null) return completed;
    const { contentHash: _, ...body } = signature;
    try {
      return await call(sign, { params: { id }, body, version: completed.version });
    } catch (error) {
      // It is completed, and can be signed in its panel.
      toastError(error);
      return completed;
    }
  };
  return useWorkOrderMutation(id, {
    change: isSavedFirst ? saveAll : sendAll,
    describe: (finished, { signature }) => ({
      ...(signature === null || finished.signatureUrl === null
        ? { title: "Status Updated", description: "Work order status has been updated successfully." }
        : { title: "Signature Saved", description: "Work order has been signed successfully." }),
      durationMs: undoMs,
      ...(finished.can.moveTo.includes("in_progress") && {
        action: { label: "Undo", onPress: () => moveBack({ row: finished, to: "in_progress" }) },
      }),
    }),
    onDone: () => {
      navigator.vibrate?.(15);
      onDone();
    },
  });
}

/** Says that the signature was received, before it is saved (SIG-10). */
export const toastSignature = () =>
  toast({ title: "Signature Confirmed", description: "Your signature has been added to the work order." });
