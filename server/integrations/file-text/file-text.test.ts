import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/files/documents.ts";
import { officeFile } from "#test/files/office-files.ts";
import { readFileText } from "./file-text.ts";

const toBytes = (content: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(content);

async function drawn(options: PDFKit.PDFDocumentOptions, draw: (sheet: PDFKit.PDFDocument) => void) {
  const sheet = new PDFDocument(options);
  const parts: Buffer[] = [];
  sheet.on("data", (part: Buffer) => parts.push(part));
  const whole = new Promise<void>((resolve) => sheet.on("end", resolve));
  draw(sheet);
  sheet.end();
  await whole;
  return toBytes(Buffer.concat(parts));
}

/** Returns a PDF whose page unpacks to `megabytes` of blanks, followed by a word. */
function bomb(megabytes: number): Uint8Array<ArrayBuffer> {
  const content = deflateSync(
    Buffer.concat([
      Buffer.alloc(megabytes * 1024 * 1024, " "),
      Buffer.from("BT /F1 12 Tf 40 740 Td (Behind) Tj ET"),
    ]),
  );
  const [head = "", tail = ""] = smallPdf("-")
    .toString("latin1")
    .split(/<< \/Length \d+ >>\nstream\n[^]*?\nendstream/);
  return toBytes(
    Buffer.concat([
      Buffer.from(`${head}<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`, "latin1"),
      content,
      Buffer.from(`\nendstream${tail}`, "latin1"),
    ]),
  );
}

describe("readFileText", () => {
  test("readFileText reads line by line and page after page", async () => {
    expect(await readFileText(toBytes(smallPdf("Certificate of insurance")))).toBe(
      "Certificate of insurance",
    );
    const two = await drawn({}, (sheet) => {
      sheet.text("The first page");
      sheet.text("has two lines");
      sheet.addPage().text("and the second one");
    });
    expect(await readFileText(two)).toBe("The first page\nhas two lines\fand the second one");
    expect(await readFileText(await drawn({}, () => undefined))).toBe("");
    const late = await drawn(
      {},
      (sheet) => void sheet.addPage().addPage().text("The first two pages are images"),
    );
    expect(await readFileText(late)).toBe("\f\fThe first two pages are images");
  });

  test("readFileText reads filled-in form fields and notes typed on a page [DOC-30]", async () => {
    const form = await drawn({}, (sheet) => {
      sheet.font("Helvetica").text("Insurer:");
      sheet.initForm();
      sheet.formText("insurer", 72, 100, 200, 20, { value: "Zephyrquill Mutual" });
      sheet.formText("code", 72, 130, 200, 20, { value: "Unseen", password: true });
    });
    expect(await readFileText(form)).toBe("Insurer:\nZephyrquill Mutual");
    const note = smallPdf("Keys:")
      .toString("latin1")
      .replace(
        "/MediaBox",
        "/Annots [<< /Type /Annot /Subtype /FreeText /Contents (Seven keys) /DA (/Helv 12 Tf) /Rect [20 60 50 84] /F 4 >>] /MediaBox",
      );
    expect(await readFileText(toBytes(Buffer.from(note, "latin1")))).toBe("Keys:\nSeven keys");
  });

  test("readFileText joins hyphenated words, except those written with a hyphen elsewhere [DOC-30]", async () => {
    const lines = ["The mainte-", "nance of the move-", "in list, Unit A-", "B. A move-in."];
    const file = await drawn({}, (sheet) => lines.forEach((line) => void sheet.text(line)));
    expect(await readFileText(file)).toBe("The maintenance of the move-in list, Unit A-\nB. A move-in.");
  });

  test("readFileText reads Word documents and Excel workbooks [DOC-30]", async () => {
    const word = await officeFile("docx", [
      {
        name: "word/document.xml",
        content: `<w:document><w:body><w:p><w:r><w:t xml:space="preserve">Rent &amp; </w:t></w:r><w:r><w:t>parking</w:t><w:tab/><w:t>&#36;5,115</w:t><w:delText>Removed</w:delText></w:r></w:p><w:p><w:r><w:t>Signed</w:t></w:r></w:p></w:body></w:document>`,
      },
      { name: "word/footer1.xml", content: "<w:ftr><w:p><w:r><w:t>Page footer</w:t></w:r></w:p></w:ftr>" },
    ]);
    expect(await readFileText(toBytes(word))).toBe("Rent & parking $5,115\nSigned\nPage footer");
    const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
    const excel = await officeFile("xlsx", [
      {
        name: "xl/sharedStrings.xml",
        content: "<sst><si><t>Tenant</t></si><si><r><t>Pine</t></r><r><t>wood</t></r></si></sst>",
      },
      {
        name: "xl/worksheets/sheet1.xml",
        content: sheet(
          `<row><c t="s"><v>0</v></c><c><v>2500</v></c></row><row><c t="s"><v>1</v></c><c/><c t="inlineStr"><is><t>Vacant</t></is></c></row>`,
        ),
      },
      { name: "xl/worksheets/sheet10.xml", content: sheet(`<row><c t="str"><v>Last</v></c></row>`) },
      { name: "xl/worksheets/sheet2.xml", content: sheet(`<row><c t="str"><v>Second</v></c></row>`) },
    ]);
    expect(await readFileText(toBytes(excel))).toBe("Tenant 2500\nPinewood Vacant\nSecond\nLast");
  });

  test("readFileText truncates the text of a very long PDF", async () => {
    const long = await drawn({}, (sheet) => {
      for (let page = 0; page < 302; page += 1) {
        if (page > 0) sheet.addPage();
        sheet.text(`Page number${page}`);
      }
    });
    const text = await readFileText(long);
    expect(text).toContain("number299");
    expect(text).not.toContain("number300");
  });

  test("readFileText truncates the text of a very large workbook", async () => {
    const rows = `<row><c t="str"><v>Vacant unit</v></c></row>`.repeat(500_000);
    const file = await officeFile("xlsx", [
      { name: "xl/worksheets/sheet1.xml", content: `<worksheet>${rows}</worksheet>` },
    ]);
    expect((await readFileText(toBytes(file))).length).toBeLessThan(300_001);
  });

  test("readFileText rejects a broken or encrypted PDF or a decompression bomb and then reads the next file", async () => {
    await expect(readFileText(toBytes(Buffer.from("%PDF-1.4\nnothing of a PDF")))).rejects.toThrow(/./);
    const locked = await drawn({ userPassword: "secret" }, (sheet) => sheet.text("Hidden"));
    await expect(readFileText(locked)).rejects.toThrow(/password/i);
    expect(await readFileText(bomb(1))).toBe("Behind");
    // Whether or not the reader throws an error, it never reaches the end of such a page.
    expect(await readFileText(bomb(100)).catch(() => "")).toBe("");
    expect(await readFileText(toBytes(smallPdf("Still here")))).toBe("Still here");
  });
});
