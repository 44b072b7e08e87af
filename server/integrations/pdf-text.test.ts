import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { describe, expect, test } from "vitest";
import { smallPdf } from "#test/documents.ts";
import { readPdfText } from "./pdf-text.ts";

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

describe("readPdfText", () => {
  test("reads line by line, page after page", async () => {
    expect(await readPdfText(toBytes(smallPdf("Certificate of insurance")))).toBe("Certificate of insurance");
    const two = await drawn({}, (sheet) => {
      sheet.text("The first page");
      sheet.text("has two lines");
      sheet.addPage().text("and the second one");
    });
    expect(await readPdfText(two)).toBe("The first page\nhas two lines\fand the second one");
    expect(await readPdfText(await drawn({}, () => undefined))).toBe("");
    const late = await drawn(
      {},
      (sheet) => void sheet.addPage().addPage().text("The first two pages are images"),
    );
    expect(await readPdfText(late)).toBe("\f\fThe first two pages are images");
  });

  test("truncates the text of a very long PDF", async () => {
    const long = await drawn({}, (sheet) => {
      for (let page = 0; page < 302; page += 1) {
        if (page > 0) sheet.addPage();
        sheet.text(`Page number${page}`);
      }
    });
    const text = await readPdfText(long);
    expect(text).toContain("number299");
    expect(text).not.toContain("number300");
  });

  test("rejects a broken, encrypted or exploding PDF and reads the next one", async () => {
    await expect(readPdfText(toBytes(Buffer.from("%PDF-1.4\nnothing of a PDF")))).rejects.toThrow(/./);
    const locked = await drawn({ userPassword: "secret" }, (sheet) => sheet.text("Hidden"));
    await expect(readPdfText(locked)).rejects.toThrow(/password/i);
    expect(await readPdfText(bomb(1))).toBe("Behind");
    // Whether or not the reader reports it, it never reaches the end of such a page.
    expect(await readPdfText(bomb(100)).catch(() => "")).toBe("");
    expect(await readPdfText(toBytes(smallPdf("Still here")))).toBe("Still here");
  });
});
