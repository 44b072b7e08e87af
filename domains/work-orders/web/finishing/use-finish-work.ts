import { useRef, useState } from "react";
import { call } from "#web/api-client.ts";
import { createIdempotencyKeys } from "#web/idempotency-key.ts";
import { toastError } from "#web/toast-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { changeStatus, comment, sign, type WorkOrder } from "../../contract.ts";
import { addTimeEntry, doWork } from "../../work-contract.ts";
import type { ChangeKind } from "../offline-queue/change-types.ts";
import type { NewChange } from "../offline-queue/offline-queue.ts";
import { getResponse, loadOfflineQueue, useSavesOffline } from "../offline-queue/save-change.ts";
import { useChangeStatus } from "../view/mutations.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

export interface FinishedWork {
  note: string;
  /** Time that no timer has recorded. */
  time: { startedAt: string; endedAt: string } | null;
  signature: { signature: string; signedByName: string; contentHash: string } | null;
  /** Whether the user's timer was running, so that Undo restarts it. */
  hadTimer: boolean;
}

const statusUpdatedToast = {
  title: "Status Updated",
  description: "Work order status has been updated successfully.",
};

interface FinishWorkOptions {
  /** Called when the note is a comment, even if the completion then fails. */
  onNoteSent: () => void;
  onDone: () => void;
}

/** Sends everything on the finishing sheet: the note, the time, the completion, and the signature. */
export function useFinishWork(order: WorkOrder, { onNoteSent, onDone }: FinishWorkOptions) {
  const savesFirst = useSavesOffline() && order.can.work;
  const { mutate: revertStatus } = useChangeStatus();
  const { mutate: restartWork } = useWorkOrderMutation(order.id, {
    change: ({ id, status, assignee }: WorkOrder) =>
      call(doWork, {
        params: { id },
        body: { step: "start", expected: { status, assigneeId: assignee?.id ?? null } },
      }),
    describe: () => statusUpdatedToast,
  });
  const [getKey] = useState(createIdempotencyKeys);
  // Changes that an earlier attempt sent aren't sent again.
  const sentKindsRef = useRef(new Set<ChangeKind>());
  const { id, status, assignee } = order;
  const expectedWork = { status, assigneeId: assignee?.id ?? null };

  const sendOnce = async <Result>(kind: ChangeKind, send: () => Promise<Result>): Promise<Result | null> => {
    if (sentKindsRef.current.has(kind)) return null;
    const result = await send();
    sentKindsRef.current.add(kind);
    if (kind === "comment") onNoteSent();
    return result;
  };
  const saveOnce = async <K extends ChangeKind>(change: NewChange<K>) => {
    const { enqueueAndWait } = await loadOfflineQueue();
    return sendOnce(change.kind, async () => {
      const outcome = await enqueueAndWait(change);
      // The minutes can be changed in the sheet, which is still open.
      if (change.kind === "time" && outcome.state === "rejected") throw outcome.error;
      return outcome;
    });
  };

  const saveAll = async ({ note, time, signature }: FinishedWork): Promise<WorkOrder | null> => {
    if (note !== "")
      await saveOnce({ kind: "comment", orderId: id, payload: { text: note, internal: false } });
    if (time !== null) await saveOnce({ kind: "time", orderId: id, payload: time });
    const completedChange = await saveOnce({
      kind: "complete",
      orderId: id,
      payload: {},
      seen: expectedWork,
    });
    const signatureChange =
      signature === null ? null : await saveOnce({ kind: "signature", orderId: id, payload: signature });
    const lastChange = signatureChange ?? completedChange;
    return lastChange === null ? null : getResponse<"complete">(lastChange);
  };
  const sendAll = async ({ note, time, signature }: FinishedWork): Promise<WorkOrder> => {
    if (note !== "") {
      const body = { text: note, internal: false };
      await sendOnce("comment", () => call(comment, { params: { id }, body, idempotencyKey: getKey(body) }));
    }
    if (time !== null)
      await sendOnce("time", () =>
        call(addTimeEntry, { params: { id }, body: time, idempotencyKey: getKey(time) }),
      );
    const completedOrder = order.can.work
      ? await call(doWork, { params: { id }, body: { step: "complete", expected: expectedWork } })
      : await call(changeStatus, { params: { id }, body: { status: "completed" } });
    if (signature === null) return completedOrder;
    const { contentHash: _, ...body } = signature;
    try {
      return await call(sign, { params: { id }, body, version: completedOrder.version });
    } catch (error) {
      // The work order is completed. It can still be signed in its panel.
      toastError(error);
      return completedOrder;
    }
  };
  return useWorkOrderMutation(id, {
    change: savesFirst ? saveAll : sendAll,
    describe: (finished, { signature, hadTimer }) => ({
      ...(signature === null || finished.signatureUrl === null
        ? statusUpdatedToast
        : { title: "Signature Saved", description: "Work order has been signed successfully." }),
      ...(finished.can.moveTo.includes("in_progress") && {
        action: {
          label: "Undo",
          onPress: () =>
            hadTimer ? restartWork(finished) : revertStatus({ row: finished, to: "in_progress" }),
        },
      }),
    }),
    onDone: () => {
      navigator.vibrate?.(15);
      onDone();
    },
  });
}

/** Confirms that the signature was received, before it is saved (SIG-10). */
export const toastSignature = () =>
  toast({ title: "Signature Confirmed", description: "Your signature has been added to the work order." });
