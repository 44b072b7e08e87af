import path from "node:path";
import { projectRoot } from "../../project-root.ts";
import { createScriptRunner } from "../script-runner.ts";

const timeoutMs = 60_000;

/** A sheet of an XLSX file. */
export interface ReadSheet {
  /** The name of the sheet, which is the first visible one. */
  sheet: string;
  /** The number of visible sheets. */
  sheetCount: number;
  /** The columns that the spreadsheet hides, from 0. */
  hiddenColumns: number[];
  /** The number of merged areas. Every cell of an area has the area's value. */
  mergedCells: number;
  /** The rows that aren't blank, as JSON lines: `[7, ["Suite 101", 2500.5]]`. Dates are `2026-01-31`. */
  rows: Uint8Array;
}

/** The value of a formula cell whose result isn't stored in the file. */
export const formulaWithoutResult = "#FORMULA!";

const runReadScript = createScriptRunner<{ file: Uint8Array }, ReadSheet>(
  path.join(projectRoot, "server/integrations/xlsx/read-xlsx-process.mjs"),
  "process",
);

/**
 * Reads the first visible sheet of an XLSX file. Formula cells have their stored results. Runs in a separate
 * process because a crafted file can make the reader run out of memory.
 * @throws if the file is broken or encrypted, is too large when unpacked, or takes longer than a minute
 */
export const readXlsx = (file: Uint8Array, sender: string): Promise<ReadSheet> =>
  runReadScript({ file }, { sender, timeoutMs });
