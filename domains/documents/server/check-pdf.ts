import { headOf, type OpenFile, tailOf } from "./open-received.ts";
import { notItsEnding, refused } from "./refused-content.ts";
import { refuseZipAtEnd } from "./zip-end.ts";

/** How many bytes browsers examine when they guess the type of a file. */
const guessedFromBytes = 1024;
const endWithinBytes = 2048;

/**
 * Checks that a file is a PDF from its first byte to its end, and nothing else besides. A PDF with a password is accepted.
 * @throws AppError wrong_kind
 */
export async function checkPdf(file: OpenFile): Promise<void> {
  const head = (await headOf(file, guessedFromBytes)).toString("latin1");
  if (!/^%PDF-[12]\.\d[\s%]/.test(head)) throw notItsEnding("pdf");
  if (/<(!doctype\s+html|html|script|iframe|svg)[\s>]/i.test(head)) throw refused("twoKinds");
  if (!(await tailOf(file, endWithinBytes)).includes("%%EOF")) throw refused("incomplete");
  await refuseZipAtEnd(file);
}
