import { type CompoundStream, isCompoundFile, readCompoundFile, readStream } from "./compound-file.ts";
import { headOf, type OpenFile } from "./open-received.ts";
import { notItsEnding, refused } from "./refused-content.ts";
import { refuseZipAtEnd } from "./zip-end.ts";

/** Where Word and Excel keep macros, whatever else is in the file. */
const macroNames = new Set(["macros", "vba", "_vba_project", "_vba_project_cur"]);
/** What an object of an old program keeps its content in; of these programs, and of none, it is a file of any kind. */
const packedName = "ole10native";
const packers = new Set([
  "0c00030000000000c000000000000046",
  "20a70df22fc0ce11927b0800095ae340",
  "0".repeat(32),
  null,
]);

/**
 * A Word document or Excel workbook of before 2007, without macros and files packed into it.
 * @throws AppError wrong_kind
 */
export async function checkOffice97(file: OpenFile, kind: "doc" | "xls"): Promise<void> {
  if (!(await isCompoundFile(file))) throw notItsEnding(kind);
  if ((await headOf(file, 1024)).includes("%PDF-")) throw refused("twoKinds");
  const { names, streams } = await readCompoundFile(file);
  const plainNames = names.map(({ name }) => plainName(name));
  if (plainNames.includes("encryptedpackage")) throw refused("password");
  // Some workbooks are there twice, for old programs and for older ones: each reads another one.
  const mains = streams.filter(({ name }) => mainNames[kind].includes(plainName(name)));
  if (mains.length === 0) throw notItsEnding(kind);
  if (plainNames.some((name) => macroNames.has(name))) throw refused("macros");
  if (names.some(({ name, classOfHolder }) => plainName(name) === packedName && packers.has(classOfHolder)))
    throw refused("embedded");
  for (const main of mains)
    await (kind === "doc" ? checkWordDocument(file, main) : checkWorkbook(file, main));
  await refuseZipAtEnd(file, true);
}

const mainNames = { doc: ["worddocument"], xls: ["workbook", "book"] };

/** A Word document or workbook of today that asks for a password is packed into such a file, whatever its ending. */
export async function hasEncryptedPackage(file: OpenFile): Promise<boolean> {
  if (!(await isCompoundFile(file))) return false;
  const { names } = await readCompoundFile(file);
  return names.some(({ name }) => plainName(name) === "encryptedpackage");
}

/** Names of streams may begin with a control character. */
const plainName = (name: string): string => name.replace(/^\p{Cc}/u, "").toLowerCase();

async function checkWordDocument(file: OpenFile, main: CompoundStream): Promise<void> {
  for await (const piece of readStream(file, main)) {
    if (piece.length < 2 || piece.readUInt16LE(0) !== 0xa5ec) throw notItsEnding("doc");
    return;
  }
}

const record = { begin: 0x0809, sheet: 0x0085, password: 0x002f };
/** What a begin record or a sheet's entry says it is, when it is a sheet of macros or a module of code. */
const macroBegins = [0x0006, 0x0040];
const macroSheets = [1, 6];
const recordHeadBytes = 4;
/** As much of a record as is looked at. */
const lookedAtBytes = 6;

/** Walks the records of a workbook, which say of each sheet what it is. */
async function checkWorkbook(file: OpenFile, main: CompoundStream): Promise<void> {
  let left: Buffer = Buffer.alloc(0);
  let [skip, isFirst] = [0, true];
  for await (const piece of readStream(file, main)) {
    const data = left.length === 0 ? piece : Buffer.concat([left, piece]);
    let at = Math.min(skip, data.length);
    skip -= at;
    while (at + recordHeadBytes <= data.length) {
      const length = data.readUInt16LE(at + 2);
      const looked = Math.min(length, lookedAtBytes);
      if (at + recordHeadBytes + looked > data.length) break;
      if (isFirst && data.readUInt16LE(at) !== record.begin) throw notItsEnding("xls");
      isFirst = false;
      checkRecord(data, at, looked);
      at += recordHeadBytes + length;
    }
    skip += Math.max(0, at - data.length);
    left = data.subarray(Math.min(at, data.length));
  }
  if (isFirst) throw notItsEnding("xls");
  if (skip > 0) throw refused("incomplete");
}

/** The record at `at`, of which `looked` bytes are there behind its head. */
function checkRecord(data: Buffer, at: number, looked: number): void {
  const type = data.readUInt16LE(at);
  const content = at + recordHeadBytes;
  if (type === record.password) throw refused("password");
  const isMacro =
    (type === record.begin && looked >= 4 && macroBegins.includes(data.readUInt16LE(content + 2))) ||
    (type === record.sheet && looked >= 6 && macroSheets.includes(data.readUInt8(content + 5)));
  if (isMacro) throw refused("macros");
}
