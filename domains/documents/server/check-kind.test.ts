import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/documents.ts";
import { looked, refusals } from "#test/look-at-file.ts";
import { excelFile, officeFile, partsOf, wordFile, zipped } from "#test/office-files.ts";
import type { DocumentKind } from "../kinds.ts";

const { twoKinds } = refusals;

const valid: Record<DocumentKind, () => Buffer | Promise<Buffer>> = {
  pdf: () => smallPdf(),
  doc: () => wordFile(),
  docx: () => officeFile("docx"),
  xls: () => excelFile(),
  xlsx: () => officeFile("xlsx"),
};
const kinds = Object.keys(valid) as DocumentKind[];

describe("DOC-18 DOC-24 the accepted kinds of files", () => {
  test.each(kinds)("a %s is accepted by its extension, in any letter case", async (kind) => {
    expect(await looked(`paper.${kind}`, await valid[kind]())).toBe(kind);
    expect(await looked(`PAPER.${kind.toUpperCase()} `, await valid[kind]())).toBe(kind);
  });

  test.each(kinds)(
    "a %s with another extension is refused, and so is any other file with its extension",
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

  test.each(kinds)("a truncated %s is refused, and the message says so", async (kind) => {
    const whole = await valid[kind]();
    for (const part of [0.3, 0.6, 0.9])
      expect(await looked(`paper.${kind}`, whole.subarray(0, Math.floor(whole.length * part)))).toMatch(
        /^This file seems (incomplete|damaged)\. Please save it again and choose the new one\.$/,
      );
  });
});

describe("DOC-24 a PDF", () => {
  test("that is also a ZIP is refused, with and without trailing bytes", async () => {
    const zip = await officeFile("docx");
    const end = Buffer.from("\n%%EOF\n");
    expect(await looked("paper.pdf", Buffer.concat([smallPdf(), zip, end]))).toBe(twoKinds);
    // Readers look for the end mark in the last bytes, and it may be inside the ZIP's comment.
    const commented = await zipped(partsOf("docx"), "%%EOF");
    expect(await looked("paper.pdf", Buffer.concat([smallPdf(), commented]))).toBe(twoKinds);
  });

  test("that a browser could take for an HTML page is refused", async () => {
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

  test("with stray ZIP bytes, or with a password, is accepted", async () => {
    const locked = Buffer.concat([
      smallPdf(),
      Buffer.from("PK\x05\x06 trailer << /Encrypt 9 0 R >>\n%%EOF\n"),
    ]);
    expect(await looked("paper.pdf", locked)).toBe("pdf");
  });
});

test("DOC-24 damaged files are accepted or refused with a message, and never cause a server error", async () => {
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
