import { isCompoundFile, readCompoundFile } from "./compound-file.ts";
import type { OpenFile } from "./open-received.ts";
import { notItsEnding, refused } from "./refused-content.ts";
import { refuseZipAtEnd } from "./zip-end.ts";

/** The storages in which Word and Excel keep macros. */
const macroNames = new Set(["macros", "vba", "_vba_project", "_vba_project_cur"]);
/** The stream in which an embedded object keeps its content; for these programs, or none, it can be a file of any kind. */
const packedName = "ole10native";
const packers = new Set([
  "0c00030000000000c000000000000046",
  "20a70df22fc0ce11927b0800095ae340",
  "0".repeat(32),
  null,
]);

const mainNames = { doc: ["worddocument"], xls: ["workbook", "book"] };

/**
 * Checks a Word document or Excel workbook in the format before 2007 for macros and embedded files.
 * @throws AppError wrong_kind
 */
export async function checkOffice97(file: OpenFile, kind: "doc" | "xls"): Promise<void> {
  const content = await file.read(0, file.bytes);
  if (!isCompoundFile(content)) throw notItsEnding(kind);
  if (content.subarray(0, 1024).includes("%PDF-")) throw refused("twoKinds");
  const { names, streams } = readCompoundFile(content);
  const plainNames = names.map(({ name }) => plainName(name));
  if (plainNames.includes("encryptedpackage")) throw refused("password");
  // Some files contain two workbooks, for programs of different ages: each reads a different one.
  const mains = streams.filter(({ name }) => mainNames[kind].includes(plainName(name)));
  if (mains.length === 0) throw notItsEnding(kind);
  if (plainNames.some((name) => macroNames.has(name))) throw refused("macros");
  if (names.some(({ name, classOfHolder }) => plainName(name) === packedName && packers.has(classOfHolder)))
    throw refused("embedded");
  for (const main of mains) (kind === "doc" ? checkWordDocument : checkWorkbook)(main.read());
  await refuseZipAtEnd(file, true);
}

/** Whether the file is an encrypted container, as which a modern Word document or workbook with a password is saved. */
export async function hasEncryptedPackage(file: OpenFile): Promise<boolean> {
  const content = await file.read(0, file.bytes);
  if (!isCompoundFile(content)) return false;
  return readCompoundFile(content).names.some(({ name }) => plainName(name) === "encryptedpackage");
}

/** Names of streams may begin with a control character. */
const plainName = (name: string): string => name.replace(/^\p{Cc}/u, "").toLowerCase();

function checkWordDocument(stream: Buffer): void {
  if (stream.length < 2 || stream.readUInt16LE(0) !== 0xa5ec) throw notItsEnding("doc");
}

const record = { begin: 0x0809, sheet: 0x0085, password: 0x002f };
/** The sheet types, in a begin record or a sheet's entry, that are macro sheets or code modules. */
const macroBegins = [0x0006, 0x0040];
const macroSheets = [1, 6];
const recordHeadBytes = 4;

/** Walks the records of a workbook, which give the type of each sheet. */
function checkWorkbook(stream: Buffer): void {
  if (stream.length < recordHeadBytes || stream.readUInt16LE(0) !== record.begin) throw notItsEnding("xls");
  let at = 0;
  while (at + recordHeadBytes <= stream.length) {
    const type = stream.readUInt16LE(at);
    const next = at + recordHeadBytes + stream.readUInt16LE(at + 2);
    const content = stream.subarray(at + recordHeadBytes, next);
    if (type === record.password) throw refused("password");
    const isMacro =
      (type === record.begin && content.length >= 4 && macroBegins.includes(content.readUInt16LE(2))) ||
      (type === record.sheet && content.length >= 6 && macroSheets.includes(content.readUInt8(5)));
    if (isMacro) throw refused("macros");
    at = next;
  }
  if (at > stream.length) throw refused("incomplete");
}
