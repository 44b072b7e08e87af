import type { Change, Photo } from "./change.ts";
import type { ChangeRequest } from "./send-change.ts";

/** Defines how one type of change is sent. */
export interface ChangeType {
  /** @param orderId undefined for a new work order */
  createRequest(
    change: Change,
    context: { orderId: number | undefined; photos: readonly Photo[] },
  ): ChangeRequest;
  /**
   * Parses the response with its contract.
   * @throws if the response doesn't match
   */
  parseResponse(response: unknown): unknown;
  /**
   * Whether the change depends on the work order's state. If so, it waits while an earlier change of this
   * sort to the same work order needs the user's attention.
   */
  dependsOnState: boolean;
  /** Whether the change creates a work order, whose number is in the response. */
  createsWorkOrder?: boolean;
  /**
   * Whether a rejected change is kept until the user decides what to do with it, because its form is already
   * closed when the server responds.
   */
  staysWhenRejected?: boolean;
}
