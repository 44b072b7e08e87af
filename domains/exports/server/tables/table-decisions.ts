import type { Tables } from "#server/db/tables.ts";

/** A table or column that isn't exported, with the reason. */
interface LeftOut {
  leftOut: string;
}

/**
 * A column that refers to a stored file. The CSV has the file's path in the ZIP. In `path`, `{column}` is the value of a
 * column, and `{extension}` the extension of the file.
 */
interface FileColumn {
  about: string;
  path: string;
}

/** How a column is exported: as its values, as a file, or not at all. A string describes the values. */
export type ColumnDecision = string | FileColumn | LeftOut;

interface ExportedTable<Name extends keyof Tables> {
  about: string;
  /** The name of the CSV file, if it isn't the table's. */
  fileName?: string;
  columns: { [Column in keyof Tables[Name]]: ColumnDecision };
}

type View =
  | "access_scopes"
  | "current_lease_members"
  | "current_lease_units"
  | "open_lease_units"
  | "unit_area_periods";
export type TableName = Exclude<keyof Tables, View>;

/** How each table is exported. A new table or column compiles only once this is decided. */
export type TableDecisions<Name extends TableName = TableName> = {
  [N in Name]: ExportedTable<N> | LeftOut;
};

export const leftOut = (reason: string): LeftOut => ({ leftOut: reason });

/** A file in the folder `files` of the ZIP. */
export const file = (path: string, about: string): FileColumn => ({ about, path: `files/${path}` });

const isObject = (decision: ColumnDecision) => typeof decision === "object";
export const isLeftOut = (decision: ColumnDecision | ExportedTable<TableName>): decision is LeftOut =>
  typeof decision === "object" && "leftOut" in decision;
export const isFile = (decision: ColumnDecision): decision is FileColumn =>
  isObject(decision) && !isLeftOut(decision);

/** The descriptions of columns that many tables have. */
export const common = {
  id: "Identifies the row.",
  property_id: "The property: id in properties.csv.",
  unit_id: "The unit: id in units.csv.",
  lease_id: "The lease: id in leases.csv.",
  work_order_id: "The work order: id in work-orders.csv.",
  document_id: "The document: id in documents.csv.",
  user_id: "The person: id in people.csv.",
  created_by_id: "Who created it: id in people.csv.",
  made_by_id: "Who entered it: id in people.csv. Empty if the portal did.",
  added_by_id: "Who added it: id in people.csv.",
  created_at: "When it was created.",
  made_at: "When it was entered.",
  on_day: "The date it applies to, in the property's time zone.",
  media_type: "The type of the file.",
  bytes: "The size of the file in bytes.",
  sha256: "The SHA-256 hash of the file.",
  version: leftOut("counts the changes of a row"),
} as const;

/** Why columns computed from others aren't exported. */
export const computed = leftOut("is computed from other columns");
export const searchIndex = leftOut("is a search index");
export const thumbnail = leftOut("is a smaller copy of the photo");
