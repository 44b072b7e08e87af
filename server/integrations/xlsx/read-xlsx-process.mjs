// Reads a sheet of an XLSX file in a separate process. The file is untrusted and might be crafted to run forever or to
// unpack to gigabytes. This is plain JavaScript because Node must be able to load it without a build. See read-xlsx.ts.
import { readSheet } from "read-excel-file/node";
import { fromBufferPromise } from "yauzl";

const maxUnpackedBytes = 256 * 1024 * 1024;
const maxSheetBytes = 160 * 1024 * 1024;
const maxRowsBytes = 64 * 1024 * 1024;
const formulaMark = "#FORMULA!";

process.on("message", (/** @type {{ file: Uint8Array }} */ { file }) => {
  read(Buffer.from(file)).then(
    (result) => process.send?.(result),
    (error) => process.send?.({ failure: String(error?.message ?? error) }),
  );
});

/** @param {Buffer} file */
async function read(file) {
  const parts = await readParts(file);
  const { name, index, part, count } = findSheet(parts);
  const xml = parts.get(part) ?? "";
  /** @type {any[][]} */
  const rows = await readSheet(file, index + 1);
  for (const [row, column] of findFormulasWithoutResult(xml)) {
    const cells = rows[row];
    if (cells !== undefined) cells[column] = formulaMark;
  }
  writePercentages(xml, parts.get("xl/styles.xml") ?? "", rows);
  const mergedCells = fillMergedCells(xml, rows);
  return {
    sheet: name,
    sheetCount: count,
    hiddenColumns: findHiddenColumns(xml),
    mergedCells,
    rows: toLines(rows),
  };
}

/**
 * Unpacks the XML parts. The ZIP reader verifies the size of each part, so their sum can be trusted.
 * @param {Buffer} file
 */
async function readParts(file) {
  const zip = await fromBufferPromise(file);
  /** @type {Map<string, string>} */
  const parts = new Map();
  let unpackedBytes = 0;
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize;
    const isSheet = /^xl\/worksheets\/[^/]+\.xml$/.test(entry.fileName);
    if (unpackedBytes > maxUnpackedBytes || (isSheet && entry.uncompressedSize > maxSheetBytes))
      throw new RangeError("The file is too large when unpacked.");
    const isKept =
      isSheet || /^xl\/(workbook\.xml|styles\.xml|_rels\/workbook\.xml\.rels)$/.test(entry.fileName);
    /** @type {Buffer[]} */
    const chunks = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) if (isKept) chunks.push(chunk);
    if (isKept) parts.set(entry.fileName, Buffer.concat(chunks).toString());
  }
  return parts;
}

/**
 * Returns the first visible sheet.
 * @param {Map<string, string>} parts
 */
function findSheet(parts) {
  const workbook = parts.get("xl/workbook.xml") ?? "";
  const relations = parts.get("xl/_rels/workbook.xml.rels") ?? "";
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag]) => ({
    name: unescapeXml(attribute(tag, "name")),
    isHidden: /\bstate="(?:hidden|veryHidden)"/.test(tag),
    relation: attribute(tag, "r:id"),
  }));
  const index = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  );
  const sheet = sheets[index];
  if (sheet === undefined) throw new Error("The file has no sheet.");
  const tag = [...relations.matchAll(/<Relationship\s[^>]*>/g)]
    .map(([found]) => found)
    .find((found) => attribute(found, "Id") === sheet.relation);
  const target = attribute(tag ?? "", "Target").replace(/^\/?(xl\/)?/, "xl/");
  return { name: sheet.name, index, part: target, count: sheets.filter(({ isHidden }) => !isHidden).length };
}

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";

/** @param {string} text */
const unescapeXml = (text) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/**
 * Returns the row and column of a cell such as `B7`, both from 0.
 * @param {string} place
 * @returns {[number, number]}
 */
function toPlace(place) {
  const [, letters = "A", digits = "1"] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(place) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return [Number(digits) - 1, column - 1];
}

/**
 * @param {string} xml
 * @returns {Generator<[number, number]>}
 */
function* findFormulasWithoutResult(xml) {
  // The result of a formula can be an empty string.
  for (const [, attributes = "", value] of xml.matchAll(
    /<c\b([^>]*[^/>])>\s*<f\b(?:[^>]*\/>|[^>]*>[^<]*<\/f>)\s*(<v>\s*<\/v>|<v\s*\/>)?\s*<\/c>/g,
  ))
    if (value === undefined || attribute(attributes, "t") !== "str")
      yield toPlace(attribute(attributes, "r"));
  for (const [tag] of xml.matchAll(/<c\b[^>]*\bt="e"[^>]*>/g)) yield toPlace(attribute(tag, "r"));
}

/**
 * Formats numbers that the sheet displays as percentages: 0.03 becomes `3%`.
 * @param {string} xml
 * @param {string} styles
 * @param {any[][]} rows
 */
function writePercentages(xml, styles, rows) {
  const formats = new Set(["9", "10"]);
  for (const [tag] of styles.matchAll(/<numFmt\s[^>]*>/g))
    if (attribute(tag, "formatCode").includes("%")) formats.add(attribute(tag, "numFmtId"));
  const cellStyles = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? "";
  const isPercent = [...cellStyles.matchAll(/<xf\s[^>]*>/g)].map(([tag]) =>
    formats.has(attribute(tag, "numFmtId")),
  );
  for (const [tag] of xml.matchAll(/<c\b[^>]*\bs="\d+"[^>]*>/g)) {
    if (isPercent[Number(attribute(tag, "s"))] !== true) continue;
    const [row, column] = toPlace(attribute(tag, "r"));
    const cells = rows[row];
    const value = cells?.[column];
    if (cells !== undefined && typeof value === "number")
      cells[column] = `${Number((value * 100).toFixed(6))}%`;
  }
}

/** @param {string} xml */
function findHiddenColumns(xml) {
  /** @type {number[]} */
  const hidden = [];
  for (const [tag] of xml.matchAll(/<col\s[^>]*>/g)) {
    if (!/\bhidden="(?:1|true)"/.test(tag)) continue;
    const last = Math.min(Number(attribute(tag, "max")), 200);
    for (let number = Number(attribute(tag, "min")); number <= last; number += 1) hidden.push(number - 1);
  }
  return hidden;
}

/**
 * Gives every cell of a merged area its value, which spreadsheets store only in the first. An amount isn't
 * copied, because it is one amount for all its rows. Returns the number of areas.
 * @param {string} xml
 * @param {any[][]} rows
 */
function fillMergedCells(xml, rows) {
  let areas = 0;
  let filled = 0;
  for (const [, first = "", last = ""] of xml.matchAll(/<mergeCell\s[^>]*ref="([A-Z]+\d+):([A-Z]+\d+)"/g)) {
    const [top, left] = toPlace(first);
    const [bottom, right] = toPlace(last);
    const value = rows[top]?.[left] ?? null;
    if (value === null) continue;
    areas += 1;
    if (typeof value === "number" || String(value).endsWith("%")) continue;
    for (let row = top; row <= Math.min(bottom, rows.length - 1); row += 1)
      for (let column = left; column <= Math.min(right, left + 200); column += 1) {
        filled += 1;
        if (filled > 1_000_000) throw new RangeError("The file has too many merged cells.");
        const cells = rows[row];
        if (cells !== undefined) cells[column] = value;
      }
  }
  return areas;
}

/**
 * Returns one line of JSON per row that isn't blank: its number, and its cells as texts or numbers.
 * @param {any[][]} rows
 */
function toLines(rows) {
  /** @type {string[]} */
  const lines = [];
  let length = 0;
  for (const [index, cells] of rows.entries()) {
    const values = cells.map(toCell);
    while (values.at(-1) === "") values.pop();
    if (values.length === 0) continue;
    const line = JSON.stringify([index + 1, values]);
    length += line.length;
    if (length > maxRowsBytes) throw new RangeError("The file is too large when unpacked.");
    lines.push(line);
  }
  return new Uint8Array(Buffer.from(lines.join("\n")));
}

/** @param {any} value */
function toCell(value) {
  if (value == null) return "";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10);
  if (typeof value === "number") return Number.isFinite(value) ? value : "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
