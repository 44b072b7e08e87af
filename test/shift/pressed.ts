import type { NewChange, Photo } from "#web/outbox/change.ts";
import type { Phone } from "./phone.ts";

/** Something a technician pressed on a phone. */
export interface Pressed {
  /** Its number in the day. */
  mark: number;
  phone: Phone;
  userId: number;
  change: NewChange;
  /** The true time. */
  atMs: number;
  /** Whether the phone knew the time then. */
  isClockKnown: boolean;
  /** Given by the outbox; undefined when the program was killed before it said that the change is kept. */
  key?: string;
  /** The server refused it at once, and whoever pressed it was told. */
  isRefused?: boolean;
}

/** Keeps the change on the phone and remembers what came of it. */
export function press(
  phone: Phone,
  pressed: Pick<Pressed, "mark" | "userId" | "change">,
  photos: readonly Photo[],
): Pressed {
  const { isClockKnown } = phone;
  const one: Pressed = { ...pressed, phone, isClockKnown, atMs: phone.parts.world.nowMs };
  void phone.add(one.change, photos).then(({ change, settled }) => {
    one.key = change.id;
    void settled.then(({ state }) => {
      one.isRefused = state === "refused";
    });
  });
  return one;
}
