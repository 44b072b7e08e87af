import { crc32 } from "node:zlib";
import { AppError } from "#shared/errors.ts";
import { bytesFinder } from "./bytes-finder.ts";
import { hasEncryptedPackage } from "./check-office-97.ts";
import { headOf, type OpenFile } from "./open-received.ts";
import { notItsEnding, refused } from "./refused-content.ts";
import { readZipParts, type ZipPart } from "./zip-parts.ts";

const mainTypes = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
};

const listOfTypes = "[Content_Types].xml";
/** Executable parts, by their names. */
const macroPart =
  /(^|\/)vba(project\.bin|data\.xml)$|(^|\/)macrosheets\/|\.(docm|dotm|xlsm|xltm|xlam|pptm)$/i;
const controlPart = /(^|\/)activex\//i;
const programPart =
  /^META-INF\/|\.(exe|dll|com|scr|bat|cmd|ps1|vb[es]?|jse?|ws[fh]|hta|msi|jar|class|lnk|reg)$/i;

/** Bytes that reveal macros and packed files in a document embedded in this one. */
const insideEmbedded = [
  ["macros", Buffer.from("vbaProject.bin", "latin1")],
  ["macros", Buffer.from("_VBA_PROJECT", "utf16le")],
  ["embedded", Buffer.from("Ole10Native", "utf16le")],
] as const;

/**
 * Checks a Word document or Excel workbook in the format since 2007: a ZIP whose type list names the main part of that
 * kind, without anything executable. Every part is unpacked once, within limits, and discarded: it must be as long as declared.
 * @throws AppError wrong_kind
 */
export async function checkOfficeZip(file: OpenFile, kind: "docx" | "xlsx"): Promise<void> {
  const head = await headOf(file, 1024);
  if (!head.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"))) {
    if (await hasEncryptedPackage(file)) throw refused("password");
    throw notItsEnding(kind);
  }
  if (head.includes("%PDF-")) throw refused("twoKinds");
  const parts = await readZipParts(file);
  const names = new Set(parts.map(({ name }) => name.toLowerCase()));
  if (!names.has(listOfTypes.toLowerCase())) throw notItsEnding(kind);
  for (const { name } of parts) {
    if (macroPart.test(name)) throw refused("macros");
    if (controlPart.test(name)) throw refused("controls");
    if (programPart.test(name)) throw refused("embedded");
  }
  const extensions = new Set([...names].map((name) => name.slice(name.lastIndexOf(".") + 1)));
  let hasMain = false;
  const look = {
    [listOfTypes]: (text: string) => {
      refuseTypes(text, extensions);
      hasMain ||= namesMain(text, kind, names);
    },
    relations: refuseRelations,
  };
  for (const part of parts) {
    if (part.name === listOfTypes) await lookInside(part, look[listOfTypes]);
    else await lookInside(part, part.name.toLowerCase().endsWith(".rels") ? look.relations : undefined);
  }
  if (!hasMain) throw notItsEnding(kind);
}

/** Unpacks a part; `onXml` gets its text, some elements at a time. @throws AppError wrong_kind */
async function lookInside(part: ZipPart, onXml?: (text: string) => void): Promise<void> {
  const isEmbedded = /(^|\/)embeddings\//i.test(part.name);
  const finders = isEmbedded ? insideEmbedded.map(([why, bytes]) => ({ why, find: bytesFinder(bytes) })) : [];
  let left: Buffer = Buffer.alloc(0);
  let [sum, isFirst] = [0, true];
  try {
    for await (const piece of await part.open()) {
      const chunk = piece as Buffer;
      if (isFirst && chunk.subarray(0, 2).toString("latin1") === "MZ") throw refused("embedded");
      isFirst = false;
      sum = crc32(chunk, sum);
      for (const { why, find } of finders) if (find(chunk)) throw refused(why);
      if (onXml === undefined) continue;
      const text = Buffer.concat([left, chunk]);
      const end = text.lastIndexOf(">") + 1;
      if (end > 0) onXml(plainXml(text.subarray(0, end)));
      left = text.subarray(end);
      if (left.length > elementBytesMax) throw refused("damaged");
    }
  } catch (error) {
    throw error instanceof AppError ? error : refused("damaged");
  }
  if (sum !== part.crc32) throw refused("damaged");
}

const elementBytesMax = 64 * 1024;

/** XML in lower case with character references decoded, so that a search sees every letter; markup characters stay escaped. */
function plainXml(content: Buffer): string {
  if (content.includes(0)) throw refused("damaged");
  const text = content.toString("utf8");
  if (/<!(doctype|entity)/i.test(text)) throw refused("damaged");
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const letter = code <= 0x10_ffff ? String.fromCodePoint(code) : "";
      return /["'<>]/.test(letter) ? `&#${code};` : letter;
    })
    .replace(/&amp;/gi, "&")
    .toLowerCase();
}

/** Some programs declare types for extensions without any part; those are ignored. */
function refuseTypes(text: string, extensions: Set<string>): void {
  const said = text.replace(
    /<(?:\w+:)?default\s+(?:extension="([^"<>]*)"\s+contenttype="[^"<>]*"|contenttype="[^"<>]*"\s+extension="([^"<>]*)")\s*\/>/g,
    (element, one?: string, other?: string) => (extensions.has(one ?? other ?? "") ? element : ""),
  );
  if (/macroenabled|vbaproject|vbadata|macrosheet/.test(said)) throw refused("macros");
  if (said.includes("activex")) throw refused("controls");
}

/** Whether the type list declares an existing part, or an extension, as the main part of that kind. */
const namesMain = (text: string, kind: "docx" | "xlsx", names: Set<string>): boolean =>
  [...text.matchAll(/<(?:\w+:)?(override|default)\s[^>]*>/g)].some(
    ([element, sort]) =>
      attribute(element, "contenttype") === mainTypes[kind] &&
      (sort === "default" || names.has(attribute(element, "partname").replace(/^\//, ""))),
  );

function refuseRelations(text: string): void {
  if (/relationships\/(vbaproject|wordvbadata|xlmacrosheet|xlintlmacrosheet)/.test(text))
    throw refused("macros");
  for (const [element] of text.matchAll(/<(?:[^\s<>/:"']+:)?relationship\s[^>]*>/g)) {
    // A `>` within a value would hide the attributes after it; programs escape it.
    if (!/^<\S+(\s+[^\s<>="']+\s*=\s*("[^"]*"|'[^']*'))*\s*\/?>$/.test(element)) throw refused("damaged");
    const [type, target] = [attribute(element, "type"), attribute(element, "target")];
    if (type.endsWith("/attachedtemplate") && isElsewhere(target)) throw refused("template");
    // Opening the document loads a linked object, and may run it.
    const isLinked = attribute(element, "targetmode") === "external" || isElsewhere(target);
    if (/\/(oleobject|package)$/.test(type) && isLinked) throw refused("linked");
  }
}

/** Whether an address leads off the local machine: to a server, or by any scheme but a file. */
function isElsewhere(target: string): boolean {
  const address = target
    .replace(/\s/g, "")
    .replace(/\\|%5c/g, "/")
    .replaceAll("%2f", "/");
  const onDisk = /^file:\/\/(localhost)?\/(?!\/)/;
  return address.startsWith("//") || (/^[a-z][a-z0-9+.-]+:/.test(address) && !onDisk.test(address));
}

/** The value of an attribute; the same text within another attribute's value does not count. */
const attribute = (element: string, name: string): string => {
  const all = element.matchAll(/\s([^\s<>="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  for (const [, named, quoted, apostrophed] of all) if (named === name) return quoted ?? apostrophed ?? "";
  return "";
};
