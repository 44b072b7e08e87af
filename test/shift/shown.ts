import type { Change } from "#web/outbox/change.ts";
import type { Shown } from "./field-server.ts";

/** The orders with the effect of the changes that wait, as the screen shows them. Reports have the turn as a negative number. */
export function shownWith(orders: readonly Shown[], changes: readonly Change[], userId: number): Shown[] {
  const shown = new Map(orders.map((order) => [order.id, order]));
  const numbers = new Map<string, number>();
  for (const { kind, orderRef, payload, id, turn, state } of changes) {
    if (kind === "report") {
      const { title } = payload as { title: string };
      numbers.set(id, -turn);
      shown.set(-turn, { id: -turn, title, status: "open", assigneeId: null });
    }
    if (state !== "waiting") continue;
    const number = "id" in orderRef ? orderRef.id : numbers.get(orderRef.localId);
    const order = number === undefined ? undefined : shown.get(number);
    if (order !== undefined) shown.set(order.id, { ...order, ...effectOf(kind, order, userId) });
  }
  return [...shown.values()];
}

function effectOf(kind: string, { assigneeId }: Shown, userId: number): Partial<Shown> {
  switch (kind) {
    case "take":
      return { assigneeId: userId };
    case "hand-back":
      return { assigneeId: null };
    case "start":
      return { status: "in_progress", assigneeId: assigneeId ?? userId };
    case "pause":
      return { status: "in_progress" };
    case "complete":
      return { status: "completed" };
    default:
      return {};
  }
}
