// Writes text and draws lines on the pages of a PDF, for render-pdf-thread.mjs.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
// @ts-expect-error The package has no types, and PDFKit's types don't say that it accepts parsed fonts.
import { create } from "fontkit";

/** @typedef {typeof import("../paper-colors.ts").paperColors.light} Colors */
/** @typedef {InstanceType<typeof import("pdfkit")>} Sheet */
/** @typedef {PDFKit.PDFStructureElement} Part A part of the structure that screen readers read. */

const require = createRequire(import.meta.url);
/**
 * Parses a font, once for all documents because this takes longer than drawing one. In Inter, letters have the
 * theme's shapes, and the digits of amounts and dates have the same width.
 */
function font(/** @type {string} */ file) {
  const parsed = create(readFileSync(file));
  const layout = parsed.layout.bind(parsed);
  parsed.layout = (/** @type {string} */ word) =>
    layout(word, /[a-z]/i.test(word) ? ["cv05", "ss03"] : ["ss03", "tnum"]);
  return parsed;
}

/**
 * The fonts of the pages. Text with characters that Inter lacks uses DejaVu Sans, which covers far more.
 */
export const fonts = {
  plain: font(require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")),
  strong: font(require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf")),
  "plain, all scripts": font(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf")),
  "strong, all scripts": font(require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf")),
};

export const margin = 48;
export const footer = 28;
export const size = { small: 8, text: 8.5, body: 10, title: 14, figure: 15 };
export const line = { hair: 0.5, strong: 1.5 };

/**
 * @typedef {object} Place
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {"left" | "right"} [align]
 */
/**
 * @typedef {object} Look
 * @property {boolean} [isStrong]
 * @property {number} [fontSize]
 * @property {string} [color]
 * @property {number} [lineGap]
 */

/**
 * The document in progress: its pages, its colors, and its structure, which screen readers read.
 * @typedef {object} Paper
 * @property {Sheet} sheet
 * @property {Colors} colors
 * @property {Part} root
 * @property {Map<Uint8Array, any>} images Embedded images by their contents.
 */

/**
 * Sets the font for `text` and returns the text with a square for each character that no font has.
 * @param {Sheet} sheet
 * @param {string} text
 * @param {Look} look
 */
export function setFont(sheet, text, { isStrong = false, fontSize = size.text }) {
  const weight = isStrong ? "strong" : "plain";
  const signs = [...text.normalize("NFC").replace(/[^\S\n]+/g, " ")];
  const isKnown = (/** @type {string} */ sign) =>
    sign === "\n" || /** @type {any} */ (sheet)._font.font.hasGlyphForCodePoint(sign.codePointAt(0));
  sheet.font(weight).fontSize(fontSize);
  if (signs.every(isKnown)) return signs.join("");
  sheet.font(`${weight}, all scripts`);
  return signs.map((sign) => (isKnown(sign) ? sign : "\u25a1")).join("");
}

/**
 * Writes text as an element of the document's structure, by default as a paragraph.
 * @param {Paper} paper
 * @param {string} text
 * @param {Place & Look & {parent?: Part, tag?: string}} how
 * @returns {number} the height of the text
 */
export function write(
  { sheet, colors, root },
  text,
  { x, y, width, align = "left", color = colors.ink, lineGap = 0, parent = root, tag = "P", ...look },
) {
  const shown = setFont(sheet, text, look);
  sheet.fillColor(color);
  sheet.text(shown, x, y, { width, align, lineGap, structParent: parent, structType: tag });
  return shown === "" ? 0 : sheet.y - y;
}

/**
 * @param {Sheet} sheet
 * @param {string} text
 * @param {Look & {width: number}} look
 */
export function measureHeight(sheet, text, { width, lineGap = 0, ...look }) {
  return sheet.heightOfString(setFont(sheet, text, look), { width, lineGap });
}

export const getWidth = (/** @type {Sheet} */ sheet) => sheet.page.width - 2 * margin;
export const getBottom = (/** @type {Sheet} */ sheet) => sheet.page.height - margin - footer;

/**
 * @param {Sheet} sheet
 * @param {string} text
 * @param {Look} look
 */
export const measureWidth = (sheet, text, look) => sheet.widthOfString(setFont(sheet, text, look));

/**
 * Writes lines one below another and returns the vertical position where they end.
 * @param {Paper} paper
 * @param {Place} place
 * @param {(Look & {text: string, tag?: string})[]} lines
 */
export const writeLines = (paper, place, lines) =>
  lines.reduce((y, { text, ...look }) => y + write(paper, text, { ...place, ...look, y }), place.y);

/** @param {Sheet} sheet */
export function newPage(sheet) {
  sheet.addPage();
  sheet.y = margin;
}

/**
 * Draws something that screen readers skip.
 * @param {Sheet} sheet
 * @param {() => void} drawIt
 */
export function asArtifact(sheet, drawIt) {
  sheet.markContent("Artifact", { type: "Layout" });
  drawIt();
  sheet.endMarkedContent();
}

/**
 * @param {Sheet} sheet
 * @param {string} color
 * @param {number} thickness
 */
export const rule = (sheet, color, thickness) =>
  strokeLine(sheet, [margin, sheet.y], [margin + getWidth(sheet), sheet.y], color, thickness);

/**
 * @param {Sheet} sheet
 * @param {[x: number, y: number]} from
 * @param {[x: number, y: number]} to
 * @param {string} color
 * @param {number} thickness
 */
export function strokeLine(sheet, from, to, color, thickness) {
  asArtifact(sheet, () =>
    sheet
      .moveTo(...from)
      .lineTo(...to)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke(),
  );
}
