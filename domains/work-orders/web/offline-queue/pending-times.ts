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

/** Returns a function with the result of `useMyRunningTime` for a work order of a list. */
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
  let after = times;
  const end = (endedAt: string, matches: (time: MyTime) => boolean) => {
    after = after.map((time) =>
      time.endedAt === null && time.startedAt <= endedAt && matches(time) ? { ...time, endedAt } : time,
    );
  };
  for (const { kind, payload, happenedAt, orderRef, state } of changes) {
    if (state !== "waiting" || !("id" in orderRef)) continue;
    const workOrderId = orderRef.id;
    const isHere = (time: MyTime) => time.workOrderId === workOrderId;
    if (kind === "start" && !after.some((time) => isHere(time) && time.endedAt === null)) {
      end(happenedAt, () => true);
      after = [...after, { workOrderId, startedAt: happenedAt, endedAt: null }];
    }
    if (kind === "pause" || kind === "complete") end(happenedAt, isHere);
    if (kind === "time") {
      const { startedAt, endedAt } = payload as Payloads["time"];
      after = [...after, { workOrderId, startedAt, endedAt }];
    }
  }
  return after;
}

type Me = Pick<SessionUser, "id" | "fullName">;

/** Predicts what the server will store. Each person has only one running timer per work order. */
function applyChanges(
  { id, times }: Pick<WorkOrder, "id" | "times">,
  changes: readonly Change[],
  me: Me,
): readonly WorkTime[] {
  const orderKey = workOrderKey({ id });
  let after = times;
  const isMyTimerRunning = () => after.some(({ user, endedAt }) => user.id === me.id && endedAt === null);
  const add = (turn: number, span: Pick<WorkTime, "startedAt" | "endedAt" | "note">) => {
    const user = { id: me.id, fullName: me.fullName };
    after = [
      ...after,
      { id: -turn, user, version: 0, canEdit: false, recordedAt: span.endedAt ?? span.startedAt, ...span },
    ];
  };
  const end = (endedAt: string, matches: (time: WorkTime) => boolean) => {
    after = after.map((time) =>
      time.endedAt === null && time.startedAt <= endedAt && matches(time) ? { ...time, endedAt } : time,
    );
  };
  for (const { kind, turn, payload, happenedAt, orderRef, state } of changes) {
    if (state !== "waiting") continue;
    if (workOrderKey(orderRef) !== orderKey) {
      if (kind === "start") end(happenedAt, ({ user }) => user.id === me.id);
      continue;
    }
    if (kind === "start" && !isMyTimerRunning())
      add(turn, { startedAt: happenedAt, endedAt: null, note: null });
    if (kind === "pause") end(happenedAt, ({ user }) => user.id === me.id);
    if (kind === "complete") end(happenedAt, () => true);
    if (kind === "time") {
      const { startedAt, endedAt, note = "" } = payload as Payloads["time"];
      add(turn, { startedAt, endedAt, note: note === "" ? null : note });
    }
  }
  return after;
}
