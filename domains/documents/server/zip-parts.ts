import type { Readable } from "node:stream";
import { type Entry, fromFdPromise, type ZipFile } from "yauzl";
import { AppError } from "#shared/errors.ts";
import type { OpenFile } from "./open-received.ts";
import { refused } from "./refused-content.ts";
import { readZipEnd } from "./zip-end.ts";

/** The limits of what a document of at most 10 MB may unpack to. */
const limits = { parts: 2000, bytes: 200 * 1024 * 1024, ratio: 200, ratioMattersFrom: 1024 * 1024 };

/** A part of a ZIP, as its table declares it. */
export interface ZipPart {
  name: string;
  bytes: number;
  crc32: number;
  /** Its content, unpacked; fails when that is not `bytes` long. */
  open(): Promise<Readable>;
}

/**
 * The parts of a ZIP that fills the whole file and is consistent: within limits, no overlaps, no duplicates, no names that
 * lead elsewhere, and the same name for each part in the table and in its local header.
 * @throws AppError wrong_kind
 */
export async function readZipParts(file: OpenFile): Promise<ZipPart[]> {
  const end = await readZipEnd(file);
  if (end.count > limits.parts) throw refused("tooMuchInside");
  const entries: Entry[] = [];
  let zip: ZipFile;
  try {
    zip = await fromFdPromise(file.fd, { autoClose: false, strictFileNames: true });
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw error instanceof AppError ? error : refused("damaged");
  }
  refuseBomb(entries);
  if (entries.some((entry) => entry.isEncrypted())) throw refused("password");
  if (!entries.every((entry) => entry.canDecodeFileData())) throw refused("damaged");
  if (new Set(entries.map(({ fileName }) => fileName.toLowerCase())).size < entries.length)
    throw refused("damaged");
  await refuseOverlap(file, entries, end.tableFrom);
  return entries.map((entry) => ({
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    crc32: entry.crc32,
    open: () => zip.openReadStreamPromise(entry),
  }));
}

function refuseBomb(entries: Entry[]): void {
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  const isPressedTooFar = ({ uncompressedSize, compressedSize }: Entry) =>
    uncompressedSize > limits.ratioMattersFrom && uncompressedSize > compressedSize * limits.ratio;
  if (bytes > limits.bytes || entries.some(isPressedTooFar)) throw refused("tooMuchInside");
}

const localHeaderBytes = 30;

/** Each part has a range of the file to itself, the first from the beginning and the last up to the table. */
async function refuseOverlap(file: OpenFile, entries: Entry[], tableFrom: number): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let until = 0;
  for (const entry of inOrder) {
    const from = entry.relativeOffsetOfLocalHeader;
    if (until === 0 ? from !== 0 : from < until) throw refused("damaged");
    const header = await file.read(from, localHeaderBytes + entry.fileNameLength);
    const isSame =
      header.readUInt32LE(0) === 0x04034b50 &&
      header.readUInt16LE(6) % 2 === 0 &&
      header.readUInt16LE(8) === entry.compressionMethod &&
      header.readUInt16LE(26) === entry.fileNameLength &&
      header.subarray(localHeaderBytes).equals(entry.fileNameRaw);
    if (!isSame) throw refused("damaged");
    until = from + header.length + header.readUInt16LE(28) + entry.compressedSize;
  }
  if (until > tableFrom) throw refused("damaged");
}
