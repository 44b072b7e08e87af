import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/documents.ts";
import { looked, refusals } from "#test/look-at-file.ts";
import { compoundFile, officeFile, partsOf, wordFile, zipped } from "#test/office-files.ts";

const { twoKinds, macros, embedded, damaged, tooMuch } = refusals;

const fromElsewhere = "This file loads its template from elsewhere. Please save it as a file of its own.";
/** A document whose template relation has these attributes. */
const withTemplate = (attributes: string, element = "Relationship") =>
  officeFile("docx", [
    {
      name: "word/_rels/settings.xml.rels",
      content: `<Relationships><${element} ${attributes} Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" TargetMode="External"/></Relationships>`,
    },
  ]);

describe("DOC-24 a Word document or workbook in the format since 2007", () => {
  const typesOf = (kind: "docx" | "xlsx", change: (text: string) => string) => ({
    name: "[Content_Types].xml",
    content: change(String(partsOf(kind)[0]?.content)),
  });

  test.each([
    ["a macro project", { name: "word/vbaProject.bin", content: "macro" }],
    [
      "macros declared only by a content type",
      typesOf("docx", (text) =>
        text.replace(
          "</Types>",
          '<Override PartName="/word/x.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      ),
    ],
    [
      "macros whose content type is disguised by entities",
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
      "a relationship to macros",
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

  test("whose type list has a macro type for an unused extension is accepted, as some programs write it", async () => {
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

  test("with Excel 4 macro sheets is refused", async () => {
    const sheet = { name: "xl/macrosheets/sheet1.xml", content: "<xm:macrosheet/>" };
    expect(await looked("paper.xlsx", await officeFile("xlsx", [sheet]))).toBe(macros);
  });

  test.each([
    ["a program", { name: "word/media/image1.png", content: "MZ\x90\0 a program" }],
    ["a script", { name: "word/embeddings/run.JS", content: "run()" }],
    ["a program of Java", { name: "META-INF/MANIFEST.MF", content: "Main-Class: Run" }],
    [
      "any embedded file",
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

  test("that loads a remote template is refused; one from the local disk is accepted", async () => {
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

  test.each([
    "file://x.example/share/t.dotm",
    "file:////x.example/share/t.dotm",
    "file:///%5c%5cx.example/share/t.dotm",
    "file:\\\\x.example\\share\\t.dotm",
    "/\\x.example/share/t.dotm",
    "mhtml:https://x.example/t.dotm",
    "ht&#10;tps://x.example/t.dotm",
  ])("that loads its template from %s is refused", async (target) => {
    expect(await looked("paper.docx", await withTemplate(`Target="${target}"`))).toBe(fromElsewhere);
  });

  test("that disguises the address of its template is refused", async () => {
    const away = 'Target="https://x.example/t.dotm"';
    for (const hidden of [`x=' target="a" ' ${away}`, `x="&#34; target=&#34;a" ${away}`])
      expect(await looked("paper.docx", await withTemplate(hidden)), hidden).toBe(fromElsewhere);
    expect(await looked("paper.docx", await withTemplate(away, "p-q:Relationship"))).toBe(fromElsewhere);
    expect(await looked("paper.docx", await withTemplate(`x="a>b" ${away}`))).toBe(damaged);
  });

  test.each([
    "file:///Users/a/Normal.dotm",
    "file://localhost/Users/a/Normal.dotm",
    "C:\\T\\a.dotx",
    "Normal.dotm",
  ])("with its template at %s is accepted", async (target) => {
    expect(await looked("paper.docx", await withTemplate(`Target="${target}"`))).toBe("docx");
  });

  test.each([
    ["an address", "oleObject", 'Target="https://x.example/a.xlsx" TargetMode="External"'],
    ["a disk", "oleObject", 'Target="file:///C:\\shared\\a.xlsx" TargetMode="External"'],
    ["an address said to be inside", "oleObject", 'Target="https://x.example/a.xlsx"'],
    ["a share", "package", 'Target="\\\\x.example\\a.xlsx"'],
  ])("linked to an object at %s is refused", async (_, type, attributes) => {
    const content = `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ${attributes}/></Relationships>`;
    for (const [kind, name] of [
      ["docx", "word/_rels/document.xml.rels"],
      ["xlsx", "xl/externalLinks/_rels/externalLink1.xml.rels"],
    ] as const)
      expect(await looked(`paper.${kind}`, await officeFile(kind, [{ name, content }]))).toBe(
        "This file is linked to an object outside of it. Please save it without the link.",
      );
  });

  test("with an embedded object is accepted", async () => {
    const relation = (type: string, target: string) =>
      `<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const content = `<Relationships>${relation("oleObject", "embeddings/oleObject1.bin")}${relation("package", "embeddings/a.xlsx")}</Relationships>`;
    expect(
      await looked(
        "paper.docx",
        await officeFile("docx", [{ name: "word/_rels/document.xml.rels", content }]),
      ),
    ).toBe("docx");
  });

  test("with pictures, a chart's workbook and many parts is accepted", async () => {
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

  test("that unpacks to too much is refused: too many parts, too many bytes, or too high a compression ratio", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ name: `a/${index}.xml`, content: "" }));
    expect(await looked("paper.docx", await officeFile("docx", many))).toBe(tooMuch);
    const far = { name: "word/a.xml", content: Buffer.alloc(3_000_000) };
    expect(await looked("paper.docx", await officeFile("docx", [far]))).toBe(tooMuch);
    const declared = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    declared.writeUInt32LE(201 * 1024 * 1024, declared.lastIndexOf("PK\x01\x02") + 24);
    expect(await looked("paper.docx", declared)).toBe(tooMuch);
  });

  test("that unpacks to more than it declares is refused before it is unpacked", async () => {
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

  test("with two parts of the same name, in any letter case, is refused", async () => {
    const twice = [
      { name: "word/A.xml", content: "1" },
      { name: "word/a.xml", content: "2" },
    ];
    expect(await looked("paper.docx", await officeFile("docx", twice))).toBe(damaged);
  });

  test("with overlapping parts is refused", async () => {
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    file.writeUInt32LE(0, file.lastIndexOf("PK\x01\x02") + 42);
    expect(await looked("paper.docx", file)).toBe(damaged);
  });

  test("whose local part names differ from the table is refused", async () => {
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    file.write("word/b.xml", file.indexOf("word/a.xml"));
    expect(await looked("paper.docx", file)).toBe(damaged);
  });

  test("with leading or trailing bytes or a comment is refused", async () => {
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

  test("that is a ZIP of something else is refused", async () => {
    expect(await looked("paper.docx", await zipped([{ name: "a.txt", content: "text" }]))).toBe(
      "This file is not what its ending .docx says.",
    );
    const withoutMain = await zipped(partsOf("docx").slice(0, 2));
    expect(await looked("paper.docx", withoutMain)).toBe("This file is not what its ending .docx says.");
  });

  test("with a password is refused, and the message says why", async () => {
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
