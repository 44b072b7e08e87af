import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";

/** Only the portal's own user can read files and list folders on this machine. */
export const ownFileMode = 0o600;
export const ownFolderMode = 0o700;

export interface StoredFile {
  key: string;
  bytes: number;
  sha256: Buffer;
}

/** A received file on a disk of this machine. */
export interface LocalFile {
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
  /**
   * Stores `content` completely or not at all. The file is durable when this resolves, before any row refers
   * to it.
   */
  put(content: Buffer, extension: string): Promise<StoredFile>;
  /**
   * Returns a path on this machine for an upload. The request removes the file unless it is stored. The sweep
   * removes files left behind.
   */
  createReceivePath(): string;
  /** Stores a received file as `put` does, and moves it away from its path. */
  storeReceived(file: LocalFile, extension: string): Promise<StoredFile>;
  /**
   * Returns the file, or a range within it. `bytes` is the length of the whole file.
   * @throws AppError not_found if there is no such file, or unavailable while the storage is unreachable
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; bytes: number }>;
  /**
   * Stores a file of an archive under its own key, as durably as `put`.
   * @throws Error for anything but a generated key
   */
  restore(key: string, content: Buffer): Promise<void>;
  /** Whether the store contains no files. */
  isEmpty(): Promise<boolean>;
  /** Removes a file. A missing file isn't an error. */
  remove(key: string): Promise<void>;
  /**
   * Removes the files that are older than `before` and whose keys `findReferenced` doesn't return. It is
   * called with up to `sweepBatchSize` keys. Returns the number of removed files.
   */
  sweep(before: Date, findReferenced: (keys: string[]) => Promise<string[]>): Promise<number>;
}

/** The maximum number of keys per call of `findReferenced`. */
export const sweepBatchSize = 500;

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{1,5}$/;

export const isKey = (text: string): boolean => keyPattern.test(text);

/**
 * Generates a key.
 * @throws Error if `extension` isn't a file extension
 */
export function newKey(extension: string): string {
  const name = randomUUID();
  return requireKey(`${name.slice(0, 2)}/${name}.${extension}`);
}

/**
 * Returns the key.
 * @throws Error if it isn't a generated key, such as a path
 */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error("Malformed file key.");
  return key;
}
