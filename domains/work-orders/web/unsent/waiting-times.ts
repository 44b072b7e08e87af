import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Change, keyOf } from "#web/outbox/change.ts";
import { useOutbox } from "#web/outbox/page-outbox.ts";
import { useUser } from "#web/session/session.tsx";
import type { WorkOrder } from "../../contract.ts";
import type { WorkTime } from "../../work.ts";
import type { Payloads } from "./change-kinds.ts";

/** The times of an order with what waits to be sent; those that only this phone knows have negative ids. */
export function useTimesWithWaiting(order: Pick<WorkOrder, "id" | "times">): readonly WorkTime[] {
  const { changes } = useOutbox();
  const me = useUser();
  return timesAfter(order, changes, me);
}

type Me = Pick<SessionUser, "id" | "fullName">;

/** As the server will write them: the time of one person runs on one order at most. */
function timesAfter(
  { id, times }: Pick<WorkOrder, "id" | "times">,
  changes: readonly Change[],
  me: Me,
): readonly WorkTime[] {
  const own = keyOf({ id });
  let after = times;
  const ownRuns = () => after.some(({ user, endedAt }) => user.id === me.id && endedAt === null);
  const add = (turn: number, span: Pick<WorkTime, "startedAt" | "endedAt" | "note">) => {
    const user = { id: me.id, fullName: me.fullName };
    after = [...after, { id: -turn, user, version: 0, mayCorrect: false, ...span }];
  };
  const end = (endedAt: string, whose: (time: WorkTime) => boolean) => {
    after = after.map((time) =>
      time.endedAt === null && time.startedAt <= endedAt && whose(time) ? { ...time, endedAt } : time,
    );
  };
  for (const { kind, turn, payload, happenedAt, orderRef, state } of changes) {
    if (state !== "waiting") continue;
    if (keyOf(orderRef) !== own) {
      if (kind === "start") end(happenedAt, ({ user }) => user.id === me.id);
      continue;
    }
    if (kind === "start" && !ownRuns()) add(turn, { startedAt: happenedAt, endedAt: null, note: null });
    if (kind === "pause") end(happenedAt, ({ user }) => user.id === me.id);
    if (kind === "complete") end(happenedAt, () => true);
    if (kind === "time") {
      const { startedAt, endedAt, note = "" } = payload as Payloads["time"];
      add(turn, { startedAt, endedAt, note: note === "" ? null : note });
    }
  }
  return after;
}
