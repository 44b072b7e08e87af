import { readAmount, readDay } from "../../payment-rows.ts";
import {
  assertDollars,
  type BankFile,
  BankFileError,
  type BankMovement,
  requireMovement,
  requireOneAccount,
  throwIncomplete,
} from "./bank-file.ts";
import { readBlocks, readTags } from "./read-tags.ts";

/**
 * Reads an OFX or QFX file. The formats differ only in Intuit's bank number. A movement without a bank id
 * gets an empty one.
 * @throws BankFileError if the file is incomplete, in another currency, for more than one account or a card, or
 * reports an error of the bank
 */
export function readOfx(file: string): BankFile {
  if (!/<\/OFX>/i.test(file)) throwIncomplete();
  const blocks = readBlocks(file, "STMTTRN");
  const fields = readFields(file.replace(/<STMTTRN>[\s\S]*?<\/STMTTRN>/gi, ""));
  if (/<CCSTMTRS>/i.test(file))
    throw new BankFileError("This is a credit card statement. Choose a file of a bank account.");
  if (!/<STMTRS>/i.test(file))
    throw new BankFileError(
      `This file has no account statement${fields.has("MESSAGE") ? `: ${fields.get("MESSAGE")}` : "."} Download it from your bank again.`,
    );
  assertDollars(fields.get("CURDEF") ?? "");
  return {
    accountNumber: requireOneAccount(readBlocks(file, "BANKACCTFROM").map(readAccountNumber)),
    movements: blocks.map((block) => toMovement(readFields(block))),
  };
}

function readAccountNumber(account: string): string {
  const fields = readFields(account);
  return [fields.get("BANKID"), fields.get("ACCTID")].filter(Boolean).join("/");
}

/** Returns the text of each tag by name. If tags have the same name, the first one counts. */
function readFields(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { path, text } of readTags(block)) {
    const name = path.slice(path.lastIndexOf("/") + 1).toUpperCase();
    if (!fields.has(name)) fields.set(name, text);
  }
  return fields;
}

function toMovement(fields: Map<string, string>): BankMovement {
  const postedOn = fields.get("DTPOSTED") ?? "";
  return requireMovement({
    id: fields.get("FITID") ?? "",
    day: readDay(postedOn.replace(/^(\d{4})(\d{2})(\d{2}).*/, "$1-$2-$3")),
    // Some banks use a decimal comma.
    amountCents: readAmount((fields.get("TRNAMT") ?? "").replace(/,(\d{2})$/, ".$1")),
    text: [fields.get("NAME"), fields.get("MEMO")].filter(Boolean).join(" "),
    reference: fields.get("CHECKNUM") ?? "",
  });
}
