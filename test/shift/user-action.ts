import type { NewChange, Photo } from "#web/offline-queue/change.ts";
import type { Phone } from "./phone.ts";

/** Something a technician pressed on a phone. */
export interface UserAction {
  /** Its number in the shift. */
  number: number;
  phone: Phone;
  userId: number;
  change: NewChange;
  /** The actual time. */
  atMs: number;
  /** Whether the phone knew the time. */
  isClockKnown: boolean;
  /** The idempotency key. Undefined if the app was killed before it confirmed that the change was saved. */
  key?: string;
  /** The server rejected the change immediately. */
  isRejected?: boolean;
}

/** Queues the change on the phone and records the result. */
export function perform(
  phone: Phone,
  input: Pick<UserAction, "number" | "userId" | "change">,
  photos: readonly Photo[],
): UserAction {
  const { isClockKnown } = phone;
  const action: UserAction = { ...input, phone, isClockKnown, atMs: phone.options.simulation.nowMs };
  void phone.add(action.change, photos).then(({ change, result }) => {
    action.key = change.id;
    void result.then(({ state }) => {
      action.isRejected = state === "rejected";
    });
  });
  return action;
}
