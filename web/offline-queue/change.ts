/**
 * The work order a change belongs to, by its number or, if it was created on this phone and has no number
 * yet, by a local id.
 */
export type WorkOrderRef = { id: number } | { localId: string };

/** The values the phone showed when the user acted. The server compares them field by field. */
export interface ExpectedValues {
  status: string;
  assigneeId: number | null;
}

/** A user's action before it's stored. */
export interface NewChange {
  kind: string;
  orderRef: WorkOrderRef;
  payload: unknown;
  seen?: ExpectedValues;
  /** The idempotency key of an earlier attempt that got no response. */
  id?: string;
}

export const storageFormat = 1;

/**
 * A change made on this phone that the server might not have yet. Stored changes outlive versions of the app:
 * `format` numbers the stored formats, and each remains readable (`parseStoredChange`).
 */
export interface Change extends NewChange {
  /** Its position among all changes on this phone, assigned by the store. */
  turn: number;
  /**
   * Generated on the phone and sent as the idempotency key, so that the change is applied once no matter how
   * often it's sent.
   */
  id: string;
  format: typeof storageFormat;
  userId: number;
  /** When it happened, in server time as estimated by the phone then. */
  happenedAt: string;
  /** `needs-you`: the server rejected it, and the user has to decide what to do. */
  state: "waiting" | "needs-you";
  /** The server's message. */
  reason?: string;
  /** The number of failed attempts to send it. */
  tries: number;
}

export interface Photo {
  name: string;
  blob: Blob;
}

/** Returns a key for comparing work order references. */
export const workOrderKey = (ref: WorkOrderRef): string =>
  "id" in ref ? `id:${ref.id}` : `local:${ref.localId}`;

/**
 * Returns a stored change of any format this version knows. Undefined for a format of a later version, which
 * is left in the store.
 */
export function parseStoredChange(stored: unknown): Change | undefined {
  const { format: storedFormat } = stored as { format?: unknown };
  return storedFormat === storageFormat ? (stored as Change) : undefined;
}
