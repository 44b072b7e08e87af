import { pauseReasons } from "#domains/work-orders/work.ts";
import type { NewChange, Photo, WorkOrderRef } from "#web/offline-queue/change.ts";
import { resolveRequest } from "./dispatcher.ts";
import type { Phone } from "./phone.ts";
import type { VisibleWorkOrder } from "./portal-server.ts";
import { perform, type UserAction } from "./user-action.ts";

/** The actions of technicians, weighted by frequency. */
const actionWeights = {
  start: 16,
  pause: 9,
  complete: 14,
  comment: 20,
  photo: 14,
  time: 6,
  signature: 5,
  report: 3,
  "assign-to-me": 6,
  unassign: 3,
  /** Resolves a conflict or retries a rejected change. */
  resolve: 6,
};
/** An action on an existing work order. */
type Step = Exclude<keyof typeof actionWeights, "resolve" | "report">;

const unfinished = ["open", "urgent", "scheduled"];

/** When each action makes sense for a work order as shown on the screen. */
const isPossible: Record<Step, (order: VisibleWorkOrder, userId: number) => boolean> = {
  start: ({ status, assigneeId }, userId) =>
    [...unfinished, "in_progress"].includes(status) && [null, userId].includes(assigneeId),
  pause: ({ status, assigneeId }, userId) => status === "in_progress" && assigneeId === userId,
  complete: ({ status, assigneeId }, userId) => status === "in_progress" && assigneeId === userId,
  comment: () => true,
  photo: ({ assigneeId }, userId) => assigneeId === userId,
  time: ({ assigneeId }, userId) => assigneeId === userId,
  signature: ({ status, assigneeId }, userId) => status === "completed" && assigneeId === userId,
  "assign-to-me": ({ assigneeId, status }) => assigneeId === null && unfinished.includes(status),
  unassign: ({ assigneeId, status }, userId) => assigneeId === userId && unfinished.includes(status),
};

export interface Fixtures {
  photo: Photo;
  /** A pen stroke as a data URL. */
  stroke: string;
  propertyId: number;
}

/** Takes an action as the user signed in on the phone. Returns undefined if no change is queued. */
export function takeAction(phone: Phone, number: number, fixtures: Fixtures): UserAction | undefined {
  const { random } = phone.options.simulation;
  const userId = phone.user;
  if (userId === undefined) return undefined;
  const action = random.pickWeighted(actionWeights);
  if (action === "resolve" && retryOrResolve(phone)) return undefined;
  const visible = phone.visibleWorkOrders();
  if (action === "report" || visible.length === 0)
    return perform(phone, { number, userId, change: buildReport(number, fixtures) }, []);
  const preferred = action === "resolve" ? "comment" : action;
  const matching = visible.filter((order) => isPossible[preferred](order, userId));
  const step = matching.length > 0 ? preferred : "comment";
  const candidates = matching.length > 0 ? matching : visible;
  // Most work happens on the first few work orders.
  const order = random.pick(candidates.slice(0, random.chance(0.5) ? 4 : candidates.length));
  const { status, assigneeId } = order;
  const change = {
    kind: step,
    orderRef: refFor(phone, order),
    payload: buildPayload(step, phone, { number, fixtures }),
    ...(["start", "pause", "complete"].includes(step) && { seen: { status, assigneeId } }),
  };
  return perform(phone, { number, userId, change }, step === "photo" ? [fixtures.photo] : []);
}

const buildReport = (number: number, { propertyId }: Fixtures): NewChange => ({
  kind: "report",
  orderRef: { localId: "" },
  payload: {
    title: `Report ${number}`,
    description: "It drips day and night.",
    category: "Plumbing",
    location: "Roof",
    priority: "medium",
    propertyId: String(propertyId),
  },
});

function buildPayload(
  step: Step,
  phone: Phone,
  { number, fixtures }: { number: number; fixtures: Fixtures },
): unknown {
  const { nowMs, random } = phone.options.simulation;
  const startedMs = nowMs - 3 * 86_400_000;
  const payloads: Partial<Record<Step, unknown>> = {
    pause: { reason: random.pick(pauseReasons), until: null },
    comment: { text: `Comment ${number}`, internal: false },
    photo: { label: "" },
    time: {
      startedAt: new Date(startedMs).toISOString(),
      endedAt: new Date(startedMs + 600_000).toISOString(),
      note: `Time ${number}`,
    },
    signature: { signature: fixtures.stroke, signedByName: `Tenant ${number}` },
  };
  return payloads[step] ?? {};
}

function refFor(phone: Phone, { id }: VisibleWorkOrder): WorkOrderRef {
  if (id > 0) return { id };
  const report = phone.tabs[0]?.queue.getState().changes.find(({ turn }) => turn === -id);
  if (report === undefined) throw new Error("The screen shows a new work order that isn't on this phone.");
  return { localId: report.id };
}

/** Retries a rejected change and resolves a conflict. Returns false if there is neither. */
function retryOrResolve(phone: Phone): boolean {
  const { simulation, network } = phone.options;
  const queue = phone.tabs[0]?.queue;
  const rejected = queue?.getState().changes.find(({ state }) => state === "needs-you");
  if (rejected !== undefined) void queue?.tryAgain(rejected.id);
  const conflict = phone.conflicts[0];
  if (conflict === undefined) return rejected !== undefined;
  const { user = null } = phone;
  const choice = {
    ...resolveRequest(conflict, simulation.random.chance(0.5)),
    key: `choice-${user}-${simulation.nowMs}`,
  };
  void network
    .send(choice, () => user)
    .then(
      () => phone.load(),
      () => undefined,
    );
  return true;
}
