import type { Change, Photo } from "./change.ts";

/** Something couldn't be saved on the phone. The message says why. */
export class NotSavedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "NotSavedError";
  }
}

/** The phone has no free space, so nothing was saved. */
export class StorageFullError extends NotSavedError {
  constructor(cause?: unknown) {
    super(
      "This phone's storage is full, so this wasn't saved. Free up space or send your unsent changes first.",
      cause,
    );
    this.name = "StorageFullError";
  }
}

/** The store for changes. Each call succeeds completely or changes nothing. */
export interface QueueStore {
  /** Whether saved changes survive closing the app. */
  readonly isPersistent: boolean;
  /**
   * Saves a change with its photos. If it refers to a new work order that has received its number since, the
   * reference becomes that number.
   * @throws StorageFullError
   */
  add(change: Omit<Change, "turn">, photos: readonly Photo[]): Promise<Change>;
  /** Returns the changes of all users of this phone, in order. */
  readAll(): Promise<Change[]>;
  get(id: string): Promise<Change | undefined>;
  getPhotos(id: string): Promise<Photo[]>;
  /** Replaces a change, unless it has been removed. */
  put(change: Change): Promise<void>;
  /** Removes changes with their photos. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Removes the change that created a work order. Later changes to the work order then refer to its number.
   */
  markCreated(localId: string, orderId: number): Promise<void>;
  /** Returns the number of a work order that was created on this phone. */
  findWorkOrderId(localId: string): Promise<number | undefined>;
  close(): void;
}
