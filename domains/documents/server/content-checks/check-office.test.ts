import { describe, expect, test } from "vitest";
import { detectKind, rejectionMessages } from "#test/files/file-kinds.ts";
import {
  compoundFile,
  excelFile,
  minimalParts,
  officeFile,
  wordFile,
  zip,
} from "#test/files/office-files.ts";

const { macros, damaged, tooLargeUnpacked, mismatches } = rejectionMessages;
const password = "This file is password-protected, so we can't scan it. Remove the password and try again.";

describe("DOC-24 a Word document or Excel workbook in the format since 2007", () => {
  test.each(["word/vbaProject.bin", "xl/VBAPROJECT.BIN"])(
    "an Office file with %s is rejected",
    async (name) => {
      expect(await detectKind("paper.docx", await officeFile("docx", [{ name, content: "macro" }]))).toBe(
        macros,
      );
    },
  );

  test("an Office file with images, an embedded chart workbook, and many parts is accepted", async () => {
    const extraParts = [
      { name: "word/media/image1.jpg", content: Buffer.alloc(300_000, 7) },
      { name: "word/embeddings/Sheet.xlsx", content: await officeFile("xlsx"), isStored: true },
      ...Array.from({ length: 500 }, (_, index) => ({ name: `word/media/${index}.xml`, content: "<a/>" })),
    ];
    expect(await detectKind("paper.docx", await officeFile("docx", extraParts))).toBe("docx");
  });

  test("an Office file whose template is on a file server is accepted", async () => {
    const template = `<Relationships><Relationship Id="rId1" Type="attachedTemplate" Target="file:///\\\\fileserver\\Lease.dotx" TargetMode="External"/></Relationships>`;
    const extraParts = [{ name: "word/_rels/settings.xml.rels", content: template }];
    expect(await detectKind("paper.docx", await officeFile("docx", extraParts))).toBe("docx");
  });

  test("an Office file with too many parts, too many unpacked bytes, or too high a compression ratio is rejected", async () => {
    const many = Array.from({ length: 2000 }, (_, index) => ({ name: `a/${index}.xml`, content: "" }));
    expect(await detectKind("paper.docx", await officeFile("docx", many))).toBe(tooLargeUnpacked);
    const bomb = { name: "word/a.xml", content: Buffer.alloc(3_000_000) };
    expect(await detectKind("paper.docx", await officeFile("docx", [bomb]))).toBe(tooLargeUnpacked);
    const declared = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    declared.writeUInt32LE(201 * 1024 * 1024, declared.lastIndexOf("PK\x01\x02") + 24);
    expect(await detectKind("paper.docx", declared)).toBe(tooLargeUnpacked);
  });

  test.each(["../../etc/passwd", "/etc/passwd", "word\\document2.xml", "C:/a.xml"])(
    "an Office file with a part named %s is rejected",
    async (name) => {
      const placeholder = "x".repeat(name.length);
      const file = await officeFile("docx", [{ name: placeholder, content: "text" }]);
      const renamed = Buffer.from(file.toString("latin1").replaceAll(placeholder, name), "latin1");
      expect(await detectKind("paper.docx", renamed)).toBe(damaged);
    },
  );

  test("a ZIP file that isn't an Office file is rejected", async () => {
    expect(await detectKind("paper.docx", await zip([{ name: "a.txt", content: "text" }]))).toBe(
      mismatches.docx,
    );
    expect(await detectKind("paper.docx", await zip(minimalParts("docx").slice(0, 2)))).toBe(mismatches.docx);
  });

  test("a password-protected Office file is rejected", async () => {
    const locked = compoundFile({ EncryptionInfo: Buffer.alloc(100), EncryptedPackage: Buffer.alloc(5000) });
    for (const kind of ["docx", "xlsx", "doc", "xls"])
      expect(await detectKind(`paper.${kind}`, locked)).toBe(password);
    const file = await officeFile("docx", [{ name: "word/a.xml", content: "text" }]);
    const flags = file.lastIndexOf("PK\x01\x02") + 8;
    file.writeUInt16LE(file.readUInt16LE(flags) + 1, flags);
    expect(await detectKind("paper.docx", file)).toBe(password);
  });
});

describe("DOC-24 a Word document or Excel workbook in the format before 2007", () => {
  test.each([
    ["doc", "Macros/VBA/_VBA_PROJECT"],
    ["xls", "_VBA_PROJECT_CUR/VBA/_VBA_PROJECT"],
  ] as const)("a %s with %s is rejected", async (kind, name) => {
    const extraParts = { [name]: Buffer.alloc(100) };
    expect(
      await detectKind(`paper.${kind}`, kind === "doc" ? wordFile(extraParts) : excelFile(extraParts)),
    ).toBe(macros);
  });

  test("an Office file without the main stream of its type is rejected", async () => {
    expect(await detectKind("paper.xls", wordFile())).toBe(mismatches.xls);
    expect(await detectKind("paper.doc", compoundFile({ Other: Buffer.alloc(5000) }))).toBe(mismatches.doc);
  });
});
