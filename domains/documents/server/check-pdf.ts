import { headOf, type OpenFile, tailOf } from "./open-received.ts";
import { notItsEnding, refused } from "./refused-content.ts";
import { refuseZipAtEnd } from "./zip-end.ts";

/** What browsers look through when they guess what a file is. */
const guessedFromBytes = 1024;
const endWithinBytes = 2048;

/**
 * A PDF from its first byte to its end, and nothing else besides. One that asks for a password is taken.
 * @throws AppError wrong_kind
 */
export async function checkPdf(file: OpenFile): Promise<void> {
  const head = (await headOf(file, guessedFromBytes)).toString("latin1");
  if (!/^%PDF-[12]\.\d[\s%]/.test(head)) throw notItsEnding("pdf");
  if (/<(!doctype\s+html|html|script|iframe|svg)[\s>]/i.test(head)) throw refused("twoKinds");
  if (!(await tailOf(file, endWithinBytes)).includes("%%EOF")) throw refused("incomplete");
  await refuseZipAtEnd(file);
}
