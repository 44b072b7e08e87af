import type { Cell } from "../../read-values.ts";

/** A row of the file that isn't blank. */
export interface FileRow {
  /** The line where the row starts, from 1. In a CSV file, a quoted value can span several lines. */
  line: number;
  cells: Cell[];
  /** The values that the user corrected, by field. */
  corrections?: Readonly<Record<string, string>>;
}
