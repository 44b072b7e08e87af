import { negate, toCents } from "#shared/format/money.ts";
import { readDay } from "../../payment-rows.ts";
import {
  assertDollars,
  type BankFile,
  type BankMovement,
  requireMovement,
  requireOneAccount,
  throwIncomplete,
} from "./bank-file.ts";

/**
 * Reads a BAI2 file, which consists of records with fields and has its amounts in cents. Records of type 890
 * have no amount. Each account ends with the number of its records, which shows whether any are missing.
 * @throws BankFileError if the file is incomplete, in another currency, or for more than one account
 */
export function readBai2(file: string): BankFile {
  const movements: BankMovement[] = [];
  const accountNumbers: string[] = [];
  let day: string | null = null;
  let recordCount = 0;
  let currency = "";
  let isComplete = false;
  for (const { fields, lineCount } of readRecords(file)) {
    const [code = ""] = fields;
    recordCount += lineCount;
    if (code === "02") {
      day = readDay((fields[4] ?? "").replace(/^(\d\d)(\d\d)(\d\d)$/, "20$1-$2-$3"));
      currency = fields[6] ?? "";
    } else if (code === "03") {
      recordCount = lineCount;
      accountNumbers.push(fields[1] ?? "");
      assertDollars(fields[2] || currency);
    } else if (code === "16" && fields[1] !== "890") movements.push(toMovement(fields, day));
    else if (code === "49" && Number(fields[2]) !== recordCount) throwIncomplete();
    else if (code === "99") isComplete = true;
  }
  if (!isComplete) throwIncomplete();
  return { accountNumber: requireOneAccount(accountNumbers), movements };
}

interface Bai2Record {
  fields: string[];
  /** The number of lines, including those that continue the record. */
  lineCount: number;
}

function readRecords(file: string): Bai2Record[] {
  const records: Bai2Record[] = [];
  for (const line of file.split(/\r\n?|\n/)) {
    if (line.trim() === "") continue;
    const fields = line.trim().replace(/\/$/, "").split(",");
    const record = records.at(-1);
    if (fields[0] !== "88" || record === undefined) records.push({ fields, lineCount: 1 });
    else {
      record.lineCount += 1;
      // The text of a movement, which can contain commas, continues on the next line.
      if (record.fields[0] === "16") record.fields.push(fields.slice(1).join(","));
      else record.fields.push(...fields.slice(1));
    }
  }
  return records;
}

function toMovement(fields: string[], day: string | null): BankMovement {
  const [, type = "", amount = "", funds = "", ...others] = fields;
  const [bankReference = "", customerReference = "", ...text] = others.slice(countFundsFields(funds, others));
  const cents = /^\d{1,15}$/.test(amount) ? toCents(Number(amount)) : null;
  // Types from 400 up are money paid out.
  const isPaidOut = Number(type) >= 400;
  return requireMovement({
    id: bankReference,
    day,
    amountCents: cents !== null && isPaidOut ? negate(cents) : cents,
    text: text
      .map((part) => part.trim())
      .filter(Boolean)
      .join(" "),
    reference: customerReference,
  });
}

/** Returns how many more fields say when the money becomes available. */
function countFundsFields(funds: string, others: readonly string[]): number {
  if (funds === "V") return 2;
  if (funds === "S") return 3;
  if (funds === "D") return 1 + 2 * Number(others[0]);
  return 0;
}
