// Draws PDFs on a worker thread: loading fonts and laying out text would block all requests for too long. It is plain
// JavaScript, since Node must be able to load a thread's file without a build. See render-pdf.ts.
import { parentPort } from "node:worker_threads";
import PDFDocument from "pdfkit";
import {
  asArtifact,
  fonts,
  footer,
  getBottom,
  getWidth,
  line,
  margin,
  measureHeight,
  measureWidth,
  newPage,
  rule,
  setFont,
  size,
  strokeLine,
  write,
  writeLines,
} from "./pdf-sheet.mjs";

/** @typedef {import("./render-pdf.ts").PdfContent} PdfContent */
/** @typedef {import("./render-pdf.ts").PdfContentTable} PdfContentTable */
/** @typedef {import("./render-pdf.ts").PdfContentFigures} PdfContentFigures */
/** @typedef {import("./render-pdf.ts").PdfContentText} PdfContentText */
/** @typedef {import("./pdf-sheet.mjs").Colors} Colors */
/** @typedef {import("./pdf-sheet.mjs").Look} Look */
/** @typedef {import("./pdf-sheet.mjs").Paper} Paper */
/** @typedef {import("./pdf-sheet.mjs").Place} Place */
/** @typedef {import("./pdf-sheet.mjs").Sheet} Sheet */

const logo = { width: 120, height: 30 };
const padding = 4.5;
const gap = 8;

/** @typedef {import("./render-pdf.ts").PdfTask} PdfTask */

parentPort?.on("message", (/** @type {PdfTask} */ task) => {
  draw(task).then(
    (bytes) => parentPort?.postMessage({ bytes }),
    (error) => parentPort?.postMessage({ failure: String(error?.stack ?? error) }),
  );
});

/** @param {PdfTask} task */
async function draw({ title, contents, colors }) {
  const sheet = new PDFDocument({
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin + footer },
    autoFirstPage: false,
    bufferPages: true,
    lang: "en-US",
    tagged: true,
    displayTitle: true,
    info: { Title: title, Author: contents[0]?.sender.name ?? "" },
  });
  /** @type {Buffer[]} */
  const parts = [];
  sheet.on("data", (part) => parts.push(part));
  const whole = new Promise((resolve, reject) => sheet.on("end", resolve).on("error", reject));
  for (const [name, parsed] of Object.entries(fonts)) sheet.registerFont(name, parsed);
  const root = sheet.struct("Document");
  sheet.addStructure(root);
  const paper = { sheet, colors, root, images: new Map() };
  for (const content of contents) drawContent(paper, content);
  root.end();
  sheet.end();
  await whole;
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * Draws the content on its own pages.
 * @param {Paper} paper
 * @param {PdfContent} content
 */
function drawContent(paper, content) {
  const { sheet } = paper;
  const firstPage = sheet.bufferedPageRange().count;
  sheet.options.layout = content.isLandscape === true ? "landscape" : "portrait";
  sheet.addPage();
  drawLetterhead(paper, content);
  drawRecipient(paper, content);
  for (const block of content.blocks) {
    if (block.kind === "table") drawTable(paper, block);
    else if (block.kind === "text") drawText(paper, block);
    else drawFigures(paper, block);
  }
  drawFooters(paper, content, firstPage);
}

/**
 * Draws the sender on the left, the type of document on the right, and the line below them.
 * @param {Paper} paper
 * @param {PdfContent} content
 */
function drawLetterhead(paper, { sender, heading, details }) {
  const { sheet, colors } = paper;
  const half = getWidth(sheet) / 2;
  const logoWidth = sender.logo === undefined ? 0 : drawLogo(paper, sender.logo) + 10;
  const left = writeLines(paper, { x: margin + logoWidth, y: margin, width: half - logoWidth }, [
    { text: sender.name, isStrong: true, fontSize: size.body },
    ...sender.lines.filter((text) => text !== "").map((text) => ({ text, color: colors.inkSoft })),
  ]);
  const right = writeLines(paper, { x: margin + half + 20, y: margin, width: half - 20, align: "right" }, [
    { text: heading, isStrong: true, fontSize: size.title, tag: "H1" },
    ...details.map((text) => ({ text, color: colors.inkSoft })),
  ]);
  sheet.y = Math.max(left, right, margin + (logoWidth === 0 ? 0 : logo.height)) + 10;
  rule(sheet, colors.ink, line.strong);
  sheet.y += 18;
}

/**
 * Draws a logo (PNG) and returns its width. Contents with the same logo share its image.
 * @param {Paper} paper
 * @param {Uint8Array} png
 */
function drawLogo({ sheet, images }, png) {
  const image = images.get(png) ?? /** @type {any} */ (sheet).openImage(Buffer.from(png));
  images.set(png, image);
  const scale = Math.min(logo.height / image.height, logo.width / image.width);
  asArtifact(sheet, () => sheet.image(image, margin, margin, { scale }));
  return image.width * scale;
}

/**
 * @param {Paper} paper
 * @param {PdfContent} content
 */
function drawRecipient(paper, { recipient, stamp }) {
  const { sheet } = paper;
  if (recipient.length === 0 && stamp === undefined) return;
  const top = sheet.y;
  const forStamp = stamp === undefined ? 0 : drawStamp(paper, stamp) + 20;
  const place = { x: margin, y: top, width: getWidth(sheet) - forStamp };
  const end = writeLines(
    paper,
    place,
    recipient.map((text, at) => ({ text, isStrong: at === 0, fontSize: size.body })),
  );
  sheet.y = Math.max(end, forStamp === 0 ? 0 : top + stampHeight) + 18;
}

const stampHeight = 30;

/**
 * Draws a word in a frame, slightly rotated, in the right corner, and returns its width.
 * @param {Paper} paper
 * @param {NonNullable<PdfContent["stamp"]>} stamp
 */
function drawStamp(paper, { text, tone }) {
  const { sheet, colors } = paper;
  const color = tone === "good" ? colors.greenText : colors.redText;
  const look = { isStrong: true, fontSize: size.title };
  const width = measureWidth(sheet, text, look) + 28;
  const { y } = sheet;
  const x = margin + getWidth(sheet) - width;
  sheet.save().rotate(-4, { origin: [x + width / 2, y + stampHeight / 2] });
  asArtifact(sheet, () =>
    sheet.roundedRect(x, y, width, stampHeight, 6).lineWidth(line.strong).strokeColor(color).stroke(),
  );
  write(paper, text, { ...look, x: x + 14, y: y + 7, width: width - 27, color });
  sheet.restore();
  return width;
}

/**
 * Draws names with their values in a row, or nothing if there are none, such as a chart without bars. The main figures are large and between two lines.
 * @param {Paper} paper
 * @param {PdfContentFigures} block
 */
function drawFigures(paper, { heading, figures, isLead = false }) {
  if (figures.length === 0) return;
  const { sheet, colors } = paper;
  if (sheet.y + 70 > getBottom(sheet)) newPage(sheet);
  if (heading !== undefined) {
    const place = { x: margin, y: sheet.y, width: getWidth(sheet) };
    write(paper, heading, { ...place, isStrong: true, fontSize: size.body, tag: "H2" });
    sheet.y += padding;
  }
  if (isLead) rule(sheet, colors.line, line.hair);
  const y = sheet.y + (isLead ? 9 : 0);
  const { fontSize, widths } = isLead
    ? fitFigures(sheet, figures)
    : { fontSize: size.body, widths: figures.map(() => getWidth(sheet) / figures.length) };
  let x = margin;
  const places = widths.map((width, at) => {
    const left = x + (isLead && at > 0 ? figureGap : 0);
    x += width;
    return { x: left, y, width: x - left - (isLead ? 0 : gap) };
  });
  const ends = figures.map(({ name, value }, at) =>
    writeLines(paper, /** @type {Place} */ (places[at]), [
      { text: name, fontSize: size.small, color: colors.inkSoft },
      { text: value, isStrong: true, fontSize },
    ]),
  );
  sheet.y = Math.max(...ends);
  if (isLead) {
    const bottom = sheet.y + 9;
    for (const place of places.slice(1)) {
      const middle = place.x - figureGap;
      strokeLine(sheet, [middle, y - 9], [middle, bottom], colors.line, line.hair);
    }
    sheet.y = bottom;
    rule(sheet, colors.line, line.hair);
  }
  sheet.y += 16;
}

const figureGap = 11;

/**
 * Returns the largest size at which all values fit on one line, and the widths of their columns.
 * @param {Sheet} sheet
 * @param {PdfContentFigures["figures"]} figures
 */
function fitFigures(sheet, figures) {
  for (let fontSize = size.figure; ; fontSize -= 0.5) {
    const widths = figures.map(
      ({ name, value }, at) =>
        Math.max(
          measureWidth(sheet, name, { fontSize: size.small }),
          measureWidth(sheet, value, { isStrong: true, fontSize }),
        ) +
        (at === 0 ? 1 : 2) * figureGap,
    );
    const rest = getWidth(sheet) - widths.reduce((sum, width) => sum + width, 0);
    if (rest >= 0 || fontSize <= size.small)
      return { fontSize, widths: widths.map((width) => width + rest / widths.length) };
  }
}

/**
 * Draws a table. Rows aren't split across pages. A total stays with the row above it, a head with the row below
 * it, and the headings with the first row.
 * @param {Paper} paper
 * @param {PdfContentTable} block
 */
function drawTable(paper, { heading, description, columns, rows }) {
  const { sheet, colors, root } = paper;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = margin;
  const places = columns.map(({ share, align = /** @type {"left" | "right"} */ ("left") }) => {
    const width = (getWidth(sheet) * share) / shares;
    x += width;
    // The gap is between the columns, not outside the first and the last.
    const left = x - width + (align === "right" ? gap : 0);
    return { align, x: left, width: width - gap };
  });
  const table = sheet.struct("Table");
  const header = {
    cells: columns.map((column) => column.header),
    look: { tag: "TH", isStrong: true, fontSize: size.small, color: colors.inkSoft },
  };
  const body = rows.map(({ cells, isTotal = false, isHead = false, isStrong = isTotal || isHead }) => ({
    cells,
    isTotal,
    isHead,
    look: { tag: "TD", isStrong, fontSize: isHead ? size.body : size.text, color: colors.ink },
  }));
  /** @typedef {{cells: readonly string[], isHead?: boolean, look: Look & {tag: string}}} Row */
  const whole = { x: margin, width: getWidth(sheet) };
  /** The label of a total also spans the empty cells next to it. */
  const getPlaces = (/** @type {Row} */ { cells, isHead = false, look }) => {
    if (isHead) return [whole];
    const [first, ...rest] = places;
    const next = cells.findIndex((cell, at) => at > 0 && cell !== "");
    const last = next > 1 ? places[next - 1] : undefined;
    if (look.isStrong !== true || first === undefined || last === undefined) return places;
    return [{ ...first, width: last.x + last.width - first.x }, ...rest];
  };
  const measureCells = (/** @type {Row} */ row) =>
    getPlaces(row).map(({ width }, at) => measureHeight(sheet, row.cells[at] ?? "", { ...row.look, width }));
  const measureRow = (/** @type {Row} */ row) => Math.max(...measureCells(row)) + 2 * padding;
  /** Writes the cells of a row, moved down by `offsets`. */
  const drawRow = (/** @type {Row} */ row, offsets = places.map(() => 0)) => {
    const { cells, look } = row;
    const parent = sheet.struct("TR");
    table.add(parent);
    const y = sheet.y + padding;
    const heights = getPlaces(row).map((place, at) => {
      const offset = offsets[at] ?? 0;
      return offset + write(paper, cells[at] ?? "", { ...place, ...look, y: y + offset, parent });
    });
    sheet.y = y + Math.max(...heights) + padding;
  };
  // Aligns the column headers at their last lines.
  const headerHeights = measureCells(header);
  const drawHeader = () => {
    drawRow(
      header,
      headerHeights.map((height) => Math.max(...headerHeights) - height),
    );
    rule(sheet, colors.line2, line.hair);
  };
  const lines = [
    ...(heading === undefined ? [] : [{ text: heading, isStrong: true, fontSize: size.body, tag: "H2" }]),
    ...(description === undefined ? [] : [{ text: description, color: colors.inkSoft }]),
  ];
  const [firstRow = header] = body;
  const headingHeight = lines.reduce(
    (sum, { text, ...look }) => sum + measureHeight(sheet, text, { ...look, ...whole }),
    0,
  );
  const firstHeight = headingHeight + measureRow(header) + measureRow(firstRow);
  if (sheet.y + firstHeight > getBottom(sheet)) newPage(sheet);
  if (lines.length > 0) sheet.y = writeLines(paper, { ...whole, y: sheet.y }, lines) + padding;
  root.add(table);
  drawHeader();
  body.forEach((row, at) => {
    const next = body[at + 1];
    const isKept = next !== undefined && (next.isTotal || row.isHead);
    const height = measureRow(row) + (isKept ? measureRow(next) : 0);
    if (sheet.y + height > getBottom(sheet)) {
      newPage(sheet);
      drawHeader();
    }
    if (row.isTotal) rule(sheet, colors.ink, line.strong);
    drawRow(row);
    if (!row.isTotal) rule(sheet, colors.line, line.hair);
  });
  sheet.y += 16;
}

/**
 * Draws paragraphs. A paragraph that fits on a page isn't split, and a heading stays with its first paragraph.
 * @param {Paper} paper
 * @param {PdfContentText} block
 */
function drawText(paper, { heading, startsPage = false, paragraphs }) {
  const { sheet } = paper;
  if (startsPage) newPage(sheet);
  const whole = { x: margin, width: getWidth(sheet), fontSize: size.body, lineGap: 2 };
  const headingHeight =
    heading === undefined ? 0 : measureHeight(sheet, heading, { ...whole, isStrong: true }) + padding;
  paragraphs.forEach((paragraph, at) => {
    const above = at === 0 ? headingHeight : 0;
    if (sheet.y + above + measureHeight(sheet, paragraph, whole) > getBottom(sheet)) newPage(sheet);
    if (at === 0 && heading !== undefined) {
      write(paper, heading, { ...whole, y: sheet.y, isStrong: true, tag: "H2" });
      sheet.y += 2;
    }
    write(paper, paragraph, { ...whole, y: sheet.y });
    sheet.y += gap - 2;
  });
  sheet.y += gap;
}

/**
 * Draws the footers of the pages from `firstPage` to the last one, numbered from 1.
 * @param {Paper} paper
 * @param {PdfContent} content
 * @param {number} firstPage
 */
function drawFooters({ sheet, colors }, { title }, firstPage) {
  const count = sheet.bufferedPageRange().count - firstPage;
  const forNumber = 90;
  const width = getWidth(sheet) - forNumber;
  for (let page = 0; page < count; page += 1) {
    sheet.switchToPage(firstPage + page);
    // The footer is below the bottom margin, where a line would otherwise start a new page.
    sheet.page.margins.bottom = 0;
    sheet.y = sheet.page.height - margin - 8;
    rule(sheet, colors.line, line.hair);
    const y = sheet.page.height - margin;
    asArtifact(sheet, () => {
      sheet.fillColor(colors.inkSoft);
      sheet.text(setFont(sheet, title, { fontSize: size.small }), margin, y, { width });
      sheet.text(
        setFont(sheet, `Page ${page + 1} of ${count}`, { fontSize: size.small }),
        margin + width,
        y,
        {
          width: forNumber,
          align: "right",
        },
      );
    });
  }
}
