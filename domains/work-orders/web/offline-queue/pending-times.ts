import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Change, workOrderKey } from "#web/offline-queue/change.ts";
import { useQueueState } from "#web/offline-queue/current-queue.ts";
import { useUser } from "#web/session/session.tsx";
import type { WorkOrder } from "../../contract.ts";
import type { WorkTime } from "../../work.ts";
import type { MyTime } from "../../work-contract.ts";
import { myTimesQuery } from "../queries.ts";
import type { Payloads } from "./change-types.ts";

/** The work order's time entries including unsent ones, which have negative ids. */
export function useTimesWithPendingChanges(order: Pick<WorkOrder, "id" | "times">): readonly WorkTime[] {
  const { changes } = useQueueState();
  const me = useUser();
  return applyChanges(order, changes, me);
}

/** The user's running time entry including unsent changes, or undefined if their timer isn't running. */
export const useMyRunningTime = (order: Pick<WorkOrder, "id" | "times">): WorkTime | undefined =>
  useFindMyRunningTime()(order);

/** Returns a function like `useMyRunningTime`, to call for each work order in a list. */
export function useFindMyRunningTime(): (order: Pick<WorkOrder, "id" | "times">) => WorkTime | undefined {
  const { changes } = useQueueState();
  const me = useUser();
  return (order) =>
    applyChanges(order, changes, me).find(({ user, endedAt }) => user.id === me.id && endedAt === null);
}

/** The user's recent time entries on all work orders, including unsent changes. */
export function useMyTimes({ isEnabled }: { isEnabled: boolean }): readonly MyTime[] {
  const { data: times = [] } = useQuery({ ...myTimesQuery, enabled: isEnabled });
  const { changes } = useQueueState();
  return applyChangesToMyTimes(times, changes);
}

function applyChangesToMyTimes(times: readonly MyTime[], changes: readonly Change[]): readonly MyTime[] {
  let predictedTimes = times;
  const endTimers = (endedAt: string, matches: (time: MyTime) => boolean) => {
    predictedTimes = predictedTimes.map((time) =>
      time.endedAt === null && time.startedAt <= endedAt && matches(time) ? { ...time, endedAt } : time,
    );
  };
  for (const { kind, payload, happenedAt, orderRef, state } of changes) {
    if (state !== "waiting" || !("id" in orderRef)) continue;
    const workOrderId = orderRef.id;
    const isOnWorkOrder = (time: MyTime) => time.workOrderId === workOrderId;
    if (kind === "start" && !predictedTimes.some((time) => isOnWorkOrder(time) && time.endedAt === null)) {
      endTimers(happenedAt, () => true);
      predictedTimes = [...predictedTimes, { workOrderId, startedAt: happenedAt, endedAt: null }];
    }
    if (kind === "pause" || kind === "complete") endTimers(happenedAt, isOnWorkOrder);
    if (kind === "time") {
      const { startedAt, endedAt } = payload as Payloads["time"];
      predictedTimes = [...predictedTimes, { workOrderId, startedAt, endedAt }];
    }
  }
  return predictedTimes;
}

type CurrentUser = Pick<SessionUser, "id" | "fullName">;

/** Predicts the times that the server will store. Each person has only one running timer per work order. */
function applyChanges(
  { id, times }: Pick<WorkOrder, "id" | "times">,
  changes: readonly Change[],
  me: CurrentUser,
): readonly WorkTime[] {
  const orderKey = workOrderKey({ id });
  let predictedTimes = times;
  const isMyTimerRunning = () =>
    predictedTimes.some(({ user, endedAt }) => user.id === me.id && endedAt === null);
  const addTime = (turn: number, span: Pick<WorkTime, "startedAt" | "endedAt" | "note">) => {
    const user = { id: me.id, fullName: me.fullName };
    predictedTimes = [
      ...predictedTimes,
      { id: -turn, user, version: 0, canEdit: false, recordedAt: span.endedAt ?? span.startedAt, ...span },
    ];
  };
  const endTimers = (endedAt: string, matches: (time: WorkTime) => boolean) => {
    predictedTimes = predictedTimes.map((time) =>
      time.endedAt === null && time.startedAt <= endedAt && matches(time) ? { ...time, endedAt } : time,
    );
  };
  for (const { kind, turn, payload, happenedAt, orderRef, state } of changes) {
    if (state !== "waiting") continue;
    if (workOrderKey(orderRef) !== orderKey) {
      if (kind === "start") endTimers(happenedAt, ({ user }) => user.id === me.id);
      continue;
    }
    if (kind === "start" && !isMyTimerRunning())
      addTime(turn, { startedAt: happenedAt, endedAt: null, note: null });
    if (kind === "pause") endTimers(happenedAt, ({ user }) => user.id === me.id);
    if (kind === "complete") endTimers(happenedAt, () => true);
    if (kind === "time") {
      const { startedAt, endedAt, note = "" } = payload as Payloads["time"];
      addTime(turn, { startedAt, endedAt, note: note === "" ? null : note });
    }
  }
  return predictedTimes;
}
