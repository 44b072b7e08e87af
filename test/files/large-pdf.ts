import { smallPdf } from "./documents.ts";

/** A PDF of exactly this size, made unique by its text. */
export function largePdf(bytes: number, line: string): Buffer {
  const end = smallPdf(line);
  const head = Buffer.from("%PDF-1.4\n");
  const filling = Buffer.alloc(bytes - head.length - end.length, `% ${line.padEnd(60, "-")}\n`);
  return Buffer.concat([head, filling.subarray(0, -1), Buffer.from("\n"), end.subarray(0)]);
}
