import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { type ArchivePart, BackupError } from "./manifest.ts";

const newline = 10;

/**
 * Passes a stream through and measures it. Each row of a COPY is one line because line breaks within values
 * are escaped.
 */
export class MeasuringStream extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;
  lines = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let index = chunk.indexOf(newline); index >= 0; index = chunk.indexOf(newline, index + 1))
      this.lines += 1;
    done(null, chunk);
  }

  /** Returns the measured part. Can be called once, after the end of the stream. */
  describePart(name: string): ArchivePart {
    return { name, bytes: this.bytes, sha256: this.#hash.digest("hex") };
  }
}

/** Fails at the end of a stream that doesn't match the manifest. */
export class VerifyingStream extends MeasuringStream {
  readonly #expected: ArchivePart;

  constructor(expected: ArchivePart) {
    super();
    this.#expected = expected;
  }

  override _flush(done: TransformCallback): void {
    const { name, bytes, sha256 } = this.#expected;
    const actual = this.describePart(name);
    const isIntact = actual.bytes === bytes && actual.sha256 === sha256;
    done(
      isIntact
        ? null
        : new BackupError(`The archive was changed or damaged: ${name} doesn't match what was written.`),
    );
  }
}
