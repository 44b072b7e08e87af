import { type Cents, negate } from "#shared/format/money.ts";
import { readAmount, readDay } from "../../payment-rows.ts";
import {
  assertDollars,
  type BankFile,
  type BankMovement,
  requireMovement,
  requireOneAccount,
  throwIncomplete,
} from "./bank-file.ts";
import { readBlocks, readTags } from "./read-tags.ts";

/**
 * Reads a CAMT.053 account statement, versions 2 to 8. Skips reversals and movements that aren't booked yet.
 * An entry that combines several payments becomes a movement for each of them.
 * @throws BankFileError if the file is incomplete, in another currency, or for more than one account
 */
export function readCamt(file: string): BankFile {
  if (!/<\/(?:[\w-]+:)?Document>/.test(file)) throwIncomplete();
  const statements = readBlocks(file, "Stmt");
  return {
    accountNumber: requireOneAccount(statements.map(readAccountNumber)),
    movements: statements.flatMap((statement) => readBlocks(statement, "Ntry").flatMap(readEntry)),
  };
}

function readAccountNumber(statement: string): string {
  const [account = ""] = readBlocks(statement, "Acct");
  for (const { path, text } of readTags(account))
    if (path === "Id/IBAN" || path === "Id/Othr/Id") return text;
  return "";
}

/** The fields of an entry or of one of its payments. */
interface Details {
  amount: string;
  isPaidOut: boolean;
  isBooked: boolean;
  isReversal: boolean;
  day: string;
  id: string;
  names: string[];
  remittance: string[];
  reference: string;
}

function readDetails(block: string): Details {
  const details: Details = {
    amount: "",
    isPaidOut: false,
    isBooked: false,
    isReversal: false,
    day: "",
    id: "",
    names: [],
    remittance: [],
    reference: "",
  };
  for (const { path, text, attributes } of readTags(block)) {
    if (/^(AmtDtls\/TxAmt\/)?Amt$/.test(path)) {
      details.amount ||= text;
      assertDollars(/Ccy="(\w+)"/.exec(attributes)?.[1] ?? "");
    } else if (path === "CdtDbtInd") details.isPaidOut = text === "DBIT";
    else if (path === "RvslInd") details.isReversal = text === "true";
    else if (path === "Sts" || path === "Sts/Cd") details.isBooked = text === "BOOK";
    else if (path.startsWith("BookgDt/")) details.day ||= text.slice(0, 10);
    else if (path === "AcctSvcrRef" || path === "Refs/AcctSvcrRef") details.id ||= text;
    else if (/RltdPties\/Dbtr\/(Pty\/)?Nm$/.test(path)) details.names.push(text);
    else if (path.endsWith("RmtInf/Ustrd")) details.remittance.push(text);
    else if (path.endsWith("Refs/ChqNb")) details.reference ||= text;
  }
  return details;
}

function readEntry(block: string): BankMovement[] {
  const entry = readDetails(block);
  if (!entry.isBooked || entry.isReversal) return [];
  const payments = readBlocks(block, "TxDtls").map(readDetails);
  // An entry is split only if its payments add up to it.
  const amounts = payments.map(({ amount }) => readCents(amount));
  const isSplit =
    payments.length > 1 &&
    amounts.reduce<number>((sum, cents) => sum + (cents ?? 0), 0) === readCents(entry.amount);
  if (!isSplit) return [toMovement(entry)];
  return payments.map((payment, index) =>
    toMovement({
      ...payment,
      day: entry.day,
      isPaidOut: entry.isPaidOut,
      id: payment.id || (entry.id && `${entry.id}/${index + 1}`),
    }),
  );
}

/** Amounts can have up to five decimals. */
const readCents = (amount: string): Cents | null => readAmount(amount.replace(/(\.\d{2})0+$/, "$1"));

function toMovement({ amount, isPaidOut, day, id, names, remittance, reference }: Details): BankMovement {
  const cents = readCents(amount);
  return requireMovement({
    id,
    day: readDay(day),
    amountCents: cents !== null && isPaidOut ? negate(cents) : cents,
    text: [...names, ...remittance].join(" "),
    reference,
  });
}
