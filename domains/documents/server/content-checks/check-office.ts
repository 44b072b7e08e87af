import { fromFdPromise } from "yauzl";
import { AppError } from "#shared/errors.ts";
import { contentError, extensionMismatch } from "./content-errors.ts";
import { type OpenFile, readHead } from "./open-received-file.ts";

/** The limits for the unpacked contents of a document of up to 10 MB. */
const limits = {
  maxParts: 2000,
  maxUnpackedBytes: 200 * 1024 * 1024,
  maxRatio: 200,
  minBytesForRatio: 1024 * 1024,
};

const zipSignature = Buffer.from("PK\x03\x04", "latin1");
const mainParts = { docx: "word/document.xml", xlsx: "xl/workbook.xml" };

/**
 * Checks a Word document or Excel workbook in the 2007 format. It must be a ZIP with the type's main part,
 * within the limits, and without macros or a password. Only the ZIP's directory is read.
 * @throws AppError unsupported_type
 */
export async function checkOfficeZip(file: OpenFile, kind: "docx" | "xlsx"): Promise<void> {
  if (!(await readHead(file, zipSignature.length)).equals(zipSignature)) {
    // Office saves password-protected documents in the pre-2007 format.
    if (hasStream(await readOffice97(file), "EncryptedPackage")) throw contentError("password");
    throw extensionMismatch(kind);
  }
  const names = await readPartNames(file);
  if (!names.includes("[content_types].xml") || !names.includes(mainParts[kind]))
    throw extensionMismatch(kind);
  if (names.some((name) => name.endsWith("vbaproject.bin"))) throw contentError("macros");
}

/** Returns the names of the parts in lower case. @throws AppError unsupported_type */
async function readPartNames(file: OpenFile): Promise<string[]> {
  const names: string[] = [];
  let unpackedBytes = 0;
  try {
    const zip = await fromFdPromise(file.fd, { autoClose: false, strictFileNames: true });
    if (zip.entryCount > limits.maxParts) throw contentError("tooLargeUnpacked");
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw contentError("password");
      const { uncompressedSize, compressedSize } = entry;
      unpackedBytes += uncompressedSize;
      const isBomb =
        uncompressedSize > limits.minBytesForRatio && uncompressedSize > compressedSize * limits.maxRatio;
      if (isBomb || unpackedBytes > limits.maxUnpackedBytes) throw contentError("tooLargeUnpacked");
      names.push(entry.fileName.toLowerCase());
    }
  } catch (error) {
    throw error instanceof AppError ? error : contentError("damaged");
  }
  return names;
}

const office97Signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const mainStreams = { doc: ["WordDocument"], xls: ["Workbook", "Book"] };

/**
 * Checks a Word document or Excel workbook in the pre-2007 format. The names of its streams reveal its type,
 * macros, and a password.
 * @throws AppError unsupported_type
 */
export async function checkOffice97(file: OpenFile, kind: "doc" | "xls"): Promise<void> {
  const content = await readOffice97(file);
  if (hasStream(content, "EncryptedPackage")) throw contentError("password");
  if (!mainStreams[kind].some((name) => hasStream(content, name))) throw extensionMismatch(kind);
  if (hasStream(content, "_VBA_PROJECT")) throw contentError("macros");
}

/** Returns the whole file, or an empty buffer if it isn't in the pre-2007 format. */
async function readOffice97(file: OpenFile): Promise<Buffer> {
  const head = await readHead(file, office97Signature.length);
  return head.equals(office97Signature) ? file.read(0, file.bytes) : Buffer.alloc(0);
}

/** Stream names are stored in UTF-16 with a terminating zero. */
const hasStream = (content: Buffer, name: string): boolean =>
  content.includes(Buffer.from(`${name}\0`, "utf16le"));
