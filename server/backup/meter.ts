import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { BackupError, type Part } from "./manifest.ts";

const newline = 10;

/**
 * Passes a stream through and measures it. Each row of a COPY is one line because line breaks within values
 * are escaped.
 */
export class Meter extends Transform {
  readonly #hash = createHash("sha256");
  bytes = 0;
  lines = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#hash.update(chunk);
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.lines += 1;
    done(null, chunk);
  }

  /** Returns the measured part. Can be called once, after the end of the stream. */
  part(name: string): Part {
    return { name, bytes: this.bytes, sha256: this.#hash.digest("hex") };
  }
}

/** Fails at the end of a stream that doesn't match the manifest. */
export class Check extends Meter {
  readonly #expected: Part;

  constructor(expected: Part) {
    super();
    this.#expected = expected;
  }

  override _flush(done: TransformCallback): void {
    const { name, bytes, sha256 } = this.#expected;
    const actual = this.part(name);
    const isSame = actual.bytes === bytes && actual.sha256 === sha256;
    done(
      isSame
        ? null
        : new BackupError(`The archive was changed or damaged: ${name} doesn't match what was written.`),
    );
  }
}
