import { useCallback } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Change, type WorkOrderRef, workOrderKey } from "#web/offline-queue/change.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { useUser } from "#web/session/session.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import { statusAfterStep } from "../../work.ts";
import type { ChangeKind, Payloads } from "./change-types.ts";

type CurrentUser = Pick<SessionUser, "id" | "fullName">;
type Effects = {
  [K in ChangeKind]?: (
    order: WorkOrderRow,
    change: { payload: Payloads[K]; happenedAt: string; me: CurrentUser },
  ) => WorkOrderRow;
};

/** Predicts how the server will apply each kind of change to a work order. */
const effects: Effects = {
  "assign-to-me": (order, { me }) => ({ ...order, assignee: { id: me.id, fullName: me.fullName } }),
  unassign: (order) => ({ ...order, assignee: null }),
  start: (order, { me }) => ({
    ...order,
    status: statusAfterStep.start,
    pause: null,
    assignee: order.assignee ?? { id: me.id, fullName: me.fullName },
  }),
  pause: (order, { payload: { reason, until = null }, happenedAt }) => ({
    ...order,
    status: statusAfterStep.pause,
    pause: reason === undefined ? order.pause : { reason, until, since: happenedAt },
  }),
  complete: (order) => ({ ...order, status: statusAfterStep.complete, pause: null }),
  signature: (order, { payload }) => ({ ...order, signatureUrl: payload.signature }),
};

/** Returns a work order's unsent changes in order, without rejected changes, which have no effect. */
export const findPendingChanges = (changes: readonly Change[], ref: WorkOrderRef): Change[] =>
  changes.filter(
    ({ orderRef, state }) => state === "waiting" && workOrderKey(orderRef) === workOrderKey(ref),
  );

/** Applies the changes made on this phone to a work order. */
function applyChanges<Order extends WorkOrderRow>(
  order: Order,
  changes: readonly Change[],
  me: CurrentUser,
): Order {
  let predictedOrder = order;
  for (const { kind, payload, happenedAt } of changes) {
    const effect = effects[kind as ChangeKind] as
      | ((
          order: WorkOrderRow,
          change: { payload: unknown; happenedAt: string; me: CurrentUser },
        ) => WorkOrderRow)
      | undefined;
    if (effect !== undefined)
      predictedOrder = { ...predictedOrder, ...effect(predictedOrder, { payload, happenedAt, me }) };
  }
  return predictedOrder;
}

/** The work order with its unsent changes. */
export function useWithPendingChanges(order: WorkOrder): WorkOrder {
  const { changes } = useQueueState();
  const me = useUser();
  const pendingChanges = findPendingChanges(changes, { id: order.id });
  return pendingChanges.length === 0
    ? order
    : addPendingSignatures(applyChanges(order, pendingChanges, me), pendingChanges, me);
}

/** Returns a function that applies the unsent changes to each work order in a list. */
export function useApplyPendingChanges(): <Order extends WorkOrderRow>(order: Order) => Order {
  const { changes } = useQueueState();
  const me = useUser();
  return useCallback(
    (order) => applyChanges(order, findPendingChanges(changes, { id: order.id }), me),
    [changes, me],
  );
}

/** The number of a work order's unsent changes. */
export function usePendingCount(orderId: number): number {
  const { changes } = useQueueState();
  return changes.length === 0 ? 0 : findPendingChanges(changes, { id: orderId }).length;
}

function addPendingSignatures(order: WorkOrder, changes: readonly Change[], me: CurrentUser): WorkOrder {
  const pendingSignatures = changes
    .filter(({ kind }) => kind === "signature")
    .map(({ turn, payload, happenedAt }) => {
      const { signature, signedByName = me.fullName } = payload as Payloads["signature"];
      return {
        id: -turn,
        url: signature,
        signedByName,
        signedBy: { id: me.id, fullName: me.fullName },
        signedAt: happenedAt,
        changedAfterSigning: false,
      };
    });
  return { ...order, signatures: [...pendingSignatures.reverse(), ...order.signatures] };
}
