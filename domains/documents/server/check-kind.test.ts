import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "#shared/errors.ts";
import { smallPdf } from "#test/documents.ts";
import {
  compoundFile,
  excelFile,
  officeFile,
  partsOf,
  wordDocument,
  wordFile,
  workbook,
  workbookRecord,
  zipped,
} from "#test/office-files.ts";
import type { DocumentKind } from "../kinds.ts";
import { checkKind } from "./check-kind.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-kinds-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The kind that was found, or the sentence of the refusal. */
async function looked(name: string, content: Buffer): Promise<string> {
  const file = path.join(folder, "received");
  await writeFile(file, content);
  try {
    return await checkKind({ path: file, name });
  } catch (error) {
    const isSaid = error instanceof AppError && error.code === "wrong_kind";
    if (!isSaid) throw error;
    return error.message;
  }
}

const valid: Record<DocumentKind, () => Buffer | Promise<Buffer>> = {
  pdf: () => smallPdf(),
  doc: () => wordFile(),
  docx: () => officeFile("docx"),
  xls: () => excelFile(),
  xlsx: () => officeFile("xlsx"),
};
const kinds = Object.keys(valid) as DocumentKind[];

describe("DOC-18 DOC-24 what a document can be", () => {
  test.each(kinds)("a %s is taken by its ending, in any case", async (kind) => {
    expect(await looked(`paper.${kind}`, await valid[kind]())).toBe(kind);
    expect(await looked(`PAPER.${kind.toUpperCase()} `, await valid[kind]())).toBe(kind);
  });

  test.each(kinds)(
    "a %s under another ending is refused, and so is any other file under its own",
    async (kind) => {
      for (const other of kinds.filter((one) => one !== kind))
        expect(await looked(`paper.${other}`, await valid[kind]())).toBe(
          `This file is not what its ending .${other} says.`,
        );
      for (const content of [
        "MZ a program",
        "<html><script>alert(1)</script></html>",
        "{\\rtf1 text}",
        "\x89PNG\r\n",
      ])
        expect(await looked(`paper.${kind}`, Buffer.from(content.padEnd(600), "latin1"))).toBe(
          `This file is not what its ending .${kind} says.`,
        );
    },
  );

  test.each(["paper.txt", "paper", "paper.pdf.exe", "paper.docm", "paper.xlsm", "paper.pdf\u202e.exe", ""])(
    "a file called %j is refused by its name",
    async (name) => {
      expect(await looked(name, smallPdf())).toBe("Please choose a PDF, DOC, DOCX, XLS or XLSX file.");
    },
  );

  test.each(kinds)("a %s that was cut short is refused, and says so", async (kind) => {
    const whole = await valid[kind]();
    for (const part of [0.3, 0.6, 0.9])
      expect(await looked(`paper.${kind}`, whole.subarray(0, Math.floor(whole.length * part)))).toMatch(
        /^This file seems (incomplete|damaged)\. Please save it again and choose the new one\.$/,
      );
  });
});

const twoKinds = "This file is of two kinds at once. Please save it as a new file.";
const macros = "This file contains macros. Please save it without them.";
const embedded = "This file contains another program or packed file. Please save it without it.";
const damaged = "This file seems damaged. Please save it again and choose the new one.";
const tooMuch = "This file unpacks to far more than a document holds. Please save it as a PDF.";

describe("DOC-24 a PDF", () => {
  test("that is a ZIP as well is refused, with and without something behind", async () => {
    const zip = await officeFile("docx");
    const end = Buffer.from("\n%%EOF\n");
    expect(await looked("paper.pdf", Buffer.concat([smallPdf(), zip, end]))).toBe(twoKinds);
    // Readers look for the end mark in the last bytes, where it may stand inside of the ZIP's comment as well.
    const commented = await zipped(partsOf("docx"), "%%EOF");
    expect(await looked("paper.pdf", Buffer.concat([smallPdf(), commented]))).toBe(twoKinds);
  });

  test("that a browser could take for a page is refused", async () => {
    const page = Buffer.concat([
      Buffer.from("%PDF-1.4\n<script>alert(1)</script>\n"),
      smallPdf().subarray(9),
    ]);
    expect(await looked("paper.pdf", page)).toBe(twoKinds);
  });

  test("that begins with something else is refused, even where readers look past it", async () => {
    expect(await looked("paper.pdf", Buffer.concat([Buffer.from("MZ\n"), smallPdf()]))).toBe(
      "This file is not what its ending .pdf says.",
    );
  });

  test("with bytes of a ZIP that are none, or that asks for a password, is taken", async () => {
    const locked = Buffer.concat([
      smallPdf(),
      Buffer.from("PK\x05\x06 trailer << /Encrypt 9 0 R >>\n%%EOF\n"),
    ]);
    expect(await looked("paper.pdf", locked)).toBe("pdf");
  });
});

describe("DOC-24 a Word document or workbook of today", () => {
  const typesOf = (kind: "docx" | "xlsx", change: (text: string) => string) => ({
    name: "[Content_Types].xml",
    content: change(String(partsOf(kind)[0]?.content)),
  });

  test.each([
    ["a project of macros", { name: "word/vbaProject.bin", content: "macro" }],
    [
      "macros under a type only",
      typesOf("docx", (text) =>
        text.replace(
          "</Types>",
          '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      ),
    ],
    [
      "macros whose type is written so that a search does not see it",
      typesOf("docx", (text) =>
        text.replace(
          "</Types>",
          '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.v&#98;&#x61;Project"/></Types>',
        ),
      ),
    ],
    [
      "the type of a document with macros",
      typesOf("docx", (text) =>
        text.replace(
          /application\/vnd\.openxml[^"]*main\+xml/,
          "application/vnd.ms-word.document.macroEnabled.main+xml",
        ),
      ),
    ],
    [
      "a relation to macros",
      {
        name: "word/_rels/document.xml.rels",
        content:
          '<Relationships><Relationship Id="a" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="x.bin"/></Relationships>',
      },
    ],
    [
      "a workbook with macros inside",
      { name: "word/embeddings/sheet.xlsx", content: "PK..xl/vbaProject.bin..", isStored: true },
    ],
    [
      "an object with macros inside",
      {
        name: "word/embeddings/oleObject1.bin",
        content: wordFile({ "Macros/VBA/_VBA_PROJECT": Buffer.alloc(9) }),
      },
    ],
  ])("with %s is refused", async (_, part) => {
    expect(await looked("paper.docx", await officeFile("docx", [part]))).toBe(macros);
  });

  test("whose list names a type of macros for an ending that no part has is taken, as some programs write it", async () => {
    const types = typesOf("xlsx", (text) =>
      text.replace(
        "<Default",
        '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Default',
      ),
    );
    expect(await looked("paper.xlsx", await officeFile("xlsx", [types]))).toBe("xlsx");
    const part = { name: "xl/workbook.bin", content: "a workbook of another kind" };
    expect(await looked("paper.xlsx", await officeFile("xlsx", [types, part]))).toBe(macros);
  });

  test("with sheets of the old macros is refused", async () => {
    const sheet = { name: "xl/macrosheets/sheet1.xml", content: "<xm:macrosheet/>" };
    expect(await looked("paper.xlsx", await officeFile("xlsx", [sheet]))).toBe(macros);
  });

  test.each([
    ["a program", { name: "word/media/image1.png", content: "MZ\x90\0 a program" }],
    ["a script", { name: "word/embeddings/run.JS", content: "run()" }],
    [
      "any file packed into it",
      {
        name: "word/embeddings/oleObject1.bin",
        content: compoundFile({ "\u0001Ole10Native": Buffer.from("a program") }),
      },
    ],
  ])("with %s inside is refused", async (_, part) => {
    expect(await looked("paper.docx", await officeFile("docx", [part]))).toBe(embedded);
  });

  test("with active controls is refused", async () => {
    const control = { name: "word/activeX/activeX1.xml", content: "<ocx/>" };
    expect(await looked("paper.docx", await officeFile("docx", [control]))).toBe(
      "This file contains active controls. Please save it without them.",
    );
  });

  test("that fetches its template is refused; one from the own disk is an ordinary document", async () => {
    const template = (target: string) => ({
      name: "word/_rels/settings.xml.rels",
      content: `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${target}" TargetMode="External"/></Relationships>`,
    });
    expect(await looked("paper.docx", await officeFile("docx", [template("https://x.example/t.dotm")]))).toBe(
      "This file loads its template from elsewhere. Please save it as a file of its own.",
    );
    expect(
      await looked("paper.docx", await officeFile("docx", [template("file:///C:\\Templates\\a.dotx")])),
    ).toBe("docx");
  });

  test("with pictures, a chart's workbook and many parts is taken", async () => {
    const more = [
      { name: "word/media/image1.jpg", content: Buffer.alloc(300_000, 7) },
      {
        name: "word/embeddings/Microsoft_Excel_Sheet.xlsx",
        content: await officeFile("xlsx"),
        isStored: true,
      },
      ...Array.from({ length: 500 }, (_, index) => ({ name: `word/media/${index}.xml`, content: "<a/>" })),
    ];
    expect(await looked("paper.docx", await officeFile("docx", more))).toBe("docx");
  });

  test("that unpacks to too much is refused: too many parts, too many bytes, pressed too far", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ name: `a/${index}.xml`, content: "" }));
    expect(await looked("paper.docx", await officeFile("docx", many))).toBe(tooMuch);
    const far = { name: "word/a.xml", content: Buffer.alloc(3_000_000) };
    expect(await looked("paper.docx", await officeFile("docx", [far]))).toBe(tooMuch);
    const declared = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    declared.writeUInt32LE(201 * 1024 * 1024, declared.lastIndexOf("PK\x01\x02") + 24);
    expect(await looked("paper.docx", declared)).toBe(tooMuch);
  });

  test("that says it unpacks to less than it does is refused before it does", async () => {
    const content = Buffer.alloc(150_000, 7);
    const lying = await officeFile("docx", [{ name: "word/a.xml", content }]);
    lying.writeUInt32LE(1000, lying.lastIndexOf("PK\x01\x02") + 24);
    expect(await looked("paper.docx", lying)).toBe(damaged);
  });

  test.each(["../../etc/passwd", "/etc/passwd", "word\\document2.xml", "C:/a.xml"])(
    "with a part called %s is refused",
    async (name) => {
      const stand = "x".repeat(name.length);
      const file = await officeFile("docx", [{ name: stand, content: "text" }]);
      const renamed = Buffer.from(file.toString("latin1").replaceAll(stand, name), "latin1");
      expect(await looked("paper.docx", renamed)).toBe(damaged);
    },
  );

  test("with two parts of one name, in whatever case, is refused", async () => {
    const twice = [
      { name: "word/A.xml", content: "1" },
      { name: "word/a.xml", content: "2" },
    ];
    expect(await looked("paper.docx", await officeFile("docx", twice))).toBe(damaged);
  });

  test("with a part that lies over another is refused", async () => {
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    file.writeUInt32LE(0, file.lastIndexOf("PK\x01\x02") + 42);
    expect(await looked("paper.docx", file)).toBe(damaged);
  });

  test("whose parts are called otherwise where they lie than in the table is refused", async () => {
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    file.write("word/b.xml", file.indexOf("word/a.xml"));
    expect(await looked("paper.docx", file)).toBe(damaged);
  });

  test("with something before, behind or in a comment is refused", async () => {
    const file = await officeFile("docx");
    expect(await looked("paper.docx", Buffer.concat([file, Buffer.from("more")]))).toBe(twoKinds);
    expect(await looked("paper.docx", await zipped(partsOf("docx"), "a comment"))).toBe(twoKinds);
    expect(await looked("paper.docx", Buffer.concat([Buffer.from("#!/bin/sh\n"), file]))).toBe(
      "This file is not what its ending .docx says.",
    );
    expect(await looked("paper.docx", Buffer.concat([file.subarray(0, 60), file]))).toBe(damaged);
    const pdf = { name: "a.xml", content: smallPdf(), isStored: true };
    expect(await looked("paper.docx", await zipped([pdf, ...partsOf("docx")]))).toBe(twoKinds);
  });

  test("that is a ZIP of other things is refused", async () => {
    expect(await looked("paper.docx", await zipped([{ name: "a.txt", content: "text" }]))).toBe(
      "This file is not what its ending .docx says.",
    );
    const withoutMain = await zipped(partsOf("docx").slice(0, 2));
    expect(await looked("paper.docx", withoutMain)).toBe("This file is not what its ending .docx says.");
  });

  test("that asks for a password is refused, and says why", async () => {
    const locked = compoundFile({ EncryptionInfo: Buffer.alloc(100), EncryptedPackage: Buffer.alloc(5000) });
    const sentence =
      "This file is protected with a password, so it cannot be checked. Please save it without one.";
    for (const kind of ["docx", "xlsx", "doc", "xls"])
      expect(await looked(`paper.${kind}`, locked)).toBe(sentence);
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    file.writeUInt16LE(
      file.readUInt16LE(file.lastIndexOf("PK\x01\x02") + 8) + 1,
      file.lastIndexOf("PK\x01\x02") + 8,
    );
    expect(await looked("paper.docx", file)).toBe(sentence);
  });
});

describe("DOC-24 a Word document or workbook of before 2007", () => {
  test.each([
    ["doc", "Macros/VBA/dir"],
    ["doc", "ObjectPool/_1/_VBA_PROJECT_CUR/PROJECT"],
    ["xls", "_VBA_PROJECT_CUR/VBA/_VBA_PROJECT"],
  ] as const)("a %s with %s is refused", async (kind, name) => {
    const more = { [name]: Buffer.alloc(100) };
    expect(await looked(`paper.${kind}`, kind === "doc" ? wordFile(more) : excelFile(more))).toBe(macros);
  });

  test("a workbook with a sheet of the old macros is refused, wherever that is said", async () => {
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

  test("a workbook that asks for a password is refused, as its sheets cannot be told apart", async () => {
    const locked = Buffer.concat([
      workbookRecord(0x0809, 0, 6, 5, 0, 0, 0, 0, 0),
      workbookRecord(0x002f, 0, 0),
      Buffer.alloc(5000),
    ]);
    expect(await looked("paper.xls", compoundFile({ Workbook: locked }))).toContain(
      "protected with a password",
    );
  });

  test("a file packed into it is refused", async () => {
    const packed = wordFile({ "ObjectPool/_1/\u0001Ole10Native": Buffer.from("a program") });
    expect(await looked("paper.doc", packed)).toBe(embedded);
    const classOf = packed.indexOf(Buffer.from("_1\0", "utf16le")) + 80;
    // A packed file, a file that was dropped, and a drawing of an old program.
    for (const [classId, answer] of [
      ["0c00030000000000c000000000000046", embedded],
      ["20a70df22fc0ce11927b0800095ae340", embedded],
      ["2600030000000000c000000000000046", "doc"],
    ] as const) {
      packed.write(classId, classOf, "hex");
      expect(await looked("paper.doc", packed)).toBe(answer);
    }
  });

  test("one that is a ZIP or PDF as well is refused", async () => {
    expect(await looked("paper.doc", Buffer.concat([wordFile(), await officeFile("docx")]))).toBe(twoKinds);
    const pdf = compoundFile({
      WordDocument: Buffer.concat([wordDocument(100), smallPdf(), Buffer.alloc(5000)]),
    });
    expect(await looked("paper.doc", pdf)).toBe(twoKinds);
  });

  test("with the small ZIP inside that Word and Excel keep their colors in is taken", async () => {
    const theme = {
      "1Table": Buffer.concat([Buffer.alloc(5000), await officeFile("docx"), Buffer.alloc(700)]),
    };
    expect(await looked("paper.doc", wordFile(theme))).toBe("doc");
    expect(await looked("paper.xls", excelFile(theme))).toBe("xls");
  });

  test("a workbook inside of an installer does not make it a workbook", async () => {
    expect(
      await looked("paper.xls", compoundFile({ "Inner/Workbook": workbook(), Other: Buffer.alloc(5000) })),
    ).toBe("This file is not what its ending .xls says.");
  });

  test("whose chains go in circles or into each other is refused", async () => {
    const file = wordFile();
    const table = file.length - 512;
    for (const [sector, next] of [
      [2, 0],
      [2, 2],
      [0, 5],
      [8, 0],
    ] as const) {
      const wrong = Buffer.from(file);
      wrong.writeUInt32LE(next, table + sector * 4);
      expect(await looked("paper.doc", wrong), `${sector} to ${next}`).toMatch(/^This file seems/);
    }
  });

  test("of 10 MB is taken, with a table that needs more places than the header has", async () => {
    const large = compoundFile({ WordDocument: wordDocument(10_200_000) });
    expect(await looked("paper.doc", large)).toBe("doc");
  });
});

test("DOC-24 whatever is damaged is taken or refused with a sentence, and never an error of ours", async () => {
  const files = await Promise.all(kinds.map(async (kind) => ({ kind, content: await valid[kind]() })));
  const damage = fc.record({
    file: fc.constantFrom(...files),
    flips: fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), to: fc.integer({ min: 0, max: 255 }) }),
      { maxLength: 8 },
    ),
    numbers: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        to: fc.constantFrom(0, 1, 0x7fff_ffff, 0xffff_fffe, 0xffff_ffff),
      }),
      { maxLength: 2 },
    ),
    keep: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  });
  await fc.assert(
    fc.asyncProperty(damage, async ({ file, flips, numbers, keep }) => {
      const content = Buffer.from(file.content.subarray(0, Math.floor(file.content.length * keep)));
      for (const { at, to } of flips)
        if (content.length > 0) content[Math.floor(at * (content.length - 1))] = to;
      for (const { at, to } of numbers)
        if (content.length > 8) content.writeUInt32LE(to, Math.floor((at * (content.length - 4)) / 2) * 2);
      expect(await looked(`paper.${file.kind}`, content)).toMatch(/^(pdf|docx?|xlsx?)$|^This file .+\.$/);
    }),
    { numRuns: 200 },
  );
});
