import { statusAfterStep, type WorkStep } from "#domains/work-orders/work.ts";
import type { Change } from "#web/offline-queue/change.ts";
import type { ProcessedRequest } from "./network.ts";
import type { LogEntry, StoredRecords, VisibleWorkOrder } from "./portal-server.ts";
import type { Shift } from "./shift.ts";
import type { UserAction } from "./user-action.ts";

/** A known clock is accurate to the duration of a response. */
const toleranceMs = 12_000;
/** A change sent immediately gets the time it arrived, even over a slow network. */
const slowNetworkMs = 30_000;
const dayMs = 86_400_000;

/** Returns a message for each problem the shift left behind. */
export async function findProblems(shift: Shift): Promise<string[]> {
  const stored = await shift.server.readAll();
  const waiting = (await Promise.all(shift.phones.map(({ store }) => store.readAll()))).flat();
  return [
    ...shift.networks.flatMap(({ problems }) => problems),
    ...findLost(shift, waiting),
    ...findDuplicates(shift, stored),
    ...(await findHiddenConflicts(shift, stored)),
    ...findWrongSteps(shift, stored),
    ...findWrongTimes(shift, stored),
    ...findReordered(shift),
    ...findBrokenLogs(stored),
    ...(await findDifferingDevices(shift, stored)),
  ];
}

const describeAction = ({ number, change, userId, atMs, key }: UserAction) =>
  `${change.kind} ${number} of ${userId} at ${new Date(atMs).toISOString()} (${key})`;

const findProcessed = (
  { processed }: Pick<Shift, "processed">,
  { key }: UserAction,
): ProcessedRequest | undefined => (key === undefined ? undefined : processed.get(key));

/**
 * Each action reached the portal, is on the phone with a reason, waits behind such a change, or waits for its
 * user to sign in.
 */
function findLost({ actions, phones, processed }: Shift, waiting: readonly Change[]): string[] {
  const problems: string[] = [];
  const pendingIds = new Set(waiting.map(({ id }) => id));
  for (const action of actions) {
    if (action.key === undefined) continue;
    const senderId = processed.get(action.key)?.request.userId;
    if (senderId !== undefined && senderId !== action.userId)
      problems.push(`${describeAction(action)}: sent by ${senderId}`);
    if (senderId === undefined && !pendingIds.has(action.key) && action.isRejected !== true)
      problems.push(`${describeAction(action)}: lost`);
  }
  for (const { kind, id, state, reason } of waiting)
    if (state === "needs-you" && !reason)
      problems.push(`${kind} (${id}): needs a decision, but has no reason`);
  for (const { tabs } of phones) {
    const changes = tabs[0]?.queue.getState().changes ?? [];
    const refs = (state: Change["state"]) =>
      changes.filter((change) => change.state === state).map(({ orderRef }) => JSON.stringify(orderRef));
    const blockedRefs = new Set(refs("needs-you"));
    for (const ref of refs("waiting"))
      if (!blockedRefs.has(ref))
        problems.push(`A change to work order ${ref} is still pending at the end of the shift`);
  }
  return problems;
}

/** Each comment, photo, time entry, signature, and work order exists exactly once if it was sent. */
function findDuplicates(shift: Shift, stored: StoredRecords): string[] {
  const counts = new Map<string, number>();
  const count = (subject: string) => counts.set(subject, (counts.get(subject) ?? 0) + 1);
  for (const { actionType, details, userId } of stored.log)
    if (actionType === "comment_added") count(`${userId} ${String(details["text"])}`);
  for (const { note, userId } of stored.times) count(`${userId} ${note}`);
  for (const { signedBy } of stored.signatures) count(signedBy);
  for (const { title } of stored.orders) count(title);
  for (const { orderId, userId } of stored.photos) count(`photos of ${userId} on ${orderId}`);
  const problems: string[] = [];
  const photos = new Map<string, number>();
  for (const action of shift.actions) {
    const { change, number, userId, key } = action;
    const result = findProcessed(shift, action);
    if (change.kind === "photo" && result !== undefined) {
      const subject = `photos of ${userId} on ${workOrderIdOf(result)}`;
      photos.set(subject, (photos.get(subject) ?? 0) + 1);
    }
    const subject = {
      comment: `${userId} Comment ${number}`,
      time: `${userId} Time ${number}`,
      signature: `Tenant ${number}`,
      report: `Report ${number}`,
    }[change.kind];
    if (subject === undefined) continue;
    const occurrences = counts.get(subject) ?? 0;
    // The app might have been killed before it confirmed that the change was saved.
    const isRight = key === undefined ? occurrences <= 1 : occurrences === (result === undefined ? 0 : 1);
    if (!isRight) problems.push(`${describeAction(action)}: ${occurrences} times in the portal`);
  }
  for (const [subject, times] of photos)
    if ((counts.get(subject) ?? 0) < times) problems.push(`${subject}: some are missing`);
  const unconfirmed = shift.actions.filter(
    ({ key, change }) => key === undefined && change.kind === "photo",
  ).length;
  const sent = [...photos.values()].reduce((sum, times) => sum + times, 0);
  if (stored.photos.length > sent + unconfirmed)
    problems.push(`${stored.photos.length} photos are stored, but ${sent} were sent`);
  for (const { number, userId } of shift.deskComments)
    if (counts.get(`${userId} Comment ${number}`) !== 1)
      problems.push(`the dispatcher's comment ${number} doesn't exist exactly once`);
  return problems;
}

/** The work order a request was about. */
const workOrderIdOf = ({ request: { path } }: ProcessedRequest) => Number(path.split("/")[3] ?? 0);

/** Identifies the entries one user made on one work order at the same time. */
const momentKey = (orderId: number, userId: number, happenedMs: number) =>
  `${orderId} ${userId} ${happenedMs}`;

/** A log entry and the work order's assignee before it. */
type LogEntryWithAssignee = LogEntry & { assigneeId: number | null };

function groupByMoment({ log, orders }: StoredRecords): Map<string, LogEntryWithAssignee[]> {
  const assignees = new Map<number, number | null>();
  const assigned = log.filter(({ actionType }) => actionType === "assigned");
  for (const { id, assigneeId } of orders) assignees.set(id, assigneeId);
  for (const { orderId, details } of assigned.reverse())
    assignees.set(orderId, details["from"] as number | null);
  const groups = new Map<string, LogEntryWithAssignee[]>();
  for (const entry of log) {
    const { orderId, userId, happenedMs, actionType, details } = entry;
    const moment = momentKey(orderId, userId, happenedMs);
    const assigneeId = assignees.get(orderId) ?? null;
    groups.set(moment, [...(groups.get(moment) ?? []), { ...entry, assigneeId }]);
    if (actionType === "assigned") assignees.set(orderId, details["to"] as number | null);
  }
  return groups;
}

/**
 * After a step, the work order has the requested status, or the response contains the conflict. A step only
 * changes values the phone had shown, so that no unknown change is overwritten.
 */
function findWrongSteps(shift: Shift, stored: StoredRecords): string[] {
  const problems: string[] = [];
  const moments = groupByMoment(stored);
  for (const action of shift.actions) {
    const result = findProcessed(shift, action);
    const { kind, seen } = action.change;
    if (result === undefined || seen === undefined) continue;
    const response = JSON.parse(result.text) as {
      status: string;
      conflicts: { requested: { step: string }; by: { id: number } }[];
    };
    const isConflict = response.conflicts.some(
      ({ requested, by }) => requested.step === kind && by.id === action.userId,
    );
    if (response.status !== statusAfterStep[kind as WorkStep] && !isConflict)
      problems.push(`${describeAction(action)}: the status became ${response.status} without a conflict`);
    // Steps can share a timestamp if the clock was set since the last response.
    if (!action.isClockKnown) continue;
    const entries = moments.get(momentKey(workOrderIdOf(result), action.userId, result.happenedMs)) ?? [];
    const conflicts = entries.filter(
      ({ actionType, details }) => actionType === "conflict" && "current" in details,
    );
    const moves = entries.filter(({ actionType }) => actionType === "status_changed");
    if (conflicts.length + moves.length > 1)
      problems.push(`${describeAction(action)}: applied twice, or applied and also stored as a conflict`);
    for (const { details } of moves)
      if (details["from"] !== seen.status)
        problems.push(
          `${describeAction(action)}: overwrote ${String(details["from"])}, but the phone showed ${seen.status}`,
        );
    for (const { assigneeId } of moves)
      if (assigneeId !== seen.assigneeId && assigneeId !== action.userId)
        problems.push(
          `${describeAction(action)}: changed the work order of ${assigneeId}, but the phone showed ${seen.assigneeId}`,
        );
  }
  return problems;
}

/**
 * Each open conflict is listed for its technician and every dispatcher, and each conflict and its outcome is
 * logged.
 */
async function findHiddenConflicts(
  { server }: Shift,
  { log, conflicts, orders }: StoredRecords,
): Promise<string[]> {
  const problems: string[] = [];
  const existingIds = new Set(orders.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  const visibleTo = new Map<number, Set<number>>();
  for (const id of [...server.technicians, ...server.dispatchers])
    visibleTo.set(id, new Set((await server.loadThroughApi(id)).conflicts.map((conflict) => conflict.id)));
  for (const { id, orderId, userId, isOpen } of conflicts)
    for (const person of isOpen && existingIds.has(orderId) ? [userId, ...server.dispatchers] : [])
      if (visibleTo.get(person)?.has(id) !== true)
        problems.push(`conflict ${id} on work order ${orderId}: not shown to ${person}`);
  const recorded = new Set(conflicts.map(({ orderId, userId }) => `${orderId} ${userId}`));
  const conflictEntries = log.filter(({ actionType }) => actionType === "conflict");
  for (const { orderId, userId } of conflictEntries.filter(({ details }) => "current" in details))
    if (!recorded.has(`${orderId} ${userId}`))
      problems.push(`a conflict of ${userId} on work order ${orderId} is logged but not stored`);
  const loggedOutcomes = conflictEntries.filter(({ details }) => "outcome" in details).length;
  const resolved = conflicts.filter(({ isOpen }) => !isOpen).length;
  if (loggedOutcomes !== resolved)
    problems.push(`${resolved} conflicts were resolved, but the log has ${loggedOutcomes}`);
  return problems;
}

/** Actions made offline have the time they happened, as accurately as the phone could know it. */
function findWrongTimes(shift: Shift, { log }: StoredRecords): string[] {
  const problems: string[] = [];
  const moments = new Set(
    log.map(({ orderId, userId, happenedMs }) => momentKey(orderId, userId, happenedMs)),
  );
  for (const action of shift.actions) {
    const result = findProcessed(shift, action);
    if (result === undefined) continue;
    if (result.happenedMs > result.atMs) problems.push(`${describeAction(action)}: recorded in the future`);
    const allowedMs = result.request.happenedAt === undefined ? slowNetworkMs : toleranceMs;
    const offMs = result.happenedMs - action.atMs;
    // If the clock was just set and no response has told the time since, the time is off by a day.
    if (Math.abs(offMs) > allowedMs + (action.isClockKnown ? 0 : dayMs))
      problems.push(`${describeAction(action)}: recorded ${Math.round(offMs / 1000)} s off`);
    const moment = momentKey(workOrderIdOf(result), action.userId, result.happenedMs);
    if (["comment", "photo", "time", "signature"].includes(action.change.kind) && !moments.has(moment))
      problems.push(`${describeAction(action)}: its time is not in the log`);
  }
  return problems;
}

/** Steps that depend on each other arrive in the order they were made. */
function findReordered(shift: Shift): string[] {
  const problems: string[] = [];
  const last = new Map<string, { action: UserAction; turn: number }>();
  const turns = new Map([...shift.processed.keys()].map((key, turn) => [key, turn]));
  for (const action of shift.actions) {
    const result = findProcessed(shift, action);
    const isOrdered = ["start", "pause", "complete", "assign-to-me", "unassign"].includes(action.change.kind);
    if (result === undefined || !isOrdered) continue;
    const subject = `${action.phone.options.userId} ${action.userId} ${workOrderIdOf(result)}`;
    const turn = turns.get(action.key ?? "") ?? 0;
    const before = last.get(subject);
    if (before !== undefined && before.turn > turn)
      problems.push(`${describeAction(action)}: arrived before ${describeAction(before.action)}`);
    last.set(subject, { action, turn });
  }
  return problems;
}

/** Each work order matches its activity log. */
function findBrokenLogs({ orders, log }: StoredRecords): string[] {
  const problems: string[] = [];
  for (const { id, ...order } of orders) {
    const replayed: { status: unknown; assigneeId: unknown } = {
      status: "open",
      assigneeId: order.assigneeId,
    };
    for (const { actionType, details } of log.filter(({ orderId }) => orderId === id)) {
      if (actionType === "status_changed") {
        if (details["from"] !== replayed.status)
          problems.push(
            `work order ${id}: a change from ${String(details["from"])} is logged, but the status was ${String(replayed.status)}`,
          );
        replayed.status = details["to"];
      }
      if (actionType === "assigned") replayed.assigneeId = details["to"];
    }
    if (replayed.status !== order.status || replayed.assigneeId !== order.assigneeId)
      problems.push(`work order ${id}: doesn't match its log`);
  }
  return problems;
}

/** All devices show the same work orders as the database. */
async function findDifferingDevices({ phones, server }: Shift, { orders }: StoredRecords): Promise<string[]> {
  const problems: string[] = [];
  const asText = (shown: readonly VisibleWorkOrder[]) =>
    shown
      .map(({ id, title, status, assigneeId }) => `${id} ${title} ${status} ${assigneeId}`)
      .sort()
      .join("\n");
  const expected = asText(orders.filter(({ isDeleted }) => !isDeleted));
  for (const phone of phones)
    if (asText([...phone.orders.values()]) !== expected)
      problems.push(`the phone of ${phone.options.userId} shows different work orders`);
  for (const id of [...server.technicians, ...server.dispatchers])
    if (asText((await server.loadThroughApi(id)).orders) !== expected)
      problems.push(`the API shows different work orders to ${id}`);
  return problems;
}
