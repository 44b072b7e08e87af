import { formatCents, toCents } from "#shared/format/money.ts";

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** The details of a log entry: the changes with old and new values, and other details. */
export interface AuditDetails {
  changes: Change[];
  fields: { field: string; value: unknown }[];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is Change =>
  isFields(value) && typeof value.field === "string" && "from" in value && "to" in value;

/**
 * Reads the details of an entry. Changes are stored as a `changes` list, as a field with `{from, to}`, or as
 * whole records in `from` and `to` (or `before` and `after`). Everything else is other details.
 */
export function readDetails(details: unknown): AuditDetails {
  if (!isFields(details)) return { changes: [], fields: [] };
  const result: AuditDetails = { changes: [], fields: [] };
  const rest = { ...details };
  for (const [fromKey, toKey] of [
    ["from", "to"],
    ["before", "after"],
  ] as const) {
    const [from, to] = [rest[fromKey], rest[toKey]];
    if (!isFields(from) || !isFields(to)) continue;
    result.changes.push(...findDifferences(from, to));
    delete rest[fromKey];
    delete rest[toKey];
  }
  for (const [field, value] of Object.entries(rest)) {
    if (field === "changes" && Array.isArray(value) && value.every(isChange))
      result.changes.push(...value.map(({ field: name, from, to }) => ({ field: name, from, to })));
    else if (isFields(value) && Object.keys(value).sort().join() === "from,to")
      result.changes.push({ field, from: value.from, to: value.to });
    else if (!isEmpty(value)) result.fields.push({ field, value });
  }
  return result;
}

const findDifferences = (from: Fields, to: Fields): Change[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const unitSuffixes = ["Cents", "BasisPoints", "Permille", "Sqft", "Megabytes"];

/**
 * Formats a field name: `cardFeeBasisPoints` as `Card fee`, `unit_number` as `Unit number`, `companyId` as
 * `Company no.`
 */
export function formatField(field: string): string {
  const unit = unitSuffixes.find((ending) => field.endsWith(ending) && field !== ending);
  const words = (unit === undefined ? field : field.slice(0, -unit.length))
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[._-]+/g, " ")
    .toLowerCase()
    .replace(/ ids?$/, " no.");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Formats a value, using the unit at the end of its field name. */
export function formatValue(field: string, value: unknown): string {
  if (isEmpty(value)) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatNumber(field, value);
  if (typeof value === "string") return formatText(value);
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item)).join(", ");
  if (isFields(value))
    return Object.entries(value)
      .map(([name, inner]) => `${formatField(name)} ${formatValue(name, inner)}`)
      .join(", ");
  return String(value as bigint);
}

function formatNumber(field: string, value: number): string {
  if (field.endsWith("Cents") && Number.isSafeInteger(value)) return formatCents(toCents(value));
  if (field.endsWith("BasisPoints")) return `${value / 100}%`;
  if (field.endsWith("Permille")) return `${value / 10}%`;
  if (field.endsWith("Megabytes")) return `${value.toLocaleString("en-US")} MB`;
  if (field.endsWith("Sqft")) return `${value.toLocaleString("en-US")} sq ft`;
  return /id$|year/i.test(field) ? String(value) : value.toLocaleString("en-US");
}

/** Formats statuses, which are stored as one word such as `in_progress`. Leaves typed text unchanged. */
const formatText = (value: string): string =>
  /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll("_", " ") : value;
