import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/documents.ts";
import { looked, refusals } from "#test/look-at-file.ts";
import {
  compoundFile,
  excelFile,
  officeFile,
  wordDocument,
  wordFile,
  workbook,
  workbookRecord,
} from "#test/office-files.ts";

const { twoKinds, macros, embedded, damaged } = refusals;

describe("DOC-24 a Word document or workbook in the format before 2007", () => {
  test.each([
    ["doc", "Macros/VBA/dir"],
    ["doc", "ObjectPool/_1/_VBA_PROJECT_CUR/PROJECT"],
    ["xls", "_VBA_PROJECT_CUR/VBA/_VBA_PROJECT"],
  ] as const)("a %s with %s is refused", async (kind, name) => {
    const more = { [name]: Buffer.alloc(100) };
    expect(await looked(`paper.${kind}`, kind === "doc" ? wordFile(more) : excelFile(more))).toBe(macros);
  });

  test("a workbook with a sheet of Excel 4 macros is refused, wherever its record is", async () => {
    for (const bytes of [100, 5000, 300_000])
      expect(await looked("paper.xls", compoundFile({ Workbook: workbook({ sheetType: 1, bytes }) }))).toBe(
        macros,
      );
    const late = Buffer.concat([
      workbook({ bytes: 0 }),
      workbookRecord(0x00fc, ...Buffer.alloc(8000)),
      ...Array.from({ length: 30 }, () => workbookRecord(0x003c, ...Buffer.alloc(8001))),
      workbookRecord(0x0809, 0, 6, 0x40, 0, 0, 0, 0, 0),
    ]);
    expect(await looked("paper.xls", compoundFile({ Workbook: late }))).toBe(macros);
    expect(await looked("paper.xls", compoundFile({ Book: workbook({ bytes: 100 }) }))).toBe("xls");
  });

  test("a file with two workbooks is accepted, unless either has a sheet of Excel 4 macros", async () => {
    const clean = workbook();
    const withMacros = workbook({ sheetType: 1 });
    const both: Record<string, Buffer>[] = [
      { Book: clean, Workbook: withMacros },
      { Workbook: clean, Book: withMacros },
      { "\u0001Workbook": clean, Workbook: withMacros },
    ];
    for (const streams of both) expect(await looked("paper.xls", compoundFile(streams))).toBe(macros);
    expect(await looked("paper.xls", compoundFile({ Book: clean, Workbook: clean }))).toBe("xls");
  });

  test("a workbook with a password is refused, as its sheets cannot be checked", async () => {
    const locked = Buffer.concat([
      workbookRecord(0x0809, 0, 6, 5, 0, 0, 0, 0, 0),
      workbookRecord(0x002f, 0, 0),
      Buffer.alloc(5000),
    ]);
    expect(await looked("paper.xls", compoundFile({ Workbook: locked }))).toContain(
      "protected with a password",
    );
  });

  test("an embedded file is refused", async () => {
    const packed = wordFile({ "ObjectPool/_1/\u0001Ole10Native": Buffer.from("a program") });
    expect(await looked("paper.doc", packed)).toBe(embedded);
    const classOf = packed.indexOf(Buffer.from("_1\0", "utf16le")) + 80;
    // An embedded package, a file that was dropped in, and a drawing of an old program.
    for (const [classId, response] of [
      ["0c00030000000000c000000000000046", embedded],
      ["20a70df22fc0ce11927b0800095ae340", embedded],
      ["2600030000000000c000000000000046", "doc"],
    ] as const) {
      packed.write(classId, classOf, "hex");
      expect(await looked("paper.doc", packed)).toBe(response);
    }
  });

  test("a file that is also a ZIP or PDF is refused", async () => {
    expect(await looked("paper.doc", Buffer.concat([wordFile(), await officeFile("docx")]))).toBe(twoKinds);
    const pdf = compoundFile({
      WordDocument: Buffer.concat([wordDocument(100), smallPdf(), Buffer.alloc(5000)]),
    });
    expect(await looked("paper.doc", pdf)).toBe(twoKinds);
  });

  test("with the small ZIP inside in which Word and Excel store their theme is accepted", async () => {
    const theme = {
      "1Table": Buffer.concat([Buffer.alloc(5000), await officeFile("docx"), Buffer.alloc(700)]),
    };
    expect(await looked("paper.doc", wordFile(theme))).toBe("doc");
    expect(await looked("paper.xls", excelFile(theme))).toBe("xls");
  });

  test("a workbook inside an installer does not make the installer a workbook", async () => {
    expect(
      await looked("paper.xls", compoundFile({ "Inner/Workbook": workbook(), Other: Buffer.alloc(5000) })),
    ).toBe("This file is not what its ending .xls says.");
  });

  test("whose sector chains are circular or end too early is refused", async () => {
    const file = wordFile();
    const table = file.length - 512;
    const directory = file.readUInt32LE(48);
    for (const [sector, next] of [
      [directory, directory],
      [directory, 0],
      [0, 0xffff_fffe],
    ] as const) {
      const wrong = Buffer.from(file);
      wrong.writeUInt32LE(next, table + sector * 4);
      expect(await looked("paper.doc", wrong), `${sector} to ${next}`).toMatch(/^This file seems/);
    }
  });

  test("whose declared table is many times the size of the file is refused", async () => {
    const file = Buffer.alloc(1_000 * 512, 0xff);
    wordFile().copy(file, 0, 0, 512);
    file.writeUInt32LE(0, 68);
    file.writeUInt32LE(999, 72);
    for (let sector = 0; sector < 999; sector += 1) {
      const place = (sector + 1) * 512;
      for (let index = 0; index < 127; index += 1) file.writeUInt32LE(998, place + index * 4);
      file.writeUInt32LE(sector < 998 ? sector + 1 : 0xffff_fffe, place + 508);
    }
    expect(await looked("paper.doc", file)).toBe(damaged);
  });

  test("of 10 MB is accepted, with a table that needs more entries than the header has", async () => {
    const large = compoundFile({ WordDocument: wordDocument(10_200_000) });
    expect(await looked("paper.doc", large)).toBe("doc");
  });
});
