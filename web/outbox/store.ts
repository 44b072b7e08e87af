import type { Change, Photo } from "./change.ts";

/** Something could not be kept on the phone; the message says why. */
export class NotKept extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "NotKept";
  }
}

/** The phone has no room: nothing of the change was kept. */
export class StorageFull extends NotKept {
  constructor(cause?: unknown) {
    super(
      "The storage of this phone is full, so this could not be kept. Please make room, or send what waits first.",
      cause,
    );
    this.name = "StorageFull";
  }
}

/** Where changes are kept. Each call happens as a whole or not at all. */
export interface OutboxStore {
  /** Whether what is kept survives the end of the program. */
  readonly isLasting: boolean;
  /**
   * Keeps a change with its photos. A reference to an order that has got its number meanwhile is replaced by it.
   * @throws StorageFull
   */
  add(change: Omit<Change, "turn">, photos: readonly Photo[]): Promise<Change>;
  /** In turn, of all users of this phone. */
  all(): Promise<Change[]>;
  get(id: string): Promise<Change | undefined>;
  photosOf(id: string): Promise<Photo[]>;
  /** Replaces a change, unless it is gone. */
  put(change: Change): Promise<void>;
  /** With their photos. */
  remove(ids: readonly string[]): Promise<void>;
  /** A report was sent: it is removed, and later changes of its order refer to the number from now on. */
  reported(reportId: string, orderId: number): Promise<void>;
  /** The number of an order that was reported from this phone. */
  orderOf(localId: string): Promise<number | undefined>;
  close(): void;
}
