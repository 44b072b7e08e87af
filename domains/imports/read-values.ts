/*
 * Values as people write them: `$ 2,500.00`, `(350.00)`, `1.234,50`, `1/31/26`, `31.01.2026`. Nothing is guessed.
 * A value with two readings, such as `1.000` or `1/2/26`, is read in the format that the user selects for its column.
 */

/** A cell of a file. Spreadsheets have numbers, and their dates are strings such as `2026-01-31`. */
export type Cell = string | number;

export type DecimalMark = "." | ",";

/** How the ambiguous values of a column are read. Null if that isn't known yet. */
export interface ValueFormat {
  decimalMark: DecimalMark | null;
  isDayFirst: boolean | null;
}

/** `number`: includes areas. `percent`: without its sign, 3 is 3%. */
export type ValueType = "money" | "number" | "percent" | "day";

/**
 * Returns a value in the form that the import reads: `2500.00`, `1250`, `2026-01-31`. Undefined if it has no
 * reading, or more than one.
 */
export function readValue(cell: Cell, type: ValueType, format: ValueFormat): string | undefined {
  if (type === "day") return readDay(cell, format.isDayFirst);
  const number =
    typeof cell === "number" ? readSheetNumber(cell, type) : readNumber(cell, format.decimalMark);
  return number === undefined || type === "money" ? number : number.replace(/\.0*$/, "");
}

const currencyAndUnit =
  /^(?:us\$|usd|\$|€|£)|(?:usd|\$|€|£|%|sq\.?\s?ft\.?|s\.?f\.?|rsf|sqft|square feet)$/giu;

/** Returns a number's digits with its marks, and whether it's negative. Undefined if it isn't a number. */
function parseNumber(text: string): { digits: string; isNegative: boolean } | undefined {
  let rest = text
    .replace(/[\u00a0\u202f\u2009]/g, " ")
    .replace(/[\u2212\u2013]/g, "-")
    .trim();
  if (rest.replace(currencyAndUnit, "").trim() === "-") return { digits: "0", isNegative: false };
  const isInParentheses = /^\(.*\)$/.test(rest) || /^\$\s*\(.*\)$/.test(rest);
  if (isInParentheses) rest = rest.replace(/[()]/g, "").trim();
  const sign = /^-|-$/.exec(rest.replace(currencyAndUnit, "").trim());
  rest = rest
    .replace(/^-|-$/, "")
    .trim()
    .replace(currencyAndUnit, "")
    .trim()
    .replace(currencyAndUnit, "")
    .trim();
  rest = rest.replace(/^-|-$/, "").trim();
  const digits = rest.replace(/(?<=\d)[' ](?=\d{3}(?:\D|$))/g, "");
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(digits)) return undefined;
  return { digits, isNegative: isInParentheses || sign !== null };
}

/** Returns a number's decimal mark. `either` if its only mark could also separate thousands. */
export function findDecimalMark(text: string): DecimalMark | "either" | undefined {
  const digits = parseNumber(text)?.digits;
  if (digits === undefined) return undefined;
  const marks = digits.match(/[.,]/g) ?? [];
  const [first] = marks as DecimalMark[];
  if (first === undefined) return undefined;
  const last = marks.at(-1) as DecimalMark;
  if (first !== last) return last;
  if (marks.length > 1) return first === "." ? "," : ".";
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? "either" : first;
}

/** Returns the number with a decimal point. Undefined if it isn't a number, or its format isn't known. */
function readNumber(text: string, decimalMark: DecimalMark | null): string | undefined {
  const parsed = parseNumber(text);
  if (parsed === undefined) return undefined;
  const certainMark = findDecimalMark(text);
  const mark = certainMark === "either" ? decimalMark : (certainMark ?? ".");
  if (mark === null) return undefined;
  const [whole, decimals] = parsed.digits.split(mark) as [string, string?];
  const groupMark = mark === "." ? "," : ".";
  const isGrouped = whole.includes(groupMark);
  const groups = whole.split(groupMark);
  if (isGrouped && !groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group)))
    return undefined;
  const number = `${groups.join("") || "0"}${decimals === undefined || decimals === "" ? "" : `.${decimals}`}`;
  if (!/^\d+(?:\.\d+)?$/.test(number)) return undefined;
  return parsed.isNegative && /[1-9]/.test(number) ? `-${number}` : number;
}

/** A formula's result can have fractions of a cent. A spreadsheet shows the rounded amount. */
const readSheetNumber = (value: number, type: ValueType): string | undefined =>
  !Number.isFinite(value) || Math.abs(value) >= 1e12
    ? undefined
    : String(Number(value.toFixed(type === "money" ? 2 : 4)));

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });
const monthNames = Array.from({ length: 12 }, (_, month) =>
  monthFormat.format(Date.UTC(2026, month, 1)).toLowerCase(),
);
const monthPattern = `(${monthNames.join("|")})[a-z]*\\.?`;
const numericDay = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/;
const isoDay = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const monthFirstName = new RegExp(`^${monthPattern}\\s*(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4}|\\d{2})$`);
const dayFirstName = new RegExp(`^(\\d{1,2})[\\s.-]*${monthPattern}[\\s.,-]*(\\d{4}|\\d{2})$`);

/** A time of day after a date, as databases export it. */
const timeOfDay = /[t\s]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?\s*([ap]m)?z?$/;

const cleanDay = (text: string) => text.trim().toLowerCase().replace(timeOfDay, "").trim();

/** Returns whether a date starts with its day or its month. `either` if both are possible. */
export function findDayOrder(text: string): "day" | "month" | "either" | undefined {
  const [, first, , second] = numericDay.exec(cleanDay(text)) ?? [];
  if (first === undefined || second === undefined || Number(first) === Number(second)) return undefined;
  if (Number(first) > 12) return "day";
  return Number(second) > 12 ? "month" : "either";
}

/** Spreadsheets count days from the end of 1899. */
const firstSheetDay = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

function readDay(cell: Cell, isDayFirst: boolean | null): string | undefined {
  if (typeof cell === "number")
    // 1954 to 2119
    return cell >= 20_000 && cell <= 80_000
      ? new Date(firstSheetDay + Math.floor(cell) * dayMs).toISOString().slice(0, 10)
      : undefined;
  const text = cleanDay(cell);
  const iso = isoDay.exec(text);
  if (iso !== null) return toDay(iso[1], iso[3], iso[4]);
  const numeric = numericDay.exec(text);
  if (numeric !== null) {
    const [, first, , second, year] = numeric;
    const order = findDayOrder(text);
    if (order === "either" && isDayFirst === null) return undefined;
    return order === "day" || (order === "either" && isDayFirst === true)
      ? toDay(year, second, first)
      : toDay(year, first, second);
  }
  const monthFirstMatch = monthFirstName.exec(text);
  if (monthFirstMatch !== null)
    return toDay(monthFirstMatch[3], toMonth(monthFirstMatch[1]), monthFirstMatch[2]);
  const dayFirstMatch = dayFirstName.exec(text);
  return dayFirstMatch === null
    ? undefined
    : toDay(dayFirstMatch[3], toMonth(dayFirstMatch[2]), dayFirstMatch[1]);
}

const toMonth = (name = "") => String(monthNames.indexOf(name) + 1);

/** Returns the date if it exists. A two-digit year is from 1970 to 2069. */
function toDay(year = "", month = "", day = ""): string | undefined {
  const fullYear = year.length === 4 ? year : `${Number(year) < 70 ? "20" : "19"}${year}`;
  const date = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}
