import { type Day, isDay } from "#shared/calendar.ts";
import { foldText } from "#shared/fold-text.ts";
import { parseDollars } from "#shared/format/dollars.ts";
import { type Cents, negate } from "#shared/format/money.ts";

/** The meanings that a column of a spreadsheet or a bank's list can have. */
export const paymentColumns = ["text", "amount", "debit", "date", "reference", "method"] as const;
export type PaymentColumn = (typeof paymentColumns)[number];

/** A payment read from a row. Values that couldn't be read are null, and the user fills them in. */
export interface ReadPayment {
  /** A name, a unit, or a bank's description. */
  text: string;
  amountCents: Cents | null;
  /** The amount as written, if it couldn't be read. */
  unreadAmount?: string;
  onDay: Day | null;
  reference: string;
  /** The method as written, if the rows have one. */
  writtenMethod?: string;
}

export interface ReadRows {
  payments: ReadPayment[];
  /** The meaning of each column, from left to right. Null for a column that isn't used. */
  columns: (PaymentColumn | null)[];
  /** The rows that aren't payments received, such as totals and withdrawals, as one text each. */
  skippedRows: string[];
}

const maxNamedRows = 3;
const maxRowLength = 60;

/** `2 rows aren't payments received: “CITY WATER -412.18” and “Total 2,500.00”.` Empty if there are none. */
export function describeSkippedRows(rows: readonly string[], noun: "row" | "line"): string {
  if (rows.length === 0) return "";
  const names = rows
    .slice(0, maxNamedRows)
    .map((row) => `“${row.length > maxRowLength ? `${row.slice(0, maxRowLength - 1)}…` : row}”`);
  const moreCount = rows.length - names.length;
  const list = new Intl.ListFormat("en-US").format([
    ...names,
    ...(moreCount === 0 ? [] : [`${moreCount} more`]),
  ]);
  return `${rows.length === 1 ? `1 ${noun} isn't a payment` : `${rows.length} ${noun}s aren't payments`} received: ${list}.`;
}

/** The headers in spreadsheets and in the lists of large banks, preferred ones first. */
const headers: Readonly<Record<PaymentColumn, readonly string[]>> = {
  date: ["date received", "posting date", "posted date", "post date", "date", "paid on", "transaction date"],
  amount: ["amount", "amount (usd)", "credit", "credits", "credit amount", "deposit", "payment", "paid"],
  debit: ["debit", "debits", "debit amount", "withdrawal"],
  reference: [
    "reference",
    "ref",
    "check",
    "check number",
    "check no",
    "check no.",
    "check #",
    "check or slip #",
    "slip #",
    "number",
  ],
  method: ["method", "payment method", "paid by"],
  text: [
    "tenant",
    "name",
    "company",
    "payer",
    "customer",
    "unit",
    "suite",
    "property",
    "description",
    "memo",
    "payee",
  ],
};

/**
 * Reads payments from rows of cells. Without a header row, columns are recognized by their cells. Undefined
 * if no column is clearly the amount.
 */
export function readPaymentRows(rows: readonly (readonly string[])[]): ReadRows | undefined {
  const filledRows = rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  const headerIndex = filledRows.slice(0, 20).findIndex((cells) => readHeader(cells).includes("amount"));
  const dataRows = filledRows.slice(headerIndex + 1);
  const columns = headerIndex === -1 ? recognizeColumns(dataRows) : readHeader(filledRows[headerIndex] ?? []);
  if (!columns.includes("amount")) return undefined;
  const payments: ReadPayment[] = [];
  const skippedRows: string[] = [];
  for (const cells of dataRows) {
    const payment = readPayment(cells, columns);
    if (payment !== null) payments.push(payment);
    else
      skippedRows.push(
        cells
          .map((cell) => cell.trim())
          .filter((cell) => cell !== "")
          .join(" "),
      );
  }
  return { payments, columns, skippedRows };
}

const normalize = (cell: string): string => foldText(cell).trim().replace(/\s+/g, " ").replace(/:$/, "");

/**
 * Several columns can be text, such as name and unit. For every other meaning, only the preferred column
 * counts.
 */
function readHeader(cells: readonly string[]): (PaymentColumn | null)[] {
  const names = cells.map(normalize);
  const columnsByName = new Map<string, PaymentColumn>();
  for (const column of paymentColumns) {
    const name = headers[column].find((header) => names.includes(header));
    if (column !== "text" && name !== undefined) columnsByName.set(name, column);
  }
  return names.map((name, index) => {
    const column = names.indexOf(name) === index ? columnsByName.get(name) : undefined;
    return column ?? (headers.text.includes(name) ? "text" : null);
  });
}

function recognizeColumns(rows: readonly (readonly string[])[]): (PaymentColumn | null)[] {
  const count = Math.max(0, ...rows.map((cells) => cells.length));
  const getFilledCells = (index: number) =>
    rows.map((cells) => (cells[index] ?? "").trim()).filter((cell) => cell !== "");
  const columns = Array.from({ length: count }, (_, index) => getFilledCells(index));
  const areAll = (cells: readonly string[], test: (cell: string) => boolean) =>
    cells.length > 0 && cells.every(test);
  const areDates = columns.map((cells) => areAll(cells, (cell) => readDay(cell) !== null));
  const areNumbers = columns.map(
    (cells, index) => areDates[index] !== true && areAll(cells, (cell) => readAmount(cell) !== null),
  );
  // Check numbers have no such marks. An amount that can't be read doesn't make its column another one.
  const haveMoney = columns.map(
    (cells, index) =>
      areDates[index] !== true && cells.some((cell) => /[$.,()]/.test(cell) && readAmount(cell) !== null),
  );
  const areMoney = haveMoney.map((hasMoney, index) => hasMoney && areNumbers[index] === true);
  const hasSingleNumber = areNumbers.filter(Boolean).length === 1;
  const amountIndex = [areMoney, haveMoney, hasSingleNumber ? areNumbers : []]
    .map((candidates) => candidates.indexOf(true))
    .find((index) => index !== -1);
  const referenceIndex = columns.findIndex(
    (cells, index) =>
      index !== amountIndex &&
      areDates[index] !== true &&
      areAll(cells, (cell) => /^[a-z#]{0,5}\.? ?\d[\d-]*$/i.test(cell)),
  );
  return columns.map((cells, index) => {
    if (index === amountIndex) return "amount";
    if (areDates[index] === true) return areDates.indexOf(true) === index ? "date" : null;
    if (index === referenceIndex) return "reference";
    return cells.some((cell) => /\p{L}/u.test(cell)) ? "text" : null;
  });
}

/** Returns null for a row that isn't a payment received. */
function readPayment(
  cells: readonly string[],
  columns: readonly (PaymentColumn | null)[],
): ReadPayment | null {
  const cell = (column: PaymentColumn) => (cells[columns.indexOf(column)] ?? "").trim();
  const text = cells
    .filter((value, index) => columns[index] === "text" && value.trim() !== "")
    .map((value) => value.trim())
    .join(" ");
  const amountCents = readAmount(cell("amount"));
  const isPaidOut = amountCents !== null && amountCents <= 0;
  const isOnlyDebit = cell("amount") === "" && columns.includes("debit") && cell("debit") !== "";
  const isTotal = cells.some((value) => /^(sub-?|grand )?totals?:?$/i.test(value.trim()));
  if (isPaidOut || isOnlyDebit || isTotal) return null;
  return {
    text,
    amountCents,
    ...(amountCents === null && cell("amount") !== "" && { unreadAmount: cell("amount") }),
    onDay: readDay(cell("date")),
    reference: cell("reference"),
    ...(columns.includes("method") && { writtenMethod: cell("method") }),
  };
}

/** Reads an amount as people and spreadsheets write it: `$ 2,500.00`, `(350.00)`. */
export function readAmount(cell: string): Cents | null {
  const text = cell.replace(/\s|USD/g, "");
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1];
  if (inParentheses === undefined)
    return parseDollars(text.replace(/^(.+)-$/, "-$1").replace(/^\+/, "")) ?? null;
  const cents = parseDollars(inParentheses);
  return cents === undefined ? null : negate(cents);
}

/** The first three letters of each month. */
export const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month, 1))
    .toLocaleString("en-US", { month: "short", timeZone: "UTC" })
    .toLowerCase(),
);

/**
 * Reads a date such as `2026-01-31`, `1/31/2026`, `1/31/26` (month first), `31.01.2026`, or `Jan 31, 2026`.
 */
export function readDay(cell: string): Day | null {
  const text = cell.trim();
  const isoMatch = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  if (isoMatch !== null) return toDay(isoMatch[1], isoMatch[2], isoMatch[3]);
  const usMatch = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(text);
  if (usMatch !== null) return toDay(usMatch[3], usMatch[1], usMatch[2]);
  const dottedMatch = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (dottedMatch !== null) return toDay(dottedMatch[3], dottedMatch[2], dottedMatch[1]);
  const namedMatch = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  if (namedMatch === null) return null;
  return toDay(
    namedMatch[3],
    String(monthNames.indexOf((namedMatch[1] ?? "").toLowerCase()) + 1),
    namedMatch[2],
  );
}

function toDay(year = "", month = "", dayOfMonth = ""): Day | null {
  const day = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  return isDay(day) ? day : null;
}
