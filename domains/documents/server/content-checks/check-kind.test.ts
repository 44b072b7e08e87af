import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/files/documents.ts";
import { detectKind, readChecked, rejectionMessages } from "#test/files/file-kinds.ts";
import { excelFile, officeFile, wordFile } from "#test/files/office-files.ts";
import type { DocumentKind } from "../../kinds.ts";

const { mixedFormats, mismatches, incomplete } = rejectionMessages;

const valid: Record<DocumentKind, () => Buffer | Promise<Buffer>> = {
  pdf: () => smallPdf(),
  doc: () => wordFile(),
  docx: () => officeFile("docx"),
  xls: () => excelFile(),
  xlsx: () => officeFile("xlsx"),
};
const kinds = Object.keys(valid) as DocumentKind[];

describe("DOC-18 DOC-24 the accepted file types", () => {
  test.each(kinds)("a %s is accepted by its extension, in upper or lower case", async (kind) => {
    expect(await detectKind(`paper.${kind}`, await valid[kind]())).toBe(kind);
    expect(await detectKind(`PAPER.${kind.toUpperCase()} `, await valid[kind]())).toBe(kind);
  });

  test.each(kinds)(
    "a %s with another extension is rejected, and so is any other file with that extension",
    async (kind) => {
      for (const other of kinds.filter((one) => one !== kind))
        expect(await detectKind(`paper.${other}`, await valid[kind]())).toBe(mismatches[other]);
      for (const content of [
        "MZ a program",
        "<html><script>alert(1)</script></html>",
        "{\\rtf1 text}",
        "\x89PNG\r\n",
      ])
        expect(await detectKind(`paper.${kind}`, Buffer.from(content.padEnd(600), "latin1"))).toBe(
          mismatches[kind],
        );
    },
  );

  test.each(["paper.txt", "paper", "paper.pdf.exe", "paper.docm", "paper.xlsm", "paper.pdf\u202e.exe", ""])(
    "a file named %j is rejected because of its name",
    async (name) => {
      expect(await detectKind(name, smallPdf())).toBe("Choose a PDF, DOC, DOCX, XLS, or XLSX file.");
    },
  );

  test.each(["pdf", "docx", "xlsx"] as const)(
    "a truncated %s is rejected with a message saying that it's incomplete",
    async (kind) => {
      const whole = await valid[kind]();
      for (const part of [0.3, 0.6, 0.9])
        expect(await detectKind(`paper.${kind}`, whole.subarray(0, Math.floor(whole.length * part)))).toMatch(
          /^This file appears to be (incomplete|damaged)\. Save it again and upload the new copy\.$/,
        );
    },
  );
});

describe("DOC-24 a PDF", () => {
  test("a PDF that a browser could mistake for an HTML page is rejected", async () => {
    const page = Buffer.concat([
      Buffer.from("%PDF-1.4\n<script>alert(1)</script>\n"),
      smallPdf().subarray(9),
    ]);
    expect(await detectKind("paper.pdf", page)).toBe(mixedFormats);
  });

  test("a PDF with other data before its start is rejected, even if PDF readers would skip that data", async () => {
    for (const start of ["MZ\n", "HTTP/1.1 200 OK\r\n\r\n"])
      expect(await detectKind("paper.pdf", Buffer.concat([Buffer.from(start), smallPdf()]))).toBe(
        "This PDF has extra data at the beginning. Open it, save it as a new PDF, and upload the new copy.",
      );
  });

  test.each([
    ["a byte order mark", "\xef\xbb\xbf", ""],
    ["blank lines", "\r\n \n", ""],
    ["a printer command", `\x1b%-12345X@PJL SET COPIES=2\r\n@PJL ENTER LANGUAGE=PDF\r\n`, "\x1b%-12345X"],
    ["a long printer command", `\x1b%-12345X${"@PJL COMMENT a setting of the printer\n".repeat(100)}`, ""],
    ["padding after the end", "", "\0".repeat(200_000)],
    ["an end-of-file character", "", "\x1a"],
  ])("DOC-27 a PDF with %s is accepted and stored without it", async (_, before, after) => {
    const pdf = smallPdf();
    const sent = Buffer.concat([Buffer.from(before, "latin1"), pdf, Buffer.from(after, "latin1")]);
    const stored = await readChecked("pdf", sent);
    expect(stored.content.toString("latin1")).toBe(pdf.toString("latin1"));
    expect(stored.bytes).toBe(pdf.length);
    expect(stored.sha256.equals(createHash("sha256").update(pdf).digest())).toBe(true);
  });

  test("a PDF with blank lines after its end is stored unchanged because a signature can cover them", async () => {
    const sent = Buffer.concat([smallPdf(), Buffer.from("\r\n\n")]);
    expect((await readChecked("pdf", sent)).content.equals(sent)).toBe(true);
  });

  test("a PDF with HTML after its leading blank lines is rejected, and so are files that contain only padding", async () => {
    const page = Buffer.from("\n\n%PDF-1.4\n<script>alert(1)</script>\n%%EOF");
    expect(await detectKind("paper.pdf", page)).toBe(mixedFormats);
    expect(await detectKind("paper.pdf", Buffer.alloc(5000))).toBe(mismatches.pdf);
    expect(await detectKind("paper.pdf", Buffer.from("%PDF-1.4\n".padEnd(5000, "\0")))).toBe(incomplete);
  });

  test("a PDF with stray ZIP bytes or a password is accepted", async () => {
    const locked = Buffer.concat([
      smallPdf(),
      Buffer.from("PK\x05\x06 trailer << /Encrypt 9 0 R >>\n%%EOF\n"),
    ]);
    expect(await detectKind("paper.pdf", locked)).toBe("pdf");
  });
});

test("DOC-24 damaged files are accepted or rejected with a message, and never cause a server error", async () => {
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
      expect(await detectKind(`paper.${file.kind}`, content)).toMatch(/^(pdf|docx?|xlsx?)$|^This file.+\.$/);
    }),
    { numRuns: 200 },
  );
});
