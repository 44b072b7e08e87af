import { refused } from "./refused-content.ts";

/*
 * The container of DOC and XLS ([MS-CFB]): chains of sectors, a table that says which sector follows which, and a directory of
 * storages and streams. Its contents are untrusted.
 */

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const headerBytes = 512;
const tableInHeaderFrom = 76;
const miniSectorBytes = 64;
const directoryEntryBytes = 128;
/** Values from here on are marks, such as the end of a chain, not numbers of sectors. */
const marksFrom = 0xffff_fffa;

export interface CompoundFile {
  /** All storages and streams at any level, with the class of the object that holds them; null when none does. */
  names: { name: string; classOfHolder: string | null }[];
  /** The streams at the top level. */
  streams: { name: string; read(): Buffer }[];
}

export const isCompoundFile = (content: Buffer): boolean =>
  content.length >= headerBytes && content.subarray(0, signature.length).equals(signature);

/** @throws AppError wrong_kind, also from the `read` of a stream, when a chain is broken or circular */
export function readCompoundFile(content: Buffer): CompoundFile {
  const sectorBytes = sectorBytesOf(content);
  let sectorsLeft = Math.ceil(content.length / sectorBytes) - 1;
  const sectorAt = (sector: number): Buffer => {
    // Each sector belongs to one chain, so reading more sectors than there are means a circle.
    if (sectorsLeft-- === 0) throw refused("damaged");
    return content.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes);
  };
  const places = numbersOf(content.subarray(tableInHeaderFrom, headerBytes));
  for (let next = content.readUInt32LE(68); next < marksFrom; next = places.pop() ?? marksFrom)
    places.push(...numbersOf(sectorAt(next)));
  const table = numbersOf(Buffer.concat(places.filter((place) => place < marksFrom).map(sectorAt)));
  const chainFrom = (first: number, bytes?: number) => follow({ first, table, sectorAt, bytes });

  const directory = entriesOf(chainFrom(content.readUInt32LE(48)));
  const [root] = directory;
  if (root?.kind !== "root") throw refused("damaged");
  const holders = holdersOf(directory);
  const miniBelow = content.readUInt32LE(56);
  const miniTable = numbersOf(chainFrom(content.readUInt32LE(60)));
  const miniStream = chainFrom(root.first, root.bytes);
  const miniSectorAt = (sector: number) =>
    miniStream.subarray(sector * miniSectorBytes, (sector + 1) * miniSectorBytes);
  return {
    names: directory
      .filter(({ kind }) => kind !== "empty")
      .map((entry) => ({ name: entry.name, classOfHolder: holders.get(entry)?.classId ?? null })),
    streams: directory
      .filter((entry) => entry.kind === "stream" && entry.bytes > 0 && holders.get(entry) === root)
      .map(({ name, first, bytes }) => ({
        name,
        read: () =>
          bytes < miniBelow
            ? follow({ first, table: miniTable, sectorAt: miniSectorAt, bytes })
            : chainFrom(first, bytes),
      })),
  };
}

function sectorBytesOf(header: Buffer): number {
  const [version, shift] = [header.readUInt16LE(26), header.readUInt16LE(30)];
  const isKnown = (version === 3 && shift === 9) || (version === 4 && shift === 12);
  if (!isKnown || header.readUInt16LE(28) !== 0xfffe || header.readUInt16LE(32) !== 6)
    throw refused("damaged");
  return 2 ** shift;
}

interface Chain {
  first: number;
  table: readonly number[];
  sectorAt: (sector: number) => Buffer;
  /** Without it the chain is read to its end. */
  bytes?: number | undefined;
}

/** The content of a chain. Some programs leave its end undefined, so it is followed only as far as needed. */
function follow({ first, table, sectorAt, bytes }: Chain): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let sector = first; sector < marksFrom && length < (bytes ?? Number.POSITIVE_INFINITY); ) {
    const piece = sectorAt(sector);
    if (piece.length === 0) throw refused("incomplete");
    pieces.push(piece);
    length += piece.length;
    sector = table[sector] ?? marksFrom;
  }
  if (bytes !== undefined && length < bytes) throw refused("incomplete");
  return Buffer.concat(pieces).subarray(0, bytes);
}

const numbersOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));

interface Entry {
  name: string;
  kind: "empty" | "storage" | "stream" | "root";
  /** In hexadecimal digits, as stored. */
  classId: string;
  left: number;
  right: number;
  child: number;
  first: number;
  bytes: number;
}

const kinds: Record<number, Entry["kind"]> = { 0: "empty", 1: "storage", 2: "stream", 5: "root" };

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + directoryEntryBytes <= directory.length; at += directoryEntryBytes) {
    const entry = directory.subarray(at, at + directoryEntryBytes);
    const kind = kinds[entry.readUInt8(66)];
    const nameBytes = entry.readUInt16LE(64);
    if (kind === undefined || nameBytes > 64) throw refused("damaged");
    entries.push({
      name: entry.toString("utf16le", 0, Math.max(0, nameBytes - 2)),
      kind,
      classId: entry.toString("hex", 80, 96),
      left: entry.readUInt32LE(68),
      right: entry.readUInt32LE(72),
      child: entry.readUInt32LE(76),
      first: entry.readUInt32LE(116),
      // The upper half of the length is meaningless in a file of 10 MB, and some programs write garbage into it.
      bytes: entry.readUInt32LE(120),
    });
  }
  return entries;
}

/** For each entry the storage that contains it; the entries of a storage form a tree of siblings. */
function holdersOf(directory: Entry[]): Map<Entry, Entry> {
  const holders = new Map<Entry, Entry>();
  const waiting = directory
    .filter(({ kind }) => kind === "root" || kind === "storage")
    .map((holder) => ({ holder, index: holder.child }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { holder, index } = next;
    const entry = directory[index];
    if (entry === undefined) continue;
    if (holders.has(entry)) throw refused("damaged");
    holders.set(entry, holder);
    waiting.push({ holder, index: entry.left }, { holder, index: entry.right });
  }
  return holders;
}
