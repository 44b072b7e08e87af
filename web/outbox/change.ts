/** The order a change is about: one of the server's, or one that was made on this phone and has no number yet. */
export type OrderRef = { id: number } | { localId: string };

/** What the phone showed when the button was pressed; the server compares field by field. */
export interface Seen {
  status: string;
  assigneeId: number | null;
}

/** What somebody does, before it is kept. */
export interface NewChange {
  kind: string;
  orderRef: OrderRef;
  payload: unknown;
  seen?: Seen | undefined;
}

export const format = 1;

/**
 * Something done on this phone that the server may not have yet. Changes outlive versions of the program: `format` counts the
 * shapes they were stored in, and each stays understood (`readStored`).
 */
export interface Change extends NewChange {
  /** Its place among all changes of this phone, given by the store. */
  turn: number;
  /** Made on the phone; sent as the idempotency key, so that it is done once however often it is sent. */
  id: string;
  format: typeof format;
  userId: number;
  /** When it happened, by the server's clock as the phone reckoned it then. */
  happenedAt: string;
  /** The same by the phone's own clock, in milliseconds since 1970. */
  phoneAt: number;
  /** The clock had been set back, so that it happened at this time or later; see `Clock.isGuess`. */
  isGuess?: boolean;
  /** `needs-you`: the server refused it, and somebody has to decide. */
  state: "waiting" | "needs-you";
  /** The server's sentence. */
  reason?: string;
  /** How often sending it has failed. */
  tries: number;
}

export interface Photo {
  name: string;
  blob: Blob;
}

/** The key of an order, for comparing. */
export const keyOf = (ref: OrderRef): string => ("id" in ref ? `id:${ref.id}` : `local:${ref.localId}`);

/** A stored change of any format this program knows; undefined for one of a later version, which is left as it is. */
export function readStored(stored: unknown): Change | undefined {
  const { format: of } = stored as { format?: unknown };
  return of === format ? (stored as Change) : undefined;
}
