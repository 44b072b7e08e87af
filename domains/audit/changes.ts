import { formatCents, toCents } from "#shared/format/money.ts";

export interface Change {
  field: string;
  from: unknown;
  to: unknown;
}

/** The details of a log entry: the changes with old and new values, and further facts. */
export interface Told {
  changes: Change[];
  facts: { field: string; value: unknown }[];
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is Change =>
  isFields(value) && typeof value.field === "string" && "from" in value && "to" in value;

/**
 * Reads the details of an entry: `changes` as a list, a field as `{from, to}`, or the whole record as `from` and `to` (or
 * `before` and `after`); the rest are facts.
 */
export function readDetails(details: unknown): Told {
  if (!isFields(details)) return { changes: [], facts: [] };
  const told: Told = { changes: [], facts: [] };
  const rest = { ...details };
  for (const [first, second] of [
    ["from", "to"],
    ["before", "after"],
  ] as const) {
    const [from, to] = [rest[first], rest[second]];
    if (!isFields(from) || !isFields(to)) continue;
    told.changes.push(...differences(from, to));
    delete rest[first];
    delete rest[second];
  }
  for (const [field, value] of Object.entries(rest)) {
    if (field === "changes" && Array.isArray(value) && value.every(isChange))
      told.changes.push(...value.map(({ field: name, from, to }) => ({ field: name, from, to })));
    else if (isFields(value) && Object.keys(value).sort().join() === "from,to")
      told.changes.push({ field, from: value.from, to: value.to });
    else if (!isNothing(value)) told.facts.push({ field, value });
  }
  return told;
}

const differences = (from: Fields, to: Fields): Change[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const units = ["Cents", "BasisPoints", "Permille", "Sqft", "Megabytes"];

/** `cardFeeBasisPoints` is `Card fee`, `unit_number` is `Unit number`, `companyId` is `Company no.` */
export function sayField(field: string): string {
  const unit = units.find((ending) => field.endsWith(ending) && field !== ending);
  const words = (unit === undefined ? field : field.slice(0, -unit.length))
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[._-]+/g, " ")
    .toLowerCase()
    .replace(/ ids?$/, " no.");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The displayed value, by the unit in which its field's name ends. */
export function sayValue(field: string, value: unknown): string {
  if (isNothing(value)) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return sayNumber(field, value);
  if (typeof value === "string") return sayText(value);
  if (Array.isArray(value)) return value.map((one) => sayValue(field, one)).join(", ");
  if (isFields(value))
    return Object.entries(value)
      .map(([name, inner]) => `${sayField(name)} ${sayValue(name, inner)}`)
      .join(", ");
  return String(value as bigint);
}

function sayNumber(field: string, value: number): string {
  if (field.endsWith("Cents") && Number.isSafeInteger(value)) return formatCents(toCents(value));
  if (field.endsWith("BasisPoints")) return `${value / 100}%`;
  if (field.endsWith("Permille")) return `${value / 10}%`;
  if (field.endsWith("Megabytes")) return `${value.toLocaleString("en-US")} MB`;
  if (field.endsWith("Sqft")) return `${value.toLocaleString("en-US")} sq ft`;
  return /id$|year/i.test(field) ? String(value) : value.toLocaleString("en-US");
}

/** States are stored as one word, `in_progress`; typed text stays unchanged. */
const sayText = (value: string): string =>
  /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll("_", " ") : value;
