import { statusAfter, type WorkStep } from "#domains/work-orders/work.ts";
import type { Change } from "#web/outbox/change.ts";
import type { Day } from "./day.ts";
import type { Kept, Logged, Shown } from "./field-server.ts";
import type { Done } from "./line.ts";
import type { Pressed } from "./pressed.ts";

/** A clock that is known is right to the seconds that an answer takes. */
const toleranceMs = 12_000;
/** What is sent at once has the time at which it came, also over a slow line. */
const slowLineMs = 30_000;
const dayMs = 86_400_000;

/** What a day left behind that must not be, a sentence each. */
export async function faultsOf(day: Day): Promise<string[]> {
  const kept = await day.server.kept();
  const waiting = (await Promise.all(day.phones.map(({ store }) => store.all()))).flat();
  return [
    ...day.lines.flatMap(({ faults }) => faults),
    ...lostOf(day, waiting),
    ...doubledOf(day, kept),
    ...(await hiddenClashesOf(day, kept)),
    ...wrongStepsOf(day, kept),
    ...wrongTimesOf(day, kept),
    ...disorderOf(day),
    ...brokenLogsOf(kept),
    ...(await unequalDevicesOf(day, kept)),
  ];
}

const nameOf = ({ mark, change, userId, atMs, key }: Pressed) =>
  `${change.kind} ${mark} of ${userId} at ${new Date(atMs).toISOString()} (${key})`;

const firstOf = ({ done }: Pick<Day, "done">, { key }: Pressed): Done | undefined =>
  key === undefined ? undefined : done.get(key);

/** What somebody pressed is with the portal, or on the phone with a reason, or behind such a one, or waits for its user. */
function lostOf({ pressed, phones, done }: Day, waiting: readonly Change[]): string[] {
  const faults: string[] = [];
  const isThere = new Set(waiting.map(({ id }) => id));
  for (const one of pressed) {
    if (one.key === undefined) continue;
    const by = done.get(one.key)?.asked.userId;
    if (by !== undefined && by !== one.userId) faults.push(`${nameOf(one)}: sent by ${by}`);
    if (by === undefined && !isThere.has(one.key) && one.isRefused !== true)
      faults.push(`${nameOf(one)}: lost`);
  }
  for (const { kind, id, state, reason } of waiting)
    if (state === "needs-you" && !reason) faults.push(`${kind} (${id}): needs somebody without a reason`);
  for (const { tabs } of phones) {
    const changes = tabs[0]?.outbox.state().changes ?? [];
    const refs = (state: Change["state"]) =>
      changes.filter((one) => one.state === state).map(({ orderRef }) => JSON.stringify(orderRef));
    const needing = new Set(refs("needs-you"));
    for (const ref of refs("waiting"))
      if (!needing.has(ref)) faults.push(`A change of order ${ref} still waits in the evening`);
  }
  return faults;
}

/** Each comment, photo, time, signature and report is there once when it was sent, and never twice. */
function doubledOf(day: Day, kept: Kept): string[] {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { actionType, particulars, userId } of kept.log)
    if (actionType === "comment_added") count(`${userId} ${String(particulars["text"])}`);
  for (const { note, userId } of kept.times) count(`${userId} ${note}`);
  for (const { signedBy } of kept.signatures) count(signedBy);
  for (const { title } of kept.orders) count(title);
  for (const { orderId, userId } of kept.photos) count(`photos of ${userId} on ${orderId}`);
  const faults: string[] = [];
  const photos = new Map<string, number>();
  for (const one of day.pressed) {
    const { change, mark, userId, key } = one;
    const first = firstOf(day, one);
    if (change.kind === "photo" && first !== undefined) {
      const of = `photos of ${userId} on ${orderOf(first)}`;
      photos.set(of, (photos.get(of) ?? 0) + 1);
    }
    const what = {
      comment: `${userId} Comment ${mark}`,
      time: `${userId} Time ${mark}`,
      signature: `Tenant ${mark}`,
      report: `Report ${mark}`,
    }[change.kind];
    if (what === undefined) continue;
    const there = counts.get(what) ?? 0;
    // The program may have been killed before it could say that it is kept.
    const isRight = key === undefined ? there <= 1 : there === (first === undefined ? 0 : 1);
    if (!isRight) faults.push(`${nameOf(one)}: ${there} times in the portal`);
  }
  for (const [of, times] of photos) if ((counts.get(of) ?? 0) < times) faults.push(`${of}: some are missing`);
  const unsure = day.pressed.filter(({ key, change }) => key === undefined && change.kind === "photo").length;
  const sent = [...photos.values()].reduce((sum, times) => sum + times, 0);
  if (kept.photos.length > sent + unsure)
    faults.push(`${kept.photos.length} photos are there, ${sent} were sent`);
  for (const { mark, userId } of day.deskComments)
    if (counts.get(`${userId} Comment ${mark}`) !== 1)
      faults.push(`comment ${mark} at a desk: not there once`);
  return faults;
}

/** The order that a request was about. */
const orderOf = ({ asked: { path } }: Done) => Number(path.split("/")[3] ?? 0);

/** Entries that one person made on one order at one moment. */
const momentOf = (orderId: number, userId: number, happenedMs: number) =>
  `${orderId} ${userId} ${happenedMs}`;

/** An entry, and who had the order before. */
type LoggedOf = Logged & { assigneeId: number | null };

function byMoment({ log, orders }: Kept): Map<string, LoggedOf[]> {
  const assignees = new Map<number, number | null>();
  const assigned = log.filter(({ actionType }) => actionType === "assigned");
  for (const { id, assigneeId } of orders) assignees.set(id, assigneeId);
  for (const { orderId, particulars } of assigned.reverse())
    assignees.set(orderId, particulars["from"] as number | null);
  const found = new Map<string, LoggedOf[]>();
  for (const entry of log) {
    const { orderId, userId, happenedMs, actionType, particulars } = entry;
    const moment = momentOf(orderId, userId, happenedMs);
    const assigneeId = assignees.get(orderId) ?? null;
    found.set(moment, [...(found.get(moment) ?? []), { ...entry, assigneeId }]);
    if (actionType === "assigned") assignees.set(orderId, particulars["to"] as number | null);
  }
  return found;
}

/**
 * After a step the order is what was asked for, or the answer has the clash; and it is changed only from what the phone had
 * shown, so that nothing is overwritten by somebody who did not know of it.
 */
function wrongStepsOf(day: Day, kept: Kept): string[] {
  const faults: string[] = [];
  const moments = byMoment(kept);
  for (const one of day.pressed) {
    const first = firstOf(day, one);
    const { kind, seen } = one.change;
    if (first === undefined || seen === undefined) continue;
    const answer = JSON.parse(first.text) as {
      status: string;
      clashes: { asked: { did: string }; by: { id: number } }[];
    };
    const isClash = answer.clashes.some(({ asked, by }) => asked.did === kind && by.id === one.userId);
    if (answer.status !== statusAfter[kind as WorkStep] && !isClash)
      faults.push(`${nameOf(one)}: the order became ${answer.status}, and nobody is asked`);
    // Several steps may have the same time by a clock that was set since the server told it.
    if (!one.isClockKnown) continue;
    const entries = moments.get(momentOf(orderOf(first), one.userId, first.happenedMs)) ?? [];
    const clashes = entries.filter(
      ({ actionType, particulars }) => actionType === "clash" && "found" in particulars,
    );
    const moves = entries.filter(({ actionType }) => actionType === "status_changed");
    if (clashes.length + moves.length > 1) faults.push(`${nameOf(one)}: done twice, or also kept as a clash`);
    for (const { particulars } of moves)
      if (particulars["from"] !== seen.status)
        faults.push(
          `${nameOf(one)}: overwrote ${String(particulars["from"])}, and the phone showed ${seen.status}`,
        );
    for (const { assigneeId } of moves)
      if (assigneeId !== seen.assigneeId && assigneeId !== one.userId)
        faults.push(
          `${nameOf(one)}: moved the order of ${assigneeId}, and the phone showed ${seen.assigneeId}`,
        );
  }
  return faults;
}

/** A clash is in the list of its technician and of every dispatcher, or somebody has chosen; the log has each. */
async function hiddenClashesOf({ server }: Day, { log, clashes, orders }: Kept): Promise<string[]> {
  const faults: string[] = [];
  const isThere = new Set(orders.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  const shownTo = new Map<number, Set<number>>();
  for (const id of [...server.technicians, ...server.dispatchers])
    shownTo.set(id, new Set((await server.load(id)).clashes.map((clash) => clash.id)));
  for (const { id, orderId, userId, isOpen } of clashes)
    for (const person of isOpen && isThere.has(orderId) ? [userId, ...server.dispatchers] : [])
      if (shownTo.get(person)?.has(id) !== true)
        faults.push(`clash ${id} on order ${orderId}: not shown to ${person}`);
  const recorded = new Set(clashes.map(({ orderId, userId }) => `${orderId} ${userId}`));
  const logged = log.filter(({ actionType }) => actionType === "clash");
  for (const { orderId, userId } of logged.filter(({ particulars }) => "found" in particulars))
    if (!recorded.has(`${orderId} ${userId}`))
      faults.push(`a clash of ${userId} on order ${orderId} is in the log, and nobody is asked`);
  const chosen = logged.filter(({ particulars }) => "chosen" in particulars).length;
  const settled = clashes.filter(({ isOpen }) => !isOpen).length;
  if (chosen !== settled) faults.push(`${settled} clashes were settled, and the log has ${chosen}`);
  return faults;
}

/** What was done without a network has the time it happened, as far as the phone could know it. */
function wrongTimesOf(day: Day, { log }: Kept): string[] {
  const faults: string[] = [];
  const moments = new Set(
    log.map(({ orderId, userId, happenedMs }) => momentOf(orderId, userId, happenedMs)),
  );
  for (const one of day.pressed) {
    const first = firstOf(day, one);
    if (first === undefined) continue;
    if (first.happenedMs > first.atMs) faults.push(`${nameOf(one)}: happened in the future`);
    const sureMs = first.asked.happenedAt === undefined ? slowLineMs : toleranceMs;
    // A clock that was set a moment before, so that no answer has told the time since.
    const isUnsure = !one.isClockKnown && one.phone.sentUnsure.has(one.key ?? "");
    const offMs = first.happenedMs - one.atMs;
    if (Math.abs(offMs) > (isUnsure ? dayMs : sureMs))
      faults.push(`${nameOf(one)}: recorded ${Math.round(offMs / 1000)} s off`);
    const moment = momentOf(orderOf(first), one.userId, first.happenedMs);
    if (["comment", "photo", "time", "signature"].includes(one.change.kind) && !moments.has(moment))
      faults.push(`${nameOf(one)}: the log does not have its time`);
  }
  return faults;
}

/** What builds on the state of an order arrives in the order it was pressed. */
function disorderOf(day: Day): string[] {
  const faults: string[] = [];
  const last = new Map<string, { one: Pressed; turn: number }>();
  const turns = new Map([...day.done.keys()].map((key, turn) => [key, turn]));
  for (const one of day.pressed) {
    const first = firstOf(day, one);
    const builds = ["start", "pause", "complete", "take", "hand-back"].includes(one.change.kind);
    if (first === undefined || !builds) continue;
    const of = `${one.phone.parts.userId} ${one.userId} ${orderOf(first)}`;
    const turn = turns.get(one.key ?? "") ?? 0;
    const before = last.get(of);
    if (before !== undefined && before.turn > turn)
      faults.push(`${nameOf(one)}: arrived before ${nameOf(before.one)}`);
    last.set(of, { one, turn });
  }
  return faults;
}

/** An order is what its log says. */
function brokenLogsOf({ orders, log }: Kept): string[] {
  const faults: string[] = [];
  for (const { id, ...order } of orders) {
    const said: { status: unknown; assigneeId: unknown } = { status: "open", assigneeId: order.assigneeId };
    for (const { actionType, particulars } of log.filter(({ orderId }) => orderId === id)) {
      if (actionType === "status_changed") {
        if (particulars["from"] !== said.status)
          faults.push(`order ${id}: left ${String(particulars["from"])}, but was ${String(said.status)}`);
        said.status = particulars["to"];
      }
      if (actionType === "assigned") said.assigneeId = particulars["to"];
    }
    if (said.status !== order.status || said.assigneeId !== order.assigneeId)
      faults.push(`order ${id}: is not what its log says`);
  }
  return faults;
}

/** All devices show the same, and it is what the portal has. */
async function unequalDevicesOf({ phones, server }: Day, { orders }: Kept): Promise<string[]> {
  const faults: string[] = [];
  const asText = (shown: readonly Shown[]) =>
    shown
      .map(({ id, title, status, assigneeId }) => `${id} ${title} ${status} ${assigneeId}`)
      .sort()
      .join("\n");
  const whole = asText(orders.filter(({ isDeleted }) => !isDeleted));
  for (const phone of phones)
    if (asText([...phone.orders.values()]) !== whole)
      faults.push(`the phone of ${phone.parts.userId} shows other orders`);
  for (const id of [...server.technicians, ...server.dispatchers])
    if (asText((await server.load(id)).orders) !== whole) faults.push(`${id} is shown other orders`);
  return faults;
}
