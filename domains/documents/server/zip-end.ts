import { type OpenFile, tailOf } from "./open-received.ts";
import { refused } from "./refused-content.ts";

const endRecord = Buffer.from("PK\x05\x06", "latin1");
export const endRecordBytes = 22;
const commentBytesMax = 0xffff;

/**
 * A ZIP is read from its end, so a file of another kind can be a ZIP as well.
 * @throws AppError wrong_kind when the end record of a ZIP, preceded by its table, is where readers look for it. Documents
 * of Word and Excel contain small ZIPs themselves: there (`mayHold`) only one whose comment reaches to the end of the file counts.
 */
export async function refuseZipAtEnd(file: OpenFile, mayHold = false): Promise<void> {
  const tail = await tailOf(file, endRecordBytes + commentBytesMax);
  const tailFrom = file.bytes - tail.length;
  for (let at = tail.indexOf(endRecord); at !== -1; at = tail.indexOf(endRecord, at + 1)) {
    if (at + endRecordBytes > tail.length) return;
    const reachesEnd = at + endRecordBytes + tail.readUInt16LE(at + 20) === tail.length;
    const tableFrom = tailFrom + at - tail.readUInt32LE(at + 12);
    if ((mayHold && !reachesEnd) || tableFrom < 0) continue;
    const begin = await file.read(tableFrom, 4);
    if (begin.equals(Buffer.from("PK\x01\x02", "latin1"))) throw refused("twoKinds");
  }
}

export interface ZipEnd {
  count: number;
  /** Where the table of contents begins. */
  tableFrom: number;
}

/**
 * The end record, which must be the very last bytes of the file.
 * @throws AppError wrong_kind when the file was truncated, or bytes follow the record
 */
export async function readZipEnd(file: OpenFile): Promise<ZipEnd> {
  const tail = await tailOf(file, endRecordBytes + commentBytesMax);
  const at = tail.length - endRecordBytes;
  if (at < 0) throw refused("incomplete");
  if (!tail.subarray(at, at + 4).equals(endRecord))
    throw refused(tail.lastIndexOf(endRecord) === -1 ? "incomplete" : "twoKinds");
  const end = { count: tail.readUInt16LE(at + 10), tableFrom: tail.readUInt32LE(at + 16) };
  const hasOneDisk = tail.readUInt16LE(at + 4) === 0 && tail.readUInt16LE(at + 6) === 0;
  const isWhole = tail.readUInt16LE(at + 8) === end.count && tail.readUInt16LE(at + 20) === 0;
  const endsHere = end.tableFrom + tail.readUInt32LE(at + 12) === file.bytes - endRecordBytes;
  if (!hasOneDisk || !isWhole || !endsHere) throw refused("damaged");
  return end;
}
