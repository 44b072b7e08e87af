import { Writable } from "node:stream";
import type { FileStore } from "#server/integrations/files/file-store.ts";

/** The file store might send a part from memory, and object storage limits the size of a part. */
const minPartBytes = 16 * 1024 * 1024;

export interface StoredPart {
  key: string;
  bytes: number;
}

/** Stores a stream in parts. Its size affects neither the memory nor the disk space of this machine. */
export class PartStore extends Writable {
  readonly parts: StoredPart[] = [];
  readonly #files: FileStore;
  #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(files: FileStore) {
    super();
    this.#files = files;
  }

  get bytes(): number {
    return this.parts.reduce((sum, part) => sum + part.bytes, this.#waitingBytes);
  }

  /** Removes the parts, including one that is being stored. Call it after `destroy`. */
  async remove(): Promise<void> {
    await this.#storing.catch(() => undefined);
    for (const { key } of this.parts) await this.#files.remove(key);
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes < minPartBytes) done();
    else this.#store(done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#store(done);
  }

  #store(done: (error?: Error | null) => void): void {
    this.#storing = this.#putPart();
    this.#storing.then(() => done(), done);
  }

  async #putPart(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const { key, bytes } = await this.#files.put(Buffer.concat(this.#chunks), "zip");
    this.parts.push({ key, bytes });
    this.#chunks = [];
    this.#waitingBytes = 0;
  }
}
