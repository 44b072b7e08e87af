// Draws PDFs on a worker thread: loading fonts and laying out text would block all requests for too long. It is plain
// JavaScript, since Node must be able to load a thread's file without a build. See render-pdf.ts.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
// @ts-expect-error It has no types, and those of PDFKit do not say that it takes parsed fonts.
import { create } from "fontkit";
import PDFDocument from "pdfkit";

/** @typedef {import("./render-pdf.ts").PdfContent} PdfContent */
/** @typedef {import("./render-pdf.ts").PdfContentTable} PdfContentTable */
/** @typedef {import("./render-pdf.ts").PdfContentFigures} PdfContentFigures */
/** @typedef {import("./render-pdf.ts").PdfContentText} PdfContentText */
/** @typedef {InstanceType<typeof PDFDocument>} Sheet */

const require = createRequire(import.meta.url);
/** Parses a font. Done once for all documents because it takes longer than drawing one. */
const font = (/** @type {string} */ file) => create(readFileSync(file));
/**
 * The fonts of the pages. Texts with characters that Inter lacks are set in the other one, which has far
 * more.
 */
const fonts = {
  plain: font(require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")),
  strong: font(require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf")),
  "plain, all scripts": font(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf")),
  "strong, all scripts": font(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf")),
};
const logoHeight = 36;
const logoWidth = 160;
const margin = 54;
const footer = 28;
const size = { body: 10, text: 8.5, small: 7.5, heading: 13 };
const ink = { text: "#111111", soft: "#555555", line: "#bbbbbb" };
const padding = 3.5;
const gap = 8;

parentPort?.on("message", (/** @type {PdfContent} */ content) => {
  draw(content).then(
    (bytes) => parentPort?.postMessage({ bytes }),
    (error) => parentPort?.postMessage({ failure: String(error?.stack ?? error) }),
  );
});

/** @param {PdfContent} content */
async function draw(content) {
  const sheet = new PDFDocument({
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin + footer },
    bufferPages: true,
    lang: "en-US",
    displayTitle: true,
    info: { Title: content.title, Author: content.sender.name },
  });
  /** @type {Buffer[]} */
  const parts = [];
  sheet.on("data", (part) => parts.push(part));
  const whole = new Promise((resolve, reject) => sheet.on("end", resolve).on("error", reject));
  for (const [name, parsed] of Object.entries(fonts)) sheet.registerFont(name, parsed);
  drawHead(sheet, content);
  for (const block of content.blocks) {
    if (block.kind === "table") drawTable(sheet, block);
    else if (block.kind === "text") drawText(sheet, block);
    else drawFigures(sheet, block);
  }
  drawFooters(sheet, content);
  sheet.end();
  await whole;
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Sets the font for `text` and returns the text with a square for each character that no font has.
 * @param {Sheet} sheet
 * @param {string} text
 * @param {{isStrong?: boolean, fontSize: number}} look
 */
function setFont(sheet, text, { isStrong = false, fontSize }) {
  const weight = isStrong ? "strong" : "plain";
  const signs = [...text.normalize("NFC").replace(/\s+/g, " ")];
  const isKnown = (/** @type {string} */ sign) =>
    /** @type {any} */ (sheet)._font.font.hasGlyphForCodePoint(sign.codePointAt(0));
  sheet.font(weight).fontSize(fontSize);
  if (signs.every(isKnown)) return signs.join("");
  sheet.font(`${weight}, all scripts`);
  return signs.map((sign) => (isKnown(sign) ? sign : "\u25a1")).join("");
}

/**
 * @param {Sheet} sheet
 * @param {string} text
 * @param {{x: number, y: number, width: number, align?: "left" | "right", isStrong?: boolean, fontSize?: number, color?: string}} place
 * @returns {number} how high it is
 */
function write(
  sheet,
  text,
  { x, y, width, align = "left", isStrong = false, fontSize = size.text, color = ink.text },
) {
  const shown = setFont(sheet, text, { isStrong, fontSize });
  sheet.fillColor(color);
  sheet.text(shown, x, y, { width, align });
  return shown === "" ? 0 : sheet.y - y;
}

const getWidth = (/** @type {Sheet} */ sheet) => sheet.page.width - 2 * margin;
const getBottom = (/** @type {Sheet} */ sheet) => sheet.page.height - margin - footer;

/**
 * @param {Sheet} sheet
 * @param {PdfContent} content
 */
function drawHead(sheet, { sender, heading, details, recipient }) {
  const half = getWidth(sheet) / 2 - 10;
  const right = margin + half + 20;
  let left = margin;
  if (sender.logo !== undefined) {
    sheet.image(Buffer.from(sender.logo), margin, left, { fit: [logoWidth, logoHeight] });
    left += logoHeight + gap;
  }
  left += write(sheet, sender.name, {
    x: margin,
    y: left,
    width: half,
    isStrong: true,
    fontSize: size.heading,
  });
  for (const line of sender.lines)
    left += write(sheet, line, { x: margin, y: left, width: half, color: ink.soft });
  let y = margin;
  y += write(sheet, heading, {
    x: right,
    y,
    width: half,
    align: "right",
    isStrong: true,
    fontSize: size.heading,
  });
  for (const line of details) y += write(sheet, line, { x: right, y, width: half, align: "right" });
  y = Math.max(left, y) + 22;
  recipient.forEach((line, at) => {
    y += write(sheet, line, { x: margin, y, width: getWidth(sheet), isStrong: at === 0 });
  });
  sheet.y = y + 14;
}

/**
 * Draws names with their values, in a row.
 * @param {Sheet} sheet
 * @param {PdfContentFigures} block
 */
function drawFigures(sheet, { heading, figures }) {
  if (sheet.y + 70 > getBottom(sheet)) newPage(sheet);
  let y = sheet.y;
  if (heading !== undefined)
    y += write(sheet, heading, { x: margin, y, width: getWidth(sheet), isStrong: true }) + 4;
  const each = getWidth(sheet) / figures.length;
  let bottom = y;
  figures.forEach(({ name, value }, at) => {
    const x = margin + at * each;
    const under =
      y + write(sheet, name, { x, y, width: each - 6, fontSize: size.small, color: ink.soft }) + 1;
    bottom = Math.max(bottom, under + write(sheet, value, { x, y: under, width: each - 6, isStrong: true }));
  });
  sheet.y = bottom + 16;
}

/**
 * @param {Sheet} sheet
 * @param {PdfContentTable} table
 */
function drawTable(sheet, { columns, rows }) {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = margin;
  const places = columns.map(({ header, share, align = /** @type {"left" | "right"} */ ("left") }) => {
    const width = (getWidth(sheet) * share) / shares;
    x += width;
    // The gap is between the columns, not outside the first and the last.
    const left = x - width + (align === "right" ? gap : 0);
    return { header, align, x: left, width: width - gap };
  });
  const head = () => {
    drawRow(
      places.map(({ header }) => header),
      { fontSize: size.small, color: ink.soft },
    );
    rule(sheet, ink.soft);
  };
  /**
   * @param {readonly string[]} cells
   * @param {{isStrong?: boolean, fontSize?: number, color?: string}} look
   */
  const drawRow = (cells, look) => {
    const y = sheet.y + padding;
    const heights = places.map((place, at) => write(sheet, cells[at] ?? "", { ...place, ...look, y }));
    sheet.y = y + Math.max(...heights) + padding;
  };
  head();
  for (const { cells, isStrong = false } of rows) {
    const height = Math.max(
      ...places.map(({ width }, at) =>
        sheet.heightOfString(setFont(sheet, cells[at] ?? "", { isStrong, fontSize: size.text }), { width }),
      ),
    );
    if (sheet.y + height + 2 * padding > getBottom(sheet)) {
      newPage(sheet);
      head();
    }
    drawRow(cells, { isStrong });
    rule(sheet, ink.line);
  }
  sheet.y += 18;
}

/**
 * Draws paragraphs. One that fits on a page isn't split across two, and a heading stays with its first
 * paragraph.
 * @param {Sheet} sheet
 * @param {PdfContentText} block
 */
function drawText(sheet, { heading, paragraphs }) {
  const whole = { x: margin, width: getWidth(sheet), fontSize: size.body };
  const measureHeight = (/** @type {string} */ text, isStrong = false) =>
    sheet.heightOfString(setFont(sheet, text, { isStrong, fontSize: size.body }), { width: whole.width });
  const headingHeight = heading === undefined ? 0 : measureHeight(heading, true) + padding;
  paragraphs.forEach((paragraph, at) => {
    const above = at === 0 ? headingHeight : 0;
    if (sheet.y + above + measureHeight(paragraph) > getBottom(sheet)) newPage(sheet);
    if (at === 0 && heading !== undefined) {
      write(sheet, heading, { ...whole, y: sheet.y, isStrong: true });
      sheet.y += padding;
    }
    write(sheet, paragraph, { ...whole, y: sheet.y });
    sheet.y += gap - 2;
  });
  sheet.y += gap;
}

/** @param {Sheet} sheet */
function newPage(sheet) {
  sheet.addPage();
  sheet.y = margin;
}

/**
 * @param {Sheet} sheet
 * @param {string} color
 */
function rule(sheet, color) {
  sheet
    .moveTo(margin, sheet.y)
    .lineTo(margin + getWidth(sheet), sheet.y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
}

/**
 * @param {Sheet} sheet
 * @param {PdfContent} content
 */
function drawFooters(sheet, { title }) {
  const { count } = sheet.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(page);
    // The footer is below the bottom margin, where a line would otherwise start a new page.
    sheet.page.margins.bottom = 0;
    const y = sheet.page.height - margin;
    const look = { y, fontSize: size.small, color: ink.soft };
    const forNumber = 90;
    write(sheet, title, { ...look, x: margin, width: getWidth(sheet) - forNumber });
    write(sheet, `Page ${page + 1} of ${count}`, {
      ...look,
      x: margin + getWidth(sheet) - forNumber,
      width: forNumber,
      align: "right",
    });
  }
}
