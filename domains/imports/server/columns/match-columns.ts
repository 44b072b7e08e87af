import { findOption } from "#shared/format/find-option.ts";
import type { FileColumn } from "../../contract.ts";
import type { ImportColumn, ImportKind } from "../../import-kind.ts";
import { getImportKind, type ImportKindName } from "../../import-kinds.ts";
import { listNames, normalizeName } from "../file/find-header.ts";
import type { ColumnEvidence } from "./column-evidence.ts";

/**
 * Proposes a field for each column of the file: first by the template's names, then by the names in other systems'
 * exports if the values fit, then by numbered names such as `Increase 2 date`, and finally by the values alone.
 */
export function proposeFields(
  { names, lastLineNames }: { names: readonly string[]; lastLineNames: readonly string[] },
  evidence: readonly ColumnEvidence[],
  { columns, fieldsOfRowsBelow = [] }: ImportKind,
): (string | null)[] {
  const fields: (string | null)[] = names.map(() => null);
  const propose = (fits: (index: number, column: ImportColumn) => boolean) => {
    for (const column of columns) {
      if (fields.includes(column.field)) continue;
      const index = names.findIndex((_, at) => fields[at] === null && fits(at, column));
      if (index !== -1) fields[index] = column.field;
    }
  };
  const isNamed = (index: number, accepted: readonly string[], allNames = names) => {
    const name = normalizeName(allNames[index] ?? "");
    return name !== "" && accepted.includes(name);
  };
  propose((index, column) => isNamed(index, listNames({ ...column, otherNames: [] })));
  propose((index, column) => isNamed(index, listNames(column)) && valuesFit(evidence[index], column));
  propose(
    (index, column) => isNamed(index, listNames(column), lastLineNames) && valuesFit(evidence[index], column),
  );
  const isNumbered = (index: number, { field, ...column }: ImportColumn, allNames: readonly string[]) =>
    fieldsOfRowsBelow.includes(field) &&
    /\d/.test(names[index] ?? "") &&
    listNames({ field, ...column }).includes(normalizeName((allNames[index] ?? "").replace(/\d/g, "")));
  for (const column of columns)
    for (const index of names.keys())
      if (
        fields[index] === null &&
        (isNumbered(index, column, names) || isNumbered(index, column, lastLineNames)) &&
        valuesFit(evidence[index], column)
      )
        fields[index] = column.field;
  propose((index, column) => valuesIdentify(evidence[index], column));
  return fields;
}

/** Whether most values of the column can be read as the field's. */
function valuesFit(evidence: ColumnEvidence | undefined, { type }: ImportColumn): boolean {
  if (type === undefined || evidence === undefined) return true;
  const count = type === "day" ? evidence.days : evidence.numbers;
  return count * 2 >= evidence.filled;
}

/** Whether the values can belong only to this field: email addresses, or the field's options. */
function valuesIdentify(evidence: ColumnEvidence | undefined, { field, options }: ImportColumn): boolean {
  if (evidence === undefined || evidence.filled === 0) return false;
  if (field === "email") return evidence.emails * 2 > evidence.filled;
  return (
    options !== undefined && evidence.samples.every((sample) => findOption(sample, options) !== undefined)
  );
}

/** The formats of a whole file. */
export interface FileFormat {
  hasDecimalComma: boolean;
  /** Null if no date shows its order, or if dates have different orders. */
  isDayFirst: boolean | null;
}

/** Returns the formats that the values of a file show, to propose them for its columns without a clear format. */
export function findFileFormat(evidence: readonly ColumnEvidence[]): FileFormat {
  const hasDayFirst = evidence.some((column) => column.hasDayFirst);
  const hasMonthFirst = evidence.some((column) => column.hasMonthFirst);
  return {
    hasDecimalComma: evidence.some((column) => column.hasDecimalComma && !column.hasDecimalPoint),
    isDayFirst: hasDayFirst === hasMonthFirst ? null : hasDayFirst,
  };
}

/** Returns the format of a column's values, or an ambiguous value if they leave the format open. */
export function findFormat(
  evidence: ColumnEvidence,
  { hasDecimalComma: otherColumnsHaveDecimalComma, isDayFirst: otherDaysAreDayFirst }: FileFormat,
): Pick<FileColumn, "decimalMark" | "isDayFirst" | "ambiguousNumber" | "ambiguousDay"> {
  const { hasDecimalPoint, hasDecimalComma, hasDayFirst, hasMonthFirst, ambiguousPoint, ambiguousDay } =
    evidence;
  // Americans write 1,000 for a thousand. Only a file that also has 1.234,50 makes it ambiguous.
  const isCommaAmbiguous = hasDecimalComma || otherColumnsHaveDecimalComma;
  const ambiguousNumber = ambiguousPoint ?? (isCommaAmbiguous ? evidence.ambiguousComma : null);
  const isMarkKnown = hasDecimalPoint !== hasDecimalComma;
  const isOrderKnown = hasDayFirst !== hasMonthFirst;
  return {
    decimalMark: isMarkKnown ? (hasDecimalComma ? "," : ".") : ambiguousNumber === null ? "." : null,
    // The user can change it: the question is still asked.
    isDayFirst: isOrderKnown ? hasDayFirst : ambiguousDay === null ? null : otherDaysAreDayFirst,
    ambiguousNumber: isMarkKnown ? null : ambiguousNumber,
    ambiguousDay: isOrderKnown ? null : ambiguousDay,
  };
}

/**
 * Exports of other systems, recognized by the columns that their vendors publish. The columns' names are listed with our
 * fields (`otherNames`). No list is public for Rent Manager and for the commercial rent roll of Yardi Voyager.
 */
const importPresets: readonly { system: string; columns: readonly string[] }[] = [
  // https://help.breeze.cafe/en/articles/13122893-understanding-the-rent-roll
  { system: "Yardi Breeze", columns: ["Market Rent", "Actual Rent", "Deposit", "Other Deposits", "Misc"] },
  // https://github.com/RichRock27/Make_Ready_Board/blob/main/DATA_CONTRACT.md
  { system: "AppFolio", columns: ["Unit", "Tenant", "Rent", "Lease From", "Lease To", "Deposit"] },
  // https://support.buildium.com/hc/en-us/articles/200709868-Data-Import-Tenants-and-leases
  { system: "Buildium", columns: ["Property", "Unit number", "First name", "Last name"] },
  // https://sage-intacct-real-estate.scrollhelp.site/sire/detailed-rent-roll
  {
    system: "Sage Intacct",
    columns: ["Unit", "Total Sq. Ft.", "Current Tenant", "Actual Move in", "Lease Expiration Date"],
  },
];

/** Returns the system whose export has these columns. */
export function findPreset(names: readonly string[]): string | null {
  const present = new Set(names.map(normalizeName));
  return (
    importPresets.find(({ columns }) => columns.every((name) => present.has(normalizeName(name))))?.system ??
    null
  );
}

/** Returns what's missing before the rows can be checked. */
export function findMatchError(columns: readonly FileColumn[], kind: ImportKindName): string | undefined {
  const { columns: kindColumns, fieldsOfRowsBelow = [] } = getImportKind(kind);
  for (const { field, header, isRequired, type } of kindColumns) {
    const matched = columns.filter((candidate) => candidate.field === field);
    const [column, other] = matched;
    if (other !== undefined && !fieldsOfRowsBelow.includes(field))
      return `Two columns are matched to ${header}. Select only one.`;
    if (column === undefined) {
      if (isRequired) return `Select the column for ${header}. It's required.`;
      continue;
    }
    if (type === undefined) continue;
    const unreadDays = matched.find(
      ({ ambiguousDay, isDayFirst }) => ambiguousDay !== null && isDayFirst === null,
    );
    if (type === "day" && unreadDays !== undefined)
      return `Select how the dates in “${unreadDays.name}” are read: day first or month first.`;
    const unreadNumbers = matched.find(
      ({ ambiguousNumber, decimalMark }) => ambiguousNumber !== null && decimalMark === null,
    );
    if (type !== "day" && unreadNumbers !== undefined)
      return `Select how the numbers in “${unreadNumbers.name}” are read: with a decimal point or a decimal comma.`;
  }
  const unknown = columns.find(
    ({ field }) => field !== null && !kindColumns.some((known) => known.field === field),
  );
  return unknown === undefined ? undefined : `“${unknown.name}” can't be matched to this field.`;
}
