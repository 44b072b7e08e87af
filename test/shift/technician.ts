import { pauseReasons } from "#domains/work-orders/work.ts";
import type { NewChange, OrderRef, Photo } from "#web/outbox/change.ts";
import { choiceIn } from "./dispatcher.ts";
import type { Shown } from "./field-server.ts";
import type { Phone } from "./phone.ts";
import { type Pressed, press } from "./pressed.ts";

/** What technicians do, by how often. */
const habits = {
  start: 16,
  pause: 9,
  complete: 14,
  comment: 20,
  photo: 14,
  time: 6,
  signature: 5,
  report: 3,
  take: 6,
  "hand-back": 3,
  /** Chooses in a clash, or tries again what was refused. */
  settle: 6,
};
/** What is done to an order that is there. */
type Step = Exclude<keyof typeof habits, "settle" | "report">;

const unfinished = ["open", "urgent", "scheduled"];

/** Where each makes sense, as the screen shows the order. */
const suits: Record<Step, (order: Shown, userId: number) => boolean> = {
  start: ({ status, assigneeId }, userId) =>
    [...unfinished, "in_progress"].includes(status) && [null, userId].includes(assigneeId),
  pause: ({ status, assigneeId }, userId) => status === "in_progress" && assigneeId === userId,
  complete: ({ status, assigneeId }, userId) => status === "in_progress" && assigneeId === userId,
  comment: () => true,
  photo: ({ assigneeId }, userId) => assigneeId === userId,
  time: ({ assigneeId }, userId) => assigneeId === userId,
  signature: ({ status, assigneeId }, userId) => status === "completed" && assigneeId === userId,
  take: ({ assigneeId, status }) => assigneeId === null && unfinished.includes(status),
  "hand-back": ({ assigneeId, status }, userId) => assigneeId === userId && unfinished.includes(status),
};

export interface Means {
  photo: Photo;
  /** A stroke of the pen. */
  stroke: string;
  propertyId: number;
}

/** The technician who has the phone does something. Undefined: nothing that the phone keeps. */
export function actOn(phone: Phone, mark: number, means: Means): Pressed | undefined {
  const { draws } = phone.parts.world;
  const userId = phone.user;
  if (userId === undefined) return undefined;
  const habit = draws.byWeight(habits);
  if (habit === "settle" && settle(phone)) return undefined;
  const shown = phone.shown();
  if (habit === "report" || shown.length === 0)
    return press(phone, { mark, userId, change: reportOf(mark, means) }, []);
  const wanted = habit === "settle" ? "comment" : habit;
  const suitable = shown.filter((order) => suits[wanted](order, userId));
  const step = suitable.length > 0 ? wanted : "comment";
  const among = suitable.length > 0 ? suitable : shown;
  // Most work is on the few orders that one is at.
  const order = draws.oneOf(among.slice(0, draws.happens(0.5) ? 4 : among.length));
  const { status, assigneeId } = order;
  const change = {
    kind: step,
    orderRef: refOf(phone, order),
    payload: payloadOf(step, phone, { mark, means }),
    ...(["start", "pause", "complete"].includes(step) && { seen: { status, assigneeId } }),
  };
  return press(phone, { mark, userId, change }, step === "photo" ? [means.photo] : []);
}

const reportOf = (mark: number, { propertyId }: Means): NewChange => ({
  kind: "report",
  orderRef: { localId: "" },
  payload: {
    title: `Report ${mark}`,
    description: "It drips day and night.",
    category: "Plumbing",
    location: "Roof",
    priority: "medium",
    propertyId: String(propertyId),
  },
});

function payloadOf(step: Step, phone: Phone, { mark, means }: { mark: number; means: Means }): unknown {
  const { nowMs, draws } = phone.parts.world;
  const startedMs = nowMs - 3 * 86_400_000;
  const payloads: Partial<Record<Step, unknown>> = {
    pause: { reason: draws.oneOf(pauseReasons), until: null },
    comment: { text: `Comment ${mark}`, internal: false },
    photo: { label: "" },
    time: {
      startedAt: new Date(startedMs).toISOString(),
      endedAt: new Date(startedMs + 600_000).toISOString(),
      note: `Time ${mark}`,
    },
    signature: { signature: means.stroke, signedByName: `Tenant ${mark}` },
  };
  return payloads[step] ?? {};
}

function refOf(phone: Phone, { id }: Shown): OrderRef {
  if (id > 0) return { id };
  const report = phone.tabs[0]?.outbox.state().changes.find(({ turn }) => turn === -id);
  if (report === undefined) throw new Error("The screen shows a report that is not on this phone.");
  return { localId: report.id };
}

/** Tries again what the server refused, or chooses in a clash; false when there is neither. */
function settle(phone: Phone): boolean {
  const { world, line } = phone.parts;
  const outbox = phone.tabs[0]?.outbox;
  const refused = outbox?.state().changes.find(({ state }) => state === "needs-you");
  if (refused !== undefined) void outbox?.tryAgain(refused.id);
  const clash = phone.clashes[0];
  if (clash === undefined) return refused !== undefined;
  const { user = null } = phone;
  const choice = { ...choiceIn(clash, world.draws.happens(0.5)), key: `choice-${user}-${world.nowMs}` };
  void line
    .send(choice, () => user)
    .then(
      () => phone.load(),
      () => undefined,
    );
  return true;
}
