import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

export interface StoredFile {
  key: string;
  bytes: number;
  sha256: Buffer;
}

/** A file that was received and is on a disk of this machine. */
export interface FileAtHand {
  path: string;
  bytes: number;
  sha256: Buffer;
}

/** The first and the last byte that are wanted, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Where files are kept. Keys are made here and never come from a caller. */
export interface FileStore {
  /** Keeps `content` whole or not at all: it lasts before this resolves, and before any row names it. */
  put(content: Buffer, extension: string): Promise<StoredFile>;
  /** A place on this machine for a file that is being received. Who asks takes away what is not taken; the sweep does so too. */
  placeToReceive(): string;
  /** Keeps what was received, as `put` does. It is no longer in its place then. */
  take(file: FileAtHand, extension: string): Promise<StoredFile>;
  /**
   * The file, or a part of it that lies within it; `bytes` is the length of the whole.
   * @throws AppError not_found when there is no such file; unavailable
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>;
  /** Takes a file away; one that is not there is no error. */
  remove(key: string): Promise<void>;
  /**
   * Removes what is older than `before` and not among the keys that `namedAmong` gives back; it is asked about a few
   * hundred at a time. Gives how many went.
   */
  sweep(before: Date, namedAmong: (keys: string[]) => Promise<string[]>): Promise<number>;
}

/** How many keys a sweep asks about at once. */
export const sweptAtOnce = 500;

const formOfKeys = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{1,5}$/;

export const isKey = (text: string): boolean => formOfKeys.test(text);

/** @throws Error for anything that was not made here, such as a path */
export function newKey(extension: string): string {
  const name = randomUUID();
  return checkedKey(`${name.slice(0, 2)}/${name}.${extension}`);
}

/** @throws Error for anything that was not made here, such as a path */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error("A file key has the wrong form.");
  return key;
}
