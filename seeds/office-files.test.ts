import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { buildOfficeFile, type TextDocument, type Workbook } from "./office-files.ts";

const letter: TextDocument = {
  kind: "docx",
  title: 'Cleaning of "A&B" <offices>',
  author: "Harborview Center",
  blocks: [
    { style: "title", text: "Cleaning of A&B" },
    { style: "heading", text: "Where" },
    { style: "bullet", text: "The floor < 3" },
    { header: ["Room", "How often"], rows: [["Lobby", "Daily"]] },
    { style: "text", text: "  Fine.  " },
  ],
};
const plan: Workbook = {
  kind: "xlsx",
  title: "Plan",
  author: "Harborview Center",
  sheet: "A&B",
  columns: [
    { header: "What", width: 20 },
    { header: "No.", width: 8, kind: "number" },
    { header: "On", width: 12, kind: "day" },
    { header: "Cost", width: 12, kind: "cents" },
  ],
  rows: [
    ["Filters & belts", 7, "2026-03-01", 123_456],
    ["Lamps", null, "1970-01-01", 5],
  ],
};

async function readParts(file: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const archive = await fromBufferPromise(file, { lazyEntries: true });
  for await (const entry of archive.eachEntry())
    parts.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
  return parts;
}

/** Whether every opened tag is closed, in order. */
function isWellFormed(xml: string): boolean {
  const isOpen: string[] = [];
  for (const [, closing, name, isEmpty] of xml.matchAll(/<(\/?)([\w:]+)(?:\s[\w:]+="[^"<]*")*\s*(\/?)>/g)) {
    if (closing === "/") {
      if (isOpen.pop() !== name) return false;
    } else if (isEmpty === "") isOpen.push(name ?? "");
  }
  const rest = xml.replace(/<\?xml[^>]*\?>|<\/?[\w:]+(?:\s[\w:]+="[^"<]*")*\s*\/?>/g, "");
  return isOpen.length === 0 && !/[<>]|&(?!#\d+;|quot;)/.test(rest);
}

describe.each([
  ["a text document", letter, "word/document.xml", "wordprocessingml.document.main"],
  ["a workbook", plan, "xl/workbook.xml", "spreadsheetml.sheet.main"],
] as const)("%s", (_, document, main, type) => {
  it("the archive's parts are well-formed, declared, and reachable from its root", async () => {
    const parts = await readParts(await buildOfficeFile(document));
    for (const [name, xml] of parts) expect(isWellFormed(xml), `${name}: ${xml}`).toBe(true);
    const declared = parts.get("[Content_Types].xml") ?? "";
    expect([...parts.keys()][0]).toBe("[Content_Types].xml");
    expect(declared).toContain(
      `<Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    );
    const named = [...declared.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
    const names = [...parts.keys()].filter((name) => !/\.rels$|Content_Types/.test(name));
    expect(new Set(names)).toEqual(new Set(named));
    const folder = main.split("/")[0];
    const relations = [
      ...[...(parts.get("_rels/.rels") ?? "").matchAll(/Target="([^"]+)"/g)].map(([, target]) => target),
      ...[...(parts.get(`${main.replace("/", "/_rels/")}.rels`) ?? "").matchAll(/Target="([^"]+)"/g)].map(
        ([, target]) => `${folder}/${target}`,
      ),
    ];
    expect(new Set(relations)).toEqual(new Set(named));
  });

  it("the archive has no timestamps, so equal contents produce equal bytes", async () => {
    const archive = await fromBufferPromise(await buildOfficeFile(document), { lazyEntries: true });
    for await (const entry of archive.eachEntry())
      expect(entry.getLastModDate().getTime(), entry.fileName).toBeLessThan(Date.UTC(2000, 0, 3));
  });
});

it("a text document contains its text unchanged", async () => {
  const body = (await readParts(await buildOfficeFile(letter))).get("word/document.xml") ?? "";
  const texts = [...body.matchAll(/<w:t [^>]*>([^<]*)<\/w:t>/g)].map(([, content = ""]) => content);
  expect(texts.map((content) => content.replaceAll("&#38;", "&").replaceAll("&#60;", "<"))).toEqual([
    "Cleaning of A&B",
    "Where",
    "•\u00a0 The floor < 3",
    "Room",
    "How often",
    "Lobby",
    "Daily",
    "  Fine.  ",
  ]);
});

it("dates and amounts in a workbook are numbers, exact to the cent", async () => {
  const parts = await readParts(await buildOfficeFile(plan));
  const values = [...(parts.get("xl/worksheets/sheet1.xml") ?? "").matchAll(/<c r="(\w+)"[^>]*><v>([^<]+)/g)];
  expect(values.map(([, place, value]) => [place, value])).toEqual([
    ["B2", "7"],
    ["C2", "46082"],
    ["D2", "1234.56"],
    ["C3", "25569"],
    ["D3", "0.05"],
  ]);
  expect(parts.get("xl/workbook.xml")).toContain('<sheet name="A&#38;B"');
});
