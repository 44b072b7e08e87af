import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

/** Nobody but the portal's own user reads files and lists folders on this machine. */
export const ownFileMode = 0o600;
export const ownFolderMode = 0o700;

export interface StoredFile {
  key: string;
  bytes: number;
  sha256: Buffer;
}

/** A received file on a disk of this machine. */
export interface FileAtHand {
  path: string;
  bytes: number;
  sha256: Buffer;
}

/** The first and the last byte of a range, counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** The store of all files. Keys are generated here and never come from a request. */
export interface FileStore {
  /** Stores `content` completely or not at all. It is durable when this resolves, before any row names it. */
  put(content: Buffer, extension: string): Promise<StoredFile>;
  /** A path on this machine for an upload. The request removes the file unless it is taken; else the sweep does. */
  placeToReceive(): string;
  /** Stores a received file as `put` does, and moves it away from its path. */
  take(file: FileAtHand, extension: string): Promise<StoredFile>;
  /**
   * The file, or a range within it; `bytes` is the length of the whole file.
   * @throws AppError not_found when there is no such file; unavailable while the storage is unreachable
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>;
  /** Stores a file of an archive under its own key, as durably as `put`. @throws Error for anything but a generated key */
  putBack(key: string, content: Buffer): Promise<void>;
  /** Whether there is no file at all. */
  isEmpty(): Promise<boolean>;
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>;
  /**
   * Removes the files that are older than `before` and not among the keys that `namedAmong` returns, which is called with up
   * to `sweptAtOnce` keys. Returns how many were removed.
   */
  sweep(before: Date, namedAmong: (keys: string[]) => Promise<string[]>): Promise<number>;
}

/** Keys per call of `namedAmong`. */
export const sweptAtOnce = 500;

const formOfKeys = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{1,5}$/;

export const isKey = (text: string): boolean => formOfKeys.test(text);

/** @throws Error for anything but a generated key, such as a path */
export function newKey(extension: string): string {
  const name = randomUUID();
  return checkedKey(`${name.slice(0, 2)}/${name}.${extension}`);
}

/** @throws Error for anything but a generated key, such as a path */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error("A file key has the wrong form.");
  return key;
}
