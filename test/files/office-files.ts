import { ZipFile } from "yazl";

const mainTypes = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
};
const mainParts = { docx: "word/document.xml", xlsx: "xl/workbook.xml" };
const packageSchemas = "http://schemas.openxmlformats.org/package/2006";
const office = "http://schemas.openxmlformats.org/officeDocument/2006";

export interface ZippedPart {
  name: string;
  content: string | Buffer;
  /** Stored uncompressed. */
  isStored?: boolean;
}

/** The parts of the smallest Word document or Excel workbook that can be opened. */
export function minimalParts(kind: "docx" | "xlsx", line = "A document of the building"): ZippedPart[] {
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/relationships/${type}" Target="${target}"/>`;
  const relations = (list: string) =>
    `<Relationships xmlns="${packageSchemas}/relationships">${list}</Relationships>`;
  const override = (part: string, type: string) => `<Override PartName="/${part}" ContentType="${type}"/>`;
  const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml";
  const common = [
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="${packageSchemas}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override(mainParts[kind], mainTypes[kind])}${kind === "xlsx" ? override("xl/worksheets/sheet1.xml", sheetType) : ""}</Types>`,
    },
    { name: "_rels/.rels", content: relations(relation(1, "officeDocument", mainParts[kind])) },
  ];
  if (kind === "docx")
    return [
      ...common,
      {
        name: "word/document.xml",
        content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${line}</w:t></w:r></w:p></w:body></w:document>`,
      },
    ];
  const sheets = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return [
    ...common,
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${sheets}" xmlns:r="${office}/relationships"><sheets><sheet name="Rent" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(relation(1, "worksheet", "worksheets/sheet1.xml")),
    },
    {
      name: "xl/worksheets/sheet1.xml",
      content: `<worksheet xmlns="${sheets}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${line}</t></is></c></row></sheetData></worksheet>`,
    },
  ];
}

export async function zip(parts: ZippedPart[], comment = ""): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, isStored } of parts)
    zip.addBuffer(Buffer.from(content as string), name, { compress: isStored !== true });
  zip.end({ comment, forceZip64Format: false });
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The smallest current Word document or Excel workbook. The parts in `extraParts` are added or replace others. */
export function officeFile(kind: "docx" | "xlsx", extraParts: ZippedPart[] = []): Promise<Buffer> {
  const others = new Set(extraParts.map(({ name }) => name));
  return zip([...minimalParts(kind).filter(({ name }) => !others.has(name)), ...extraParts]);
}

const sectorBytes = 512;
const placesInHeader = 109;
const [endOfChain, noSector, tableSector] = [0xffff_fffe, 0xffff_ffff, 0xffff_fffd];

/**
 * A compound file, as used by Word and Excel before 2007, with these streams by path, such as
 * `Macros/VBA/dir`. Streams below 4,096 bytes are stored in mini sectors.
 */
export function compoundFile(streams: Record<string, Buffer>): Buffer {
  const root: Node = { name: "Root Entry", children: [] };
  for (const [path, content] of Object.entries(streams)) {
    let at = root;
    for (const name of path.split("/")) {
      const known = at.children.find((child) => child.name === name);
      const next: Node = known ?? { name, children: [] };
      if (known === undefined) at.children.push(next);
      at = next;
    }
    at.content = content;
  }
  const sectors: Buffer[] = [];
  const table: number[] = [];
  const keep = (content: Buffer): number => {
    const first = sectors.length;
    for (let from = 0; from < content.length; from += sectorBytes) {
      const sector = Buffer.alloc(sectorBytes);
      content.copy(sector, 0, from);
      table.push(from + sectorBytes < content.length ? sectors.length + 1 : endOfChain);
      sectors.push(sector);
    }
    return content.length === 0 ? endOfChain : first;
  };
  const [small, smallTable]: [Buffer[], number[]] = [[], []];
  const keepSmall = (content: Buffer): number => {
    const first = small.length;
    for (let from = 0; from < content.length; from += 64) {
      const sector = Buffer.alloc(64);
      content.copy(sector, 0, from);
      smallTable.push(from + 64 < content.length ? small.length + 1 : endOfChain);
      small.push(sector);
    }
    return content.length === 0 ? endOfChain : first;
  };

  const nodes: Node[] = [];
  const number = (node: Node) => {
    node.index = nodes.push(node) - 1;
    for (const child of node.children) number(child);
  };
  number(root);
  const entries = nodes.map((node) => {
    const entry = Buffer.alloc(128);
    entry.write(node.name, "utf16le");
    entry.writeUInt16LE((node.name.length + 1) * 2, 64);
    entry.writeUInt8(node === root ? 5 : node.content === undefined ? 1 : 2, 66);
    entry.writeUInt8(1, 67);
    const siblings = nodes.find(({ children }) => children.includes(node))?.children ?? [];
    entry.writeUInt32LE(noSector, 68);
    entry.writeUInt32LE(siblings[siblings.indexOf(node) + 1]?.index ?? noSector, 72);
    entry.writeUInt32LE(node.children[0]?.index ?? noSector, 76);
    if (node.content !== undefined) {
      entry.writeUInt32LE(node.content.length < 4096 ? keepSmall(node.content) : keep(node.content), 116);
      entry.writeUInt32LE(node.content.length, 120);
    }
    return entry;
  });
  entries[0]?.writeUInt32LE(keep(Buffer.concat(small)), 116);
  entries[0]?.writeUInt32LE(small.length * 64, 120);
  const directoryAt = keep(Buffer.concat(entries));
  const smallTableAt = keep(numbers(smallTable, sectorBytes / 4));
  const { tableCount, moreCount } = tableSizes(sectors.length);
  const tableAt = sectors.length;
  const moreAt = tableAt + tableCount;
  for (let index = 0; index < tableCount + moreCount; index += 1) table.push(tableSector);
  const header = Buffer.alloc(sectorBytes);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableCount, 44);
  header.writeUInt32LE(directoryAt, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(smallTableAt, 60);
  header.writeUInt32LE(Math.ceil(smallTable.length / 128), 64);
  header.writeUInt32LE(moreCount === 0 ? endOfChain : moreAt, 68);
  header.writeUInt32LE(moreCount, 72);
  for (let index = 0; index < 109; index += 1)
    header.writeUInt32LE(index < tableCount ? tableAt + index : noSector, 76 + index * 4);
  const extraParts = Array.from({ length: moreCount }, (_, nth) => {
    const places = Array.from({ length: 127 }, (_, index) => placesInHeader + nth * 127 + index);
    const next = nth + 1 < moreCount ? moreAt + nth + 1 : endOfChain;
    return numbers([...places.map((place) => (place < tableCount ? tableAt + place : noSector)), next], 128);
  });
  return Buffer.concat([header, ...sectors, numbers(table, tableCount * 128), ...extraParts]);
}

/**
 * The number of FAT sectors, which include themselves, and of DIFAT sectors for those that don't fit in the
 * header.
 */
function tableSizes(sectors: number): { tableCount: number; moreCount: number } {
  let [tableCount, moreCount] = [1, 0];
  while (tableCount * 128 < sectors + tableCount + moreCount) {
    tableCount += 1;
    moreCount = Math.ceil(Math.max(0, tableCount - placesInHeader) / 127);
  }
  return { tableCount, moreCount };
}

interface Node {
  name: string;
  children: Node[];
  content?: Buffer;
  index?: number;
}

/** Encodes 32-bit numbers, padded to a multiple of `step`. */
function numbers(values: number[], step: number): Buffer {
  const count = Math.ceil(values.length / step) * step;
  const bytes = Buffer.alloc(count * 4, 0xff);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

/** A workbook record. */
export const workbookRecord = (type: number, ...content: number[]): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, Buffer.from(content)]);
};

/** A workbook stream with one sheet. `sheetType` 1 is a macro sheet. */
export const workbook = ({ sheetType = 0, bytes = 5000 } = {}): Buffer => {
  const startRecord = (kind: number) => workbookRecord(0x0809, 0, 6, kind, 0, 0, 0, 0, 0);
  const records = [
    startRecord(5),
    workbookRecord(0x0085, 0, 0, 0, 0, 0, sheetType, 4, 0, ...Buffer.from("Rent")),
    workbookRecord(0x000a),
    startRecord(0x10),
    workbookRecord(0x000a),
  ];
  const content = Buffer.concat(records);
  return Buffer.concat([content, Buffer.alloc(Math.max(0, bytes - content.length))]);
};

/** A Word document stream. */
export const wordDocument = (bytes = 5000): Buffer =>
  Buffer.concat([Buffer.from([0xec, 0xa5, 0xc1, 0]), Buffer.alloc(bytes - 4, 0x20)]);

export const wordFile = (extraParts: Record<string, Buffer> = {}): Buffer =>
  compoundFile({ WordDocument: wordDocument(), "1Table": Buffer.alloc(300, 1), ...extraParts });

export const excelFile = (extraParts: Record<string, Buffer> = {}): Buffer =>
  compoundFile({ Workbook: workbook(), "\u0005SummaryInformation": Buffer.alloc(300, 1), ...extraParts });
