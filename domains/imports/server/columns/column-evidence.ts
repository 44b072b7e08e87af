import { type Cell, findDayOrder, findDecimalMark, readValue } from "../../read-values.ts";

const maxSamples = 8;
const maxSampleCharacters = 60;
const anyFormat = { decimalMark: ".", isDayFirst: false } as const;
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The evidence that a column's values give about its field and format. */
export interface ColumnEvidence {
  filled: number;
  numbers: number;
  days: number;
  emails: number;
  samples: string[];
  hasDecimalPoint: boolean;
  hasDecimalComma: boolean;
  hasDayFirst: boolean;
  hasMonthFirst: boolean;
  /** The first value such as `1.000`, `1,000`, and `1/2/26`. */
  ambiguousPoint: string | null;
  ambiguousComma: string | null;
  ambiguousDay: string | null;
}

export const createEvidence = (): ColumnEvidence => ({
  filled: 0,
  numbers: 0,
  days: 0,
  emails: 0,
  samples: [],
  hasDecimalPoint: false,
  hasDecimalComma: false,
  hasDayFirst: false,
  hasMonthFirst: false,
  ambiguousPoint: null,
  ambiguousComma: null,
  ambiguousDay: null,
});

/** Adds a cell to the evidence about its column. */
export function addEvidence(evidence: ColumnEvidence, cell: Cell): void {
  if (cell === "") return;
  evidence.filled += 1;
  const sample = String(cell).slice(0, maxSampleCharacters);
  if (evidence.samples.length < maxSamples && !evidence.samples.includes(sample))
    evidence.samples.push(sample);
  if (isNumber(cell)) evidence.numbers += 1;
  if (isDay(cell)) evidence.days += 1;
  if (typeof cell === "number") return;
  if (emailPattern.test(cell.trim())) evidence.emails += 1;
  const mark = findDecimalMark(cell);
  if (mark === ".") evidence.hasDecimalPoint = true;
  if (mark === ",") evidence.hasDecimalComma = true;
  if (mark === "either" && cell.includes(".")) evidence.ambiguousPoint ??= sample;
  if (mark === "either" && cell.includes(",")) evidence.ambiguousComma ??= sample;
  const order = findDayOrder(cell);
  if (order === "day") evidence.hasDayFirst = true;
  if (order === "month") evidence.hasMonthFirst = true;
  if (order === "either") evidence.ambiguousDay ??= sample;
}

const isNumber = (cell: Cell) => readValue(cell, "money", anyFormat) !== undefined;
const isDay = (cell: Cell) => typeof cell === "string" && readValue(cell, "day", anyFormat) !== undefined;

/** Whether a cell is a number or a date, which a header never is. */
export const isValue = (cell: Cell): boolean => typeof cell === "number" || isNumber(cell) || isDay(cell);
