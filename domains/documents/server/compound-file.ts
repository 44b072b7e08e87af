import type { OpenFile } from "./open-received.ts";
import { refused } from "./refused-content.ts";

/*
 * The container of DOC and XLS: sectors in chains, a table that says which follows which, and a directory of storages and
 * streams. What lies in it comes from strangers: each sector is used once at most, so nothing here goes in circles.
 */

const signature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const headerBytes = 512;
const miniSectorBytes = 64;
const directoryEntryBytes = 128;
const tablePlacesInHeader = 109;
/** Values from here on are marks, not numbers of sectors. */
const marksFrom = 0xffff_fffa;
const endOfChain = 0xffff_fffe;
const none = 0xffff_ffff;
const readAtOnceBytes = 64 * 1024;

export interface CompoundStream {
  name: string;
  bytes: number;
  /** In the order of their bytes; consecutive ones are one stretch. */
  stretches: { from: number; length: number }[];
}

export interface CompoundFile {
  /** Of all storages and streams, wherever they stand, with which program's object holds them; null when nothing does. */
  names: { name: string; classOfHolder: string | null }[];
  /** Those streams that stand at the top. */
  streams: CompoundStream[];
}

export const isCompoundFile = async (file: OpenFile): Promise<boolean> =>
  file.bytes >= headerBytes && (await file.read(0, signature.length)).equals(signature);

/** @throws AppError wrong_kind when a chain leads nowhere, in circles, or into another */
export async function readCompoundFile(file: OpenFile): Promise<CompoundFile> {
  const header = await file.read(0, headerBytes);
  const sectorBytes = sectorBytesOf(header);
  const placeOf = (sector: number) => (sector + 1) * sectorBytes;
  const sectors = Math.ceil(file.bytes / sectorBytes) - 1;
  const used = new Uint8Array(sectors);
  const use = (sector: number) => {
    if (sector >= sectors) throw refused("incomplete");
    if (used[sector] === 1) throw refused("damaged");
    used[sector] = 1;
  };
  const readSector = (sector: number) => {
    use(sector);
    return file.read(placeOf(sector), sectorBytes);
  };

  const table = await readTable(header, readSector, { sectorBytes, sectors });
  // Some programs leave the end of a chain open: no more of it is followed than is needed.
  const chainOf = (first: number, countMax = sectors): number[] => {
    const chain: number[] = [];
    for (let sector = first; chain.length < countMax; sector = table[sector] ?? none) {
      if (sector === endOfChain) break;
      if (sector >= marksFrom) throw refused("damaged");
      use(sector);
      chain.push(sector);
    }
    return chain;
  };
  const readChain = async (first: number): Promise<Buffer> => {
    const chain = chainOf(first);
    const pieces: Buffer[] = [];
    for (const { from, length } of joined(chain.map(placeOf), sectorBytes, chain.length * sectorBytes))
      pieces.push(await file.read(from, length));
    return Buffer.concat(pieces);
  };

  const directory = entriesOf(await readChain(header.readUInt32LE(48)));
  const [root] = directory;
  if (root?.kind !== "root") throw refused("damaged");
  const smallBelow = header.readUInt32LE(56);
  const smallTable =
    header.readUInt32LE(64) === 0 ? Buffer.alloc(0) : await readChain(header.readUInt32LE(60));
  const smallSectors = chainOf(root.first, Math.ceil(root.bytes / sectorBytes));
  const usedSmall = new Uint8Array(Math.floor(smallTable.length / 4));
  const smallChainOf = (first: number, count: number): number[] => {
    const places: number[] = [];
    for (let sector = first; places.length < count; sector = smallTable.readUInt32LE(sector * 4)) {
      if (sector >= usedSmall.length || usedSmall[sector] === 1) throw refused("damaged");
      usedSmall[sector] = 1;
      const from = sector * miniSectorBytes;
      const holder = smallSectors[Math.floor(from / sectorBytes)];
      if (holder === undefined) throw refused("damaged");
      places.push(placeOf(holder) + (from % sectorBytes));
    }
    return places;
  };
  const streamOf = ({ name, bytes, first }: Entry): CompoundStream => {
    const isSmall = bytes < smallBelow;
    const size = isSmall ? miniSectorBytes : sectorBytes;
    const count = Math.ceil(bytes / size);
    const places = isSmall ? smallChainOf(first, count) : chainOf(first, count).map(placeOf);
    if (places.length < count) throw refused("incomplete");
    const stretches = joined(places, size, bytes);
    if (stretches.some(({ from, length }) => from + length > file.bytes)) throw refused("incomplete");
    return { name, bytes, stretches };
  };
  const streams = new Map(
    directory
      .filter(({ kind, bytes }) => kind === "stream" && bytes > 0)
      .map((entry) => [entry, streamOf(entry)]),
  );
  const holders = holdersOf(directory);
  return {
    names: directory
      .filter(({ kind }) => kind !== "empty")
      .map((entry) => ({ name: entry.name, classOfHolder: holders.get(entry)?.classId ?? null })),
    streams: [...streams].filter(([entry]) => holders.get(entry) === root).map(([, stream]) => stream),
  };
}

/** The bytes of a stream, in pieces. */
export async function* readStream(file: OpenFile, stream: CompoundStream): AsyncGenerator<Buffer> {
  for (const { from, length } of stream.stretches)
    for (let done = 0; done < length; done += readAtOnceBytes)
      yield await file.read(from + done, Math.min(readAtOnceBytes, length - done));
}

function sectorBytesOf(header: Buffer): number {
  const [version, shift] = [header.readUInt16LE(26), header.readUInt16LE(30)];
  const isKnown = (version === 3 && shift === 9) || (version === 4 && shift === 12);
  if (!isKnown || header.readUInt16LE(28) !== 0xfffe || header.readUInt16LE(32) !== 6)
    throw refused("damaged");
  return 2 ** shift;
}

/** For each sector the one that follows. The first sectors of this table stand in the header, the others in a chain. */
async function readTable(
  header: Buffer,
  readSector: (sector: number) => Promise<Buffer>,
  { sectorBytes, sectors }: { sectorBytes: number; sectors: number },
): Promise<Uint32Array> {
  const places: number[] = [];
  const add = (from: Buffer, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const place = from.readUInt32LE(index * 4);
      if (place < marksFrom) places.push(place);
    }
    // Each lies in a sector of its own; a list of more would only make the table swell.
    if (places.length > sectors) throw refused("damaged");
  };
  add(header.subarray(headerBytes - tablePlacesInHeader * 4), tablePlacesInHeader);
  let next = header.readUInt32LE(72) === 0 ? endOfChain : header.readUInt32LE(68);
  while (next < marksFrom) {
    const more = await readSector(next);
    add(more, sectorBytes / 4 - 1);
    next = more.readUInt32LE(sectorBytes - 4);
  }
  const table = new Uint32Array((places.length * sectorBytes) / 4);
  let at = 0;
  for (const place of places) {
    const sector = await readSector(place);
    for (let index = 0; index < sectorBytes; index += 4) table[at++] = sector.readUInt32LE(index);
  }
  return table;
}

interface Entry {
  name: string;
  kind: "empty" | "storage" | "stream" | "root";
  /** In hexadecimal digits, as it is written. */
  classId: string;
  left: number;
  right: number;
  child: number;
  first: number;
  bytes: number;
}

function entriesOf(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + directoryEntryBytes <= directory.length; at += directoryEntryBytes) {
    const entry = directory.subarray(at, at + directoryEntryBytes);
    const kinds: Record<number, Entry["kind"]> = { 0: "empty", 1: "storage", 2: "stream", 5: "root" };
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
      // The upper half of the length is of no use in a file of 10 MB, and some write anything into it.
      bytes: entry.readUInt32LE(120),
    });
  }
  return entries;
}

/** For each entry the storage it stands in; what stands in one is a tree of neighbours. */
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

/** Places of `size` bytes each as stretches; the last one ends with the stream. */
function joined(places: number[], size: number, bytes: number): CompoundStream["stretches"] {
  const stretches: CompoundStream["stretches"] = [];
  let left = bytes;
  for (const from of places) {
    const length = Math.min(size, left);
    if (length === 0) break;
    const last = stretches.at(-1);
    if (last !== undefined && last.from + last.length === from) last.length += length;
    else stretches.push({ from, length });
    left -= length;
  }
  return stretches;
}
