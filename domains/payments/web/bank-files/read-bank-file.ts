import { parse } from "csv-parse/browser/esm/sync";
import { formatCents } from "#shared/format/money.ts";
import { type ReadPayment, readPaymentRows } from "../../payment-rows.ts";
import { type BankFile, BankFileError } from "./bank-file.ts";
import { readBai2 } from "./read-bai2.ts";
import { readCamt } from "./read-camt.ts";
import { readOfx } from "./read-ofx.ts";

export const maxBankFileBytes = 2 * 1024 * 1024;

/** A payment received, with the id of its line, which is unique within the account. */
export interface BankPayment extends ReadPayment {
  lineId: string;
}

export interface ReadBankFile {
  /** Identifies the account at its bank. Empty if the file doesn't say. */
  accountNumber: string;
  payments: BankPayment[];
  /** The movements that aren't payments received, as one text each. */
  skippedRows: string[];
}

/**
 * Reads the payments received in a bank file: OFX, QFX, CAMT.053, BAI2, or CSV. The contents decide the
 * format because file extensions and media types are unreliable.
 * @throws BankFileError if it's another kind of file, too large, incomplete, or in another currency
 */
export function readBankFile(bytes: Uint8Array): ReadBankFile {
  if (bytes.length > maxBankFileBytes)
    throw new BankFileError("This file is larger than 2 MB. Download a shorter period.");
  const text = decodeText(bytes);
  if (/^\s*(OFXHEADER|<\?OFX|<OFX>)/im.test(text)) return toReadBankFile(readOfx(text));
  if (/<(?:[\w-]+:)?BkToCstmrStmt[\s>]/.test(text)) return toReadBankFile(readCamt(text));
  if (/^\s*01,.*\n\s*02,/.test(text)) return toReadBankFile(readBai2(text));
  return readCsv(text);
}

function decodeText(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new BankFileError(unknownFileMessage);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const unknownFileMessage =
  "We can't read this file. Download it from your bank as CSV, OFX, QFX, CAMT.053, or BAI2, and choose it again.";

function toReadBankFile({ accountNumber, movements }: BankFile): ReadBankFile {
  const receivedMovements = movements.filter(({ amountCents }) => amountCents > 0);
  const payments = receivedMovements.map(({ id, day, ...movement }) => ({ ...movement, onDay: day, id }));
  return {
    accountNumber,
    payments: addLineIds(payments),
    skippedRows: movements
      .filter(({ amountCents }) => amountCents <= 0)
      .map(({ text, amountCents }) => `${text} ${formatCents(amountCents)}`),
  };
}

function readCsv(text: string): ReadBankFile {
  let rows: string[][];
  try {
    rows = parse(text, { relax_column_count: true, bom: true, skip_empty_lines: true });
  } catch {
    throw new BankFileError(unknownFileMessage);
  }
  const paymentRows = readPaymentRows(rows);
  if (paymentRows === undefined) throw new BankFileError(unknownFileMessage);
  return {
    accountNumber: "",
    payments: addLineIds(paymentRows.payments.map((payment) => ({ ...payment, id: "" }))),
    skippedRows: paymentRows.skippedRows,
  };
}

/**
 * Identifies each line by the bank's id, date, and amount. Without a bank id, its contents and its number
 * among identical lines identify it. Lines are therefore recognized in overlapping files, if both files
 * contain whole days.
 */
function addLineIds(payments: readonly (ReadPayment & { id: string })[]): BankPayment[] {
  const counts = new Map<string, number>();
  return payments.map(({ id, ...payment }) => {
    const { onDay, amountCents, text, reference } = payment;
    // Some banks use an id again on another day.
    const contents = JSON.stringify(
      id === ""
        ? [onDay, amountCents, text.slice(0, 500), reference.slice(0, 100)]
        : [id, onDay, amountCents],
    );
    const count = (counts.get(contents) ?? 0) + 1;
    counts.set(contents, count);
    return { ...payment, lineId: count === 1 ? contents : `${contents} ${count}` };
  });
}
