// Writes XLSX files on a worker thread: building and compressing the sheet would block all requests for too long. It is
// plain JavaScript, since Node must be able to load a thread's file without a build. See write-xlsx.ts.
import { parentPort } from "node:worker_threads";
import writeXlsxFile from "write-excel-file/node";

/** @typedef {import("./write-xlsx.ts").XlsxSheet} XlsxSheet */
/** @typedef {import("./write-xlsx.ts").XlsxColumn} XlsxColumn */
/** @typedef {import("write-excel-file/node").CellObject} CellObject */
/** @typedef {import("node:stream").Stream} Stream */
/** @typedef {import("node:buffer").Blob} Blob */

parentPort?.on("message", (/** @type {XlsxSheet} */ sheet) => {
  write(sheet).then(
    (bytes) => parentPort?.postMessage({ bytes }),
    (error) => parentPort?.postMessage({ failure: String(error?.stack ?? error) }),
  );
});

/** @param {XlsxSheet} sheet */
async function write({ title, lines, columns, rows }) {
  /** @type {(CellObject | null)[][]} */
  const data = [
    [{ value: title, type: String, fontWeight: "bold", fontSize: 16 }],
    ...lines.map((line) => [{ value: line, type: String }]),
    [],
    columns.map(({ header, type }) => ({
      value: header,
      type: String,
      fontWeight: /** @type {const} */ ("bold"),
      bottomBorderStyle: /** @type {const} */ ("thin"),
      wrap: true,
      alignVertical: /** @type {const} */ ("bottom"),
      ...(type === "number" && { align: /** @type {const} */ ("right") }),
    })),
    ...rows.map(({ cells, isStrong = false }) =>
      columns.map((column, at) => toCell(column, cells[at] ?? null, isStrong)),
    ),
  ];
  const sheetOptions = {
    sheet: title.replace(/[[\]*?:/\\]/g, " ").slice(0, 31),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: lines.length + 3,
    orientation: /** @type {const} */ ("landscape"),
  };
  const file = writeXlsxFile(data, sheetOptions, { features: [storeResults(rows)] });
  return new Uint8Array(await file.toBuffer());
}

/**
 * Stores the results of the formulas in the sheet. The package writes formulas without results, and its interface for
 * such additions transforms the sheet's XML, in which formulas have the order of their cells.
 *
 * @param {XlsxSheet["rows"]} rows
 * @returns {import("write-excel-file/node").Feature<Stream | Buffer | Blob>}
 */
function storeResults(rows) {
  const results = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (typeof cell === "object" && cell !== null ? [cell.result] : [])),
  );
  let count = 0;
  /** @param {string} xml */
  const addResults = (xml) =>
    xml.replaceAll("</f>", (closingTag) => {
      const result = results[count++] ?? null;
      return result === null ? closingTag : `${closingTag}<v>${result}</v>`;
    });
  return { files: { transform: { "xl/worksheets/sheet{id}.xml": { transform: addResults } } } };
}

/**
 * @param {XlsxColumn} column
 * @param {XlsxSheet["rows"][number]["cells"][number]} value
 * @param {boolean} isStrong
 * @returns {CellObject | null}
 */
function toCell({ type, format }, value, isStrong) {
  if (value === null) return null;
  /** @type {CellObject} */
  const look = isStrong ? { fontWeight: "bold" } : {};
  if (typeof value === "object")
    return { ...look, value: value.formula, type: "Formula", ...(format !== undefined && { format }) };
  if (typeof value === "number")
    return { ...look, value, type: Number, ...(format !== undefined && { format }) };
  if (type === "date" && /^\d{4}-\d\d-\d\d$/.test(value))
    return { ...look, value: new Date(`${value}T00:00:00Z`), type: Date, format: format ?? "yyyy-mm-dd" };
  return { ...look, value, type: String };
}
