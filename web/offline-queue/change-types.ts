import type { Change, Photo } from "./change.ts";
import type { ChangeRequest } from "./send-change.ts";

/** How one type of change is sent. */
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
   * Whether the change depends on the work order's state. It then waits while an earlier such change to the
   * same work order needs the user.
   */
  dependsOnState: boolean;
  /** Whether the change creates a work order, which gets its number with the response. */
  createsWorkOrder?: boolean;
  /**
   * Whether the form is already closed when the server responds, so that a rejected change is kept until the
   * user decides what to do with it.
   */
  staysWhenRejected?: boolean;
}
