import path from "node:path";
import type { Ctx } from "../../http/context.ts";
import { getSender } from "../../http/requests/sender.ts";
import { projectRoot } from "../../project-root.ts";
import { createScriptRunner } from "../script-runner.ts";

export interface XlsxColumn {
  header: string;
  /** Dates are strings such as `2026-11-30`. */
  type: "text" | "date" | "number";
  /** How a spreadsheet shows the number, such as `#,##0.00`. */
  format?: string;
  /** In characters. */
  width: number;
}

/** A formula with its result, which viewers show that don't calculate. A null result is empty text. */
export interface XlsxFormula {
  formula: string;
  result: number | null;
}

export interface XlsxRow {
  cells: (string | number | null | XlsxFormula)[];
  isStrong?: boolean;
}

/** A sheet with a title and a few lines above its table. The header row is frozen. Row numbers start at 1. */
export interface XlsxSheet {
  title: string;
  lines: string[];
  columns: XlsxColumn[];
  rows: XlsxRow[];
}

/** Returns the number of the first row below the table's header row. */
export const getFirstXlsxRow = ({ lines }: Pick<XlsxSheet, "lines">): number => lines.length + 4;

/** Returns the letters of a column: `A` for 0, `AA` for 26. */
export const getXlsxColumn = (index: number): string =>
  (index >= 26 ? getXlsxColumn(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const script = path.join(projectRoot, "server/integrations/xlsx/write-xlsx-thread.mjs");
const timeoutMs = 30_000;
const runWriteScript = createScriptRunner<XlsxSheet, { bytes: Uint8Array }>(script, "thread");

/** Writes the sheet as an XLSX file, on a worker thread. */
export async function writeXlsx(ctx: Ctx, sheet: XlsxSheet): Promise<Buffer> {
  const { bytes } = await runWriteScript(sheet, { sender: getSender(ctx), timeoutMs });
  return Buffer.from(bytes);
}
