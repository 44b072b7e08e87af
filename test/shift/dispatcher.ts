import type { PortalServer, ShiftRequest, VisibleRecords } from "./portal-server.ts";
import type { Simulation } from "./simulation.ts";

/** The actions of dispatchers, weighted by frequency. */
const actionWeights = {
  assign: 30,
  cancel: 12,
  schedule: 10,
  complete: 6,
  reopen: 14,
  comment: 10,
  choose: 10,
  remove: 3,
  admit: 3,
};
type DeskAction = keyof typeof actionWeights;

/** A dispatcher's comment, with the action's number in its text. */
export interface DeskComment {
  number: number;
  userId: number;
}

export interface Desk {
  simulation: Simulation;
  server: PortalServer;
  /** Technicians currently without access to the property. */
  withoutAccess: Set<number>;
}

/** Performs one action of a dispatcher. The dispatcher's screen is as current as the network allows. */
export async function dispatch(
  desk: Desk,
  { number, userId }: { number: number; userId: number },
): Promise<DeskComment | undefined> {
  const { simulation, server } = desk;
  const visible = await simulation.whileFrozen(server.loadFromDatabase(userId));
  const action = simulation.random.pickWeighted(actionWeights);
  if (action === "admit") {
    await removeAccess(desk);
    return undefined;
  }
  const request = buildRequest(action, { desk, number, visible });
  if (request === undefined) return undefined;
  const keyedRequest = { ...request, userId, key: `desk-${number}` };
  // A double click.
  await simulation.whileFrozen(Promise.all([server.handle(keyedRequest), server.handle(keyedRequest)]));
  return action === "comment" ? { number, userId } : undefined;
}

function buildRequest(
  action: Exclude<DeskAction, "admit">,
  {
    desk: { simulation, server },
    number,
    visible: { orders, conflicts },
  }: { desk: Desk; number: number; visible: VisibleRecords },
): Pick<ShiftRequest, "method" | "path" | "body"> | undefined {
  const { random } = simulation;
  const { id, status } = random.pick(orders);
  const path = `/api/work-orders/${id}`;
  const changeStatus = (to: string) => ({
    method: "PATCH",
    path: `${path}/status`,
    body: {
      status: to,
      expectedStatus: status,
      ...(to === "cancelled" ? { reason: "Reported twice." } : {}),
    },
  });
  switch (action) {
    case "assign": {
      const userId = random.chance(0.2) ? null : random.pick(server.technicians);
      return { method: "PUT", path: `${path}/assignee`, body: { userId } };
    }
    case "cancel":
      return changeStatus("cancelled");
    case "schedule":
      return changeStatus("scheduled");
    case "complete":
      return changeStatus("completed");
    case "reopen":
      return changeStatus("open");
    case "comment":
      return {
        method: "POST",
        path: `${path}/comments`,
        body: { text: `Comment ${number}`, internal: false },
      };
    case "choose":
      return conflicts[0] && resolveRequest(conflicts[0], random.chance(0.5));
    case "remove":
      return { method: "DELETE", path };
  }
}

export const resolveRequest = ({ id, orderId }: { id: number; orderId: number }, use: boolean) => ({
  method: "POST",
  path: `/api/work-orders/${orderId}/conflicts/${id}/resolve`,
  body: { use },
});

/**
 * Removes one technician's access to the property and restores it later. Affects one technician at a time.
 */
async function removeAccess({ simulation, server, withoutAccess }: Desk): Promise<void> {
  const { random } = simulation;
  const id = random.pick(server.technicians);
  if (withoutAccess.size > 0) return;
  withoutAccess.add(id);
  await simulation.whileFrozen(server.setAccess(id, false));
  simulation.after(random.integer(5, 40) * 60_000, () => {
    withoutAccess.delete(id);
    void simulation.whileFrozen(server.setAccess(id, true));
  });
}
