import { ZipFile } from "yazl";
import { escapeHtml } from "#shared/escape-html.ts";

/** A text document in Word's DOCX format. */
export interface TextDocument {
  kind: "docx";
  title: string;
  author: string;
  blocks: (TextParagraph | TextTable)[];
}
export interface TextParagraph {
  style: "title" | "heading" | "text" | "bullet";
  text: string;
}
export interface TextTable {
  header: string[];
  rows: string[][];
}

/** A workbook with one sheet, in Excel's XLSX format. */
export interface Workbook {
  kind: "xlsx";
  title: string;
  author: string;
  sheet: string;
  columns: { header: string; width: number; kind?: CellKind }[];
  /** Dates as `YYYY-MM-DD`, amounts in cents. Null leaves the cell empty. */
  rows: (string | number | null)[][];
}
type CellKind = "text" | "number" | "day" | "cents";

/** A fixed modification time makes equal contents give equal bytes. */
const mtime = new Date("2000-01-01T00:00:00Z");

/** Builds the document as an Office Open XML file (ECMA-376). */
export function buildOfficeFile(document: TextDocument | Workbook): Promise<Buffer> {
  const parts = document.kind === "docx" ? buildTextParts(document) : buildWorkbookParts(document);
  const archive = new ZipFile();
  for (const [name, content] of Object.entries({
    ...parts,
    "docProps/core.xml": buildCoreProperties(document),
  }))
    archive.addBuffer(Buffer.from(`${declaration}${content}`), name, { mtime, forceDosTimestamp: true });
  archive.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    archive.on("error", reject);
    archive.outputStream
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("error", reject)
      .on("end", () => resolve(Buffer.concat(chunks)));
  });
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const open = "http://schemas.openxmlformats.org";
const types = "application/vnd.openxmlformats-officedocument";
const relations = `${open}/officeDocument/2006/relationships`;

/** The content types of the parts, with the main part first. */
const contentTypes = (parts: Record<string, string>): string =>
  `<Types xmlns="${open}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    { ...parts, "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml" },
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join("")}</Types>`;

const relationships = (targets: [type: string, target: string][]): string =>
  `<Relationships xmlns="${open}/package/2006/relationships">${targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const buildPackageRelations = (main: string): string =>
  relationships([
    [`${relations}/officeDocument`, main],
    [`${open}/package/2006/relationships/metadata/core-properties`, "docProps/core.xml"],
  ]);

const buildCoreProperties = ({ title, author }: TextDocument | Workbook): string =>
  `<cp:coreProperties xmlns:cp="${open}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeHtml(title)}</dc:title><dc:creator>${escapeHtml(author)}</dc:creator></cp:coreProperties>`;

const wordSpace = `xmlns:w="${open}/wordprocessingml/2006/main"`;

function buildTextParts({ blocks }: TextDocument): Record<string, string> {
  const body = blocks.map((block) => ("style" in block ? paragraph(block) : table(block))).join("");
  return {
    "[Content_Types].xml": contentTypes({
      "word/document.xml": `${types}.wordprocessingml.document.main+xml`,
      "word/styles.xml": `${types}.wordprocessingml.styles+xml`,
    }),
    "_rels/.rels": buildPackageRelations("word/document.xml"),
    "word/document.xml": `<w:document ${wordSpace}><w:body>${body}<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    "word/styles.xml": textStyles,
    "word/_rels/document.xml.rels": relationships([[`${relations}/styles`, "styles.xml"]]),
  };
}

const styleIds = { title: "Title", heading: "Heading1", text: "Normal", bullet: "ListBullet" } as const;

const paragraph = ({ style, text }: TextParagraph): string =>
  `<w:p><w:pPr><w:pStyle w:val="${styleIds[style]}"/></w:pPr>${run(style === "bullet" ? `•\u00a0 ${text}` : text)}</w:p>`;

const run = (text: string, isStrong = false): string =>
  `<w:r>${isStrong ? "<w:rPr><w:b/></w:rPr>" : ""}<w:t xml:space="preserve">${escapeHtml(text)}</w:t></w:r>`;

const buildBorder = (name: string): string =>
  `<w:${name} w:val="single" w:sz="4" w:space="0" w:color="BBBBBB"/>`;

/** Builds a table and the paragraph Word requires between two tables and at the end. */
function table({ header, rows }: TextTable): string {
  const width = Math.floor(9_360 / header.length);
  const cell = (text: string, isStrong: boolean) =>
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr><w:p>${run(text, isStrong)}</w:p></w:tc>`;
  const row = (cells: string[], isHeader: boolean) =>
    `<w:tr>${isHeader ? "<w:trPr><w:tblHeader/></w:trPr>" : ""}${cells.map((text) => cell(text, isHeader)).join("")}</w:tr>`;
  const sides = ["top", "left", "bottom", "right", "insideH", "insideV"].map(buildBorder).join("");
  const grid = header.map(() => `<w:gridCol w:w="${width}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="${width * header.length}" w:type="dxa"/><w:tblBorders>${sides}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${row(header, true)}${rows.map((cells) => row(cells, false)).join("")}</w:tbl><w:p/>`;
}

const buildStyle = (
  id: string,
  { name, paragraphs, letters }: Record<"name" | "paragraphs" | "letters", string>,
) =>
  `<w:style w:type="paragraph"${id === "Normal" ? ' w:default="1"' : ""} w:styleId="${id}"><w:name w:val="${name}"/>${id === "Normal" ? "" : '<w:basedOn w:val="Normal"/>'}<w:qFormat/><w:pPr>${paragraphs}</w:pPr><w:rPr>${letters}</w:rPr></w:style>`;

/** Font sizes are in half points, distances in twentieths of a point. */
const textStyles = `<w:styles ${wordSpace}>${[
  buildStyle("Normal", {
    name: "Normal",
    paragraphs: '<w:spacing w:after="120"/>',
    letters: '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/>',
  }),
  buildStyle("Title", {
    name: "Title",
    paragraphs: '<w:spacing w:after="240"/>',
    letters: '<w:b/><w:sz w:val="36"/>',
  }),
  buildStyle("Heading1", {
    name: "heading 1",
    paragraphs: '<w:keepNext/><w:spacing w:before="240" w:after="60"/><w:outlineLvl w:val="0"/>',
    letters: '<w:b/><w:sz w:val="26"/>',
  }),
  buildStyle("ListBullet", {
    name: "List Bullet",
    paragraphs: '<w:ind w:left="360" w:hanging="360"/>',
    letters: "",
  }),
].join("")}</w:styles>`;

const sheetSpace = `xmlns="${open}/spreadsheetml/2006/main"`;
/** The indexes of the styles in `cellXfs`. The header's style is 1. */
const styleIndexes: Record<CellKind, number> = { text: 0, number: 0, day: 2, cents: 3 };

function buildWorkbookParts({ sheet, columns, rows }: Workbook): Record<string, string> {
  const widths = columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join("");
  const header = columns
    .map((column, index) => textCell(toCellReference(index, 0), column.header, 1))
    .join("");
  const lines = rows.map(
    (cells, line) =>
      `<row r="${line + 2}">${cells.map((value, index) => buildCell(toCellReference(index, line + 1), value, columns[index]?.kind ?? "text")).join("")}</row>`,
  );
  const whole = `A1:${toCellReference(columns.length - 1, rows.length)}`;
  return {
    "[Content_Types].xml": contentTypes({
      "xl/workbook.xml": `${types}.spreadsheetml.sheet.main+xml`,
      "xl/worksheets/sheet1.xml": `${types}.spreadsheetml.worksheet+xml`,
      "xl/styles.xml": `${types}.spreadsheetml.styles+xml`,
    }),
    "_rels/.rels": buildPackageRelations("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook ${sheetSpace} xmlns:r="${relations}"><sheets><sheet name="${escapeHtml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships([
      [`${relations}/worksheet`, "worksheets/sheet1.xml"],
      [`${relations}/styles`, "styles.xml"],
    ]),
    "xl/worksheets/sheet1.xml": `<worksheet ${sheetSpace}><dimension ref="${whole}"/><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData><row r="1">${header}</row>${lines.join("")}</sheetData><autoFilter ref="${whole}"/></worksheet>`,
    "xl/styles.xml": sheetStyles,
  };
}

const toCellReference = (column: number, row: number): string =>
  `${String.fromCharCode(65 + column)}${row + 1}`;

const textCell = (place: string, text: string, styleIndex: number): string =>
  `<c r="${place}" s="${styleIndex}" t="inlineStr"><is><t xml:space="preserve">${escapeHtml(text)}</t></is></c>`;

function buildCell(place: string, value: string | number | null, kind: CellKind): string {
  if (value === null) return "";
  if (typeof value === "string" && kind !== "day") return textCell(place, value, 0);
  return `<c r="${place}" s="${styleIndexes[kind]}"><v>${toNumber(value, kind)}</v></c>`;
}

const dayMs = 86_400_000;
/** The serial number of Jan 1, 1970 in a workbook. */
const firstDayNumber = 25_569;

function toNumber(value: string | number, kind: CellKind): string {
  if (kind === "day") return String(Date.parse(`${value}T00:00:00Z`) / dayMs + firstDayNumber);
  if (kind !== "cents") return String(value);
  const digits = String(value).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sheetStyles = `<styleSheet ${sheetSpace}><numFmts count="2"><numFmt numFmtId="164" formatCode="mmm\\ d\\,\\ yyyy"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${[
  [0, 0],
  [0, 1],
  [164, 0],
  [165, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format === 0 ? "" : ' applyNumberFormat="1"'}${font === 0 ? "" : ' applyFont="1"'}/>`,
  )
  .join("")}</cellXfs></styleSheet>`;
