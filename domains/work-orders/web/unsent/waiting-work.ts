import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Change, keyOf, type OrderRef } from "#web/outbox/change.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { useUser } from "#web/session/session.tsx";
import type { WorkOrder, WorkOrderRow } from "../../contract.ts";
import type { MyDay, OrderOfMyDay } from "../../my-day-contract.ts";
import { statusAfter } from "../../work.ts";
import type { Kind, Payloads } from "./change-kinds.ts";

type Me = Pick<SessionUser, "id" | "fullName">;
type Effects = {
  [K in Kind]?: (
    order: WorkOrderRow,
    work: { payload: Payloads[K]; happenedAt: string; me: Me },
  ) => WorkOrderRow;
};

/** What each kind of change does to an order, as the server will do it. */
const effects: Effects = {
  take: (order, { me }) => ({ ...order, assignee: { id: me.id, fullName: me.fullName } }),
  "hand-back": (order) => ({ ...order, assignee: null }),
  start: (order, { me }) => ({
    ...order,
    status: statusAfter.start,
    pause: null,
    assignee: order.assignee ?? { id: me.id, fullName: me.fullName },
  }),
  pause: (order, { payload: { reason, until = null }, happenedAt }) => ({
    ...order,
    status: statusAfter.pause,
    pause: reason === undefined ? order.pause : { reason, until, since: happenedAt },
  }),
  complete: (order) => ({ ...order, status: statusAfter.complete, pause: null }),
  signature: (order, { payload }) => ({ ...order, signatureUrl: payload.signature }),
};

/** The changes of an order that are still to be sent, in turn; what the server refused has no effect. */
export const waitingFor = (changes: readonly Change[], ref: OrderRef): Change[] =>
  changes.filter(({ orderRef, state }) => state === "waiting" && keyOf(orderRef) === keyOf(ref));

/** An order with the effect of what was done to it on this phone. */
function afterWork<Order extends WorkOrderRow>(order: Order, changes: readonly Change[], me: Me): Order {
  let after = order;
  for (const { kind, payload, happenedAt } of changes) {
    const effect = effects[kind as Kind] as
      | ((order: WorkOrderRow, work: { payload: unknown; happenedAt: string; me: Me }) => WorkOrderRow)
      | undefined;
    if (effect !== undefined) after = { ...after, ...effect(after, { payload, happenedAt, me }) };
  }
  return after;
}

/** The order with what waits to be sent. */
export function useWithWaiting(order: WorkOrder): WorkOrder {
  const { changes } = useOutbox();
  const me = useUser();
  const waiting = waitingFor(changes, { id: order.id });
  return waiting.length === 0 ? order : withSignatures(afterWork(order, waiting, me), waiting, me);
}

/** The same for the rows of a list. */
export function useRowsWithWaiting<Rows extends readonly WorkOrderRow[] | undefined>(
  rows: Rows,
): Rows | readonly WorkOrderRow[] {
  const { changes } = useOutbox();
  const me = useUser();
  if (rows === undefined || changes.length === 0) return rows;
  return rows.map((row) => afterWork(row, waitingFor(changes, { id: row.id }), me));
}

/** The same for the orders of a day. */
export function useDayWithWaiting(day: MyDay | undefined): MyDay | undefined {
  const { changes } = useOutbox();
  const me = useUser();
  if (day === undefined || changes.length === 0) return day;
  const after = (of: OrderOfMyDay): OrderOfMyDay => ({
    ...of,
    order: afterWork(of.order, waitingFor(changes, { id: of.order.id }), me),
  });
  return { ...day, own: day.own.map(after), unassigned: day.unassigned.map(after) };
}

/** How many changes of an order wait. */
export function useWaitingCount(orderId: number): number {
  const { changes } = useOutbox();
  return changes.length === 0 ? 0 : waitingFor(changes, { id: orderId }).length;
}

function withSignatures(order: WorkOrder, changes: readonly Change[], me: Me): WorkOrder {
  const made = changes
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
  return { ...order, signatures: [...made.reverse(), ...order.signatures] };
}
