import type { Change, Photo } from "./change.ts";
import type { SentRequest } from "./send-change.ts";

/** How one kind of change is sent. */
export interface KindOfChange {
  /** @param orderId undefined for a report */
  request(change: Change, context: { orderId: number | undefined; photos: readonly Photo[] }): SentRequest;
  /** Reads the answer by its contract; throws when it is another. */
  read(answer: unknown): unknown;
  /** Whether it builds on the state of the order, so that it waits while an earlier change of that order needs somebody. */
  buildsOn: boolean;
  /** A report: the order gets its number with the answer. */
  makesOrder?: boolean;
  /** The screen does not have its contents any more, so that a refused one is kept for somebody to decide. */
  staysWhenRefused?: boolean;
}
