import { useRef } from "react";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { SentBodyOf } from "#shared/http/endpoint.ts";
import { call } from "#web/api-client.ts";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { doWork } from "../../work-contract.ts";
import { useMyTimes } from "../offline-queue/pending-times.ts";
import { saveChange, useSavesOffline } from "../offline-queue/save-change.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

type WorkRequest = Omit<SentBodyOf<typeof doWork>, "expected">;

/** Returns the id of another work order that the user's timer is running on, including unsent changes. */
export function useOtherTimer(id: number): number | undefined {
  const myTimes = useMyTimes({ isEnabled: useSavesOffline() });
  return myTimes.find(({ workOrderId, endedAt }) => workOrderId !== id && endedAt === null)?.workOrderId;
}

/**
 * Starts, pauses, or completes work. Sends the state that the screen showed, so that the server can detect
 * conflicting updates.
 */
export function useRecordWork({ id, status, assignee }: WorkOrderRow | WorkOrder) {
  const savesOffline = useSavesOffline();
  const otherOrderId = useOtherTimer(id);
  const stoppedOrderRef = useRef<number>(undefined);
  return useWorkOrderMutation(id, {
    change: async (work: WorkRequest) => {
      const expectedWork = { status, assigneeId: assignee?.id ?? null };
      const { step, ...payload } = work;
      stoppedOrderRef.current = otherOrderId;
      return savesOffline
        ? saveChange({ kind: step, orderId: id, payload, seen: expectedWork })
        : call(doWork, { params: { id }, body: { ...work, expected: expectedWork } });
    },
    describe: ({ conflicts }, { step }) => {
      if (conflicts.some(({ requested, canResolve }) => canResolve && requested.step === step))
        return {
          title: "Conflicting Updates",
          description: "Both updates were saved. Open the work order to choose one.",
        };
      if (step === "start" && stoppedOrderRef.current !== undefined)
        return {
          title: "Status Updated",
          description: `Your timer on ${workOrderNumber(stoppedOrderRef.current)} has stopped.`,
        };
      return step === "pause"
        ? { title: "Work Paused", description: "Your timer is paused until you resume." }
        : { title: "Status Updated", description: "Work order status has been updated successfully." };
    },
  });
}
