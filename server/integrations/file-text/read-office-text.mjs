// Reads the text of Word documents and Excel workbooks in the format used since 2007: a ZIP of XML parts.
// Part of read-file-text.mjs, whose process bounds memory and time.
import { fromBufferPromise } from "yauzl";

const maxPartBytes = 32 * 1024 * 1024;
const wordParts = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)\.xml$/;
const sheetParts = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const sharedStringsPart = "xl/sharedStrings.xml";

/**
 * Returns the text up to about `maxLetters`: a line for each paragraph or row. @throws if the file is broken
 * @param {Uint8Array} file
 * @param {number} maxLetters
 */
export async function readOfficeText(file, maxLetters) {
  const zip = await fromBufferPromise(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  /** @type {Map<string, import("yauzl").Entry>} */
  const parts = new Map();
  for await (const part of zip.eachEntry()) parts.set(part.fileName, part);
  /** @param {string} name */
  const readPart = (name) => readXml(zip, parts.get(name));
  const sheets = [...parts.keys()].filter((name) => sheetParts.test(name)).sort(bySheetNumber);
  const names = [...parts.keys()].filter((name) => wordParts.test(name)).sort();
  const sharedStrings =
    sheets.length === 0 ? [] : readSharedStrings(await readPart(sharedStringsPart), maxLetters);
  let text = "";
  for (const name of [...names, ...sheets]) {
    if (text.length >= maxLetters) break;
    const xml = await readPart(name);
    const left = maxLetters - text.length;
    text += wordParts.test(name) ? readParagraphs(xml, left) : readRows(xml, sharedStrings, left);
  }
  return text;
}

/** @param {string} a @param {string} b */
function bySheetNumber(a, b) {
  return Number(sheetParts.exec(a)?.[1]) - Number(sheetParts.exec(b)?.[1]);
}

/**
 * Returns the start of a part, or nothing if the file lacks it. @throws if the part is broken
 * @param {import("yauzl").ZipFile} zip
 * @param {import("yauzl").Entry | undefined} part
 */
async function readXml(zip, part) {
  if (part === undefined) return "";
  const stream = await zip.openReadStreamPromise(part);
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxPartBytes) break;
  }
  const content = Buffer.concat(chunks);
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(content);
}

/**
 * @param {string} xml
 * @param {number} maxLetters
 */
function readParagraphs(xml, maxLetters) {
  const tabs = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" };
  let text = "";
  for (const { name, isEnd, content } of findTags(xml, "t|tab|br|cr|noBreakHyphen|p")) {
    if (name === "t") text += isEnd ? "" : content;
    else if (name === "p") text += isEnd ? "\n" : "";
    else text += tabs[/** @type {keyof typeof tabs} */ (name)];
    if (text.length >= maxLetters) break;
  }
  return text;
}

/**
 * Returns the texts that cells refer to by their number.
 * @param {string} xml
 * @param {number} maxLetters
 */
function readSharedStrings(xml, maxLetters) {
  /** @type {string[]} */
  const strings = [];
  let letters = 0;
  for (const { name, isEnd, content } of findTags(xml, "si|t")) {
    if (isEnd) continue;
    if (name === "si") strings.push("");
    else strings.push(`${strings.pop() ?? ""}${content}`);
    letters += content.length;
    if (letters >= maxLetters) break;
  }
  return strings;
}

/**
 * @param {string} xml
 * @param {readonly string[]} sharedStrings
 * @param {number} maxLetters
 */
function readRows(xml, sharedStrings, maxLetters) {
  let text = "";
  let isShared = false;
  for (const { name, isEnd, attributes, content } of findTags(xml, "row|c|v|t")) {
    if (name === "row") text += isEnd ? "\n" : "";
    else if (name === "c") {
      isShared = attributes.includes('t="s"');
      text += isEnd ? "\t" : "";
    } else if (!isEnd) text += isShared ? (sharedStrings[Number(content)] ?? "") : content;
    if (text.length >= maxLetters) break;
  }
  return text;
}

/**
 * Finds the tags with these names in any namespace, each with the text after it.
 * @param {string} xml
 * @param {string} names
 */
function* findTags(xml, names) {
  const pattern = new RegExp(`<(/?)(?:\\w+:)?(${names})((?:\\s[^<>]*)?)/?>([^<]*)`, "g");
  for (const [, end, name = "", attributes = "", content = ""] of xml.matchAll(pattern))
    yield { name, isEnd: end === "/", attributes, content: decodeEntities(content) };
}

/** @type {Record<string, string>} */
const entities = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** @param {string} text */
function decodeEntities(text) {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (_, decimal, hex, name) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? "";
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0x10ffff ? "" : String.fromCodePoint(code);
    },
  );
}
