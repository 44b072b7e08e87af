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
const xmlBytesMax = 4 * 1024 * 1024;

/** Parts that run something, by their names. */
const macroPart =
  /(^|\/)vba(project\.bin|data\.xml)$|(^|\/)macrosheets\/|\.(docm|dotm|xlsm|xltm|xlam|pptm)$/i;
const controlPart = /(^|\/)activex\//i;
const programPart = /\.(exe|dll|com|scr|bat|cmd|ps1|vb[es]?|jse?|ws[fh]|hta|msi|jar|lnk|reg)$/i;

/** What gives away macros and packed files in a document that lies inside of this one. */
const insideEmbedded = [
  ["macros", Buffer.from("vbaProject.bin", "latin1")],
  ["macros", Buffer.from("_VBA_PROJECT", "utf16le")],
  ["embedded", Buffer.from("Ole10Native", "utf16le")],
] as const;

/**
 * A Word document or Excel workbook of today: a ZIP whose list of types names the main part of that kind, without
 * anything that runs. Every part is unpacked once, within limits, and thrown away: it has to be as long as it says.
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
  for (const part of parts) {
    const text = await lookInside(part);
    if (text === undefined) continue;
    if (part.name === listOfTypes) checkTypes(text, kind, names);
    else checkRelations(text);
  }
}

/** Unpacks a part; gives the text of those that say what the others are. @throws AppError wrong_kind */
async function lookInside(part: ZipPart): Promise<string | undefined> {
  const isList = part.name === listOfTypes || part.name.toLowerCase().endsWith(".rels");
  if (isList && part.bytes > xmlBytesMax) throw refused("tooMuchInside");
  const isEmbedded = /(^|\/)embeddings\//i.test(part.name);
  const finders = isEmbedded ? insideEmbedded.map(([why, bytes]) => ({ why, find: bytesFinder(bytes) })) : [];
  const kept: Buffer[] = [];
  let [sum, isFirst] = [0, true];
  try {
    for await (const piece of await part.open()) {
      const chunk = piece as Buffer;
      if (isFirst && chunk.subarray(0, 2).toString("latin1") === "MZ") throw refused("embedded");
      isFirst = false;
      sum = crc32(chunk, sum);
      for (const { why, find } of finders) if (find(chunk)) throw refused(why);
      if (isList) kept.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : refused("damaged");
  }
  if (sum !== part.crc32) throw refused("damaged");
  return isList ? plainXml(Buffer.concat(kept)) : undefined;
}

/** XML in lower case and without the ways to write a letter so that a search does not see it. */
function plainXml(content: Buffer): string {
  if (content.includes(0)) throw refused("damaged");
  const text = content.toString("utf8");
  if (/<!(doctype|entity)/i.test(text)) throw refused("damaged");
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    })
    .replace(/&amp;/gi, "&")
    .toLowerCase();
}

function checkTypes(text: string, kind: "docx" | "xlsx", names: Set<string>): void {
  if (/macroenabled|vbaproject|vbadata|macrosheet/.test(text)) throw refused("macros");
  if (text.includes("activex")) throw refused("controls");
  const main = [...text.matchAll(/<(?:\w+:)?(override|default)\s[^>]*>/g)]
    .map(([element, sort]) => ({
      sort,
      type: attribute(element, "contenttype"),
      part: attribute(element, "partname"),
    }))
    .filter(({ type }) => type === mainTypes[kind]);
  if (!main.some(({ sort, part }) => sort === "default" || names.has(part.replace(/^\//, ""))))
    throw notItsEnding(kind);
}

function checkRelations(text: string): void {
  for (const [element] of text.matchAll(/<(?:\w+:)?relationship\s[^>]*>/g)) {
    const type = attribute(element, "type");
    if (/\/(vbaproject|wordvbadata|xlmacrosheet|xlintlmacrosheet)$/.test(type)) throw refused("macros");
    const target = attribute(element, "target");
    if (type.endsWith("/attachedtemplate") && /^\s*(https?:|ftp:|file:\/\/\/\\\\|\\\\|\/\/)/.test(target))
      throw refused("template");
  }
}

const attribute = (element: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(element)
    ?.slice(1)
    .find((value) => value !== undefined) ?? "";
