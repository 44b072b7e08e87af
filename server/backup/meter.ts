import { createHash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { BackupRefused, type Part } from "./manifest.ts";

const newline = 10;

/** Passes a stream on and measures it. Each row of a COPY is a line: line breaks within values are escaped. */
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

  /** Once, after the end. */
  part(name: string): Part {
    return { name, bytes: this.bytes, sha256: this.#hash.digest("hex") };
  }
}

/** Fails at the end of a stream that is not what the manifest says. */
export class Check extends Meter {
  readonly #expected: Part;

  constructor(expected: Part) {
    super();
    this.#expected = expected;
  }

  override _flush(done: TransformCallback): void {
    const { name, bytes, sha256 } = this.#expected;
    const found = this.part(name);
    const isSame = found.bytes === bytes && found.sha256 === sha256;
    done(
      isSame
        ? null
        : new BackupRefused(`The archive was changed or damaged: ${name} is not what was written.`),
    );
  }
}
