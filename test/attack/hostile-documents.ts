import { smallPdf } from "#test/files/documents.ts";
import {
  compoundFile,
  excelFile,
  minimalParts,
  officeFile,
  wordFile,
  workbook,
  zip,
} from "#test/files/office-files.ts";
import { deflate, deflateZeros, script } from "./hostile-images.ts";

/** A PDF with additional catalog entries and objects. */
function pdf(entries: string, objects: string[] = []): Buffer {
  const whole = smallPdf().toString("latin1").replace("/Type /Catalog", `/Type /Catalog ${entries}`);
  const extraObjects = objects.map((object, at) => `${at + 20} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(whole.replace("\nxref\n", `\n${extraObjects}xref\n`), "latin1");
}

const stream = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString("latin1")}\nendstream`;

const remote = (mode: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${mode}" Target="https://foreign.example/x" TargetMode="External"/></Relationships>`;

const entities = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "${"ha".repeat(50)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? "" : at - 1};`.repeat(10)}">`).join("")}]><x>&a8;</x>`;
const outside = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
const part = (name: string, content: string | Buffer) => officeFile("docx", [{ name, content }]);

/** Documents that aren't what they seem, that do something when opened, or that unpack to too much data. */
export const hostileDocuments: Record<string, () => Promise<Buffer> | Buffer> = {
  "a page.pdf": () => Buffer.from(`<!doctype html><html>${script}</html>`.padEnd(600)),
  "a page after a PDF's first bytes.pdf": () =>
    Buffer.concat([Buffer.from(`%PDF-1.4\n${script}\n`), smallPdf().subarray(9)]),
  "a program.pdf": () => Buffer.from("MZ\x90\0".padEnd(600), "latin1"),
  "a Linux program.pdf": () => Buffer.from("\x7fELF\x02\x01\x01".padEnd(600), "latin1"),
  "a shell script.pdf": () => Buffer.from("#!/bin/sh\nrm -rf /\n".padEnd(600)),
  "PostScript.pdf": () => Buffer.from("%!PS-Adobe-3.0\n(/etc/passwd) (r) file\n".padEnd(600)),
  "nothing.pdf": () => Buffer.alloc(0),
  "one byte.pdf": () => Buffer.from("%"),
  "with a ZIP appended.pdf": async () =>
    Buffer.concat([smallPdf(), await officeFile("docx"), Buffer.from("\n%%EOF\n")]),
  "after other bytes.pdf": () => Buffer.concat([Buffer.alloc(900, "x"), smallPdf()]),
  "truncated.pdf": () => smallPdf().subarray(0, 300),
  "that runs a script.pdf": () => pdf("/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>"),
  "that starts a program.pdf": () =>
    pdf("/OpenAction << /S /Launch /F (cmd.exe) /Win << /F (cmd.exe) /P (/c calc) >> >>"),
  "that opens a URL.pdf": () => pdf("/OpenAction << /S /URI /URI (https://foreign.example/x) >>"),
  "that submits a form.pdf": () =>
    pdf("/AcroForm << /Fields [] /XFA 20 0 R >>", [
      stream("", Buffer.from(`<xdp>${script}</xdp>`.replace(script, "<submit/>"))),
    ]),
  "with a program inside.pdf": () =>
    pdf("/Names << /EmbeddedFiles << /Names [(a.exe) 20 0 R] >> >>", [
      stream("/Type /EmbeddedFile", Buffer.from("MZ\x90")),
    ]),
  "a bomb.pdf": async () =>
    pdf("/Metadata 20 0 R", [stream("/Filter /FlateDecode", await deflateZeros(400_000_000))]),
  "a bomb on its page.pdf": async () => {
    const bomb = await deflate(200_000_000, "(x) Tj ");
    const whole = smallPdf().toString("latin1");
    return Buffer.from(
      whole.replace(/4 0 obj\n[^]*?endobj/, () => `4 0 obj\n${stream("/Filter /FlateDecode", bomb)}\nendobj`),
      "latin1",
    );
  },
  "20,000 arrays deep.pdf": () => pdf(`/X ${"[".repeat(20_000)}${"]".repeat(20_000)}`),
  "pages in a circle.pdf": () =>
    Buffer.from(smallPdf().toString("latin1").replace("/Kids [3 0 R]", "/Kids [2 0 R]"), "latin1"),
  "locked.pdf": () => Buffer.concat([smallPdf(), Buffer.from("trailer << /Encrypt 9 0 R >>\n%%EOF\n")]),
  "with macros.docx": () => part("word/vbaProject.bin", "macro"),
  "with a template from another site.docx": () =>
    part("word/_rels/settings.xml.rels", remote("attachedTemplate")),
  "with an object from another site.docx": () => part("word/_rels/document.xml.rels", remote("oleObject")),
  "with a program inside.docx": () => part("word/embeddings/a.exe", "MZ\x90\0 a program"),
  "with a path traversal.docx": async () =>
    Buffer.from(
      (await part("word/aaaaaaaaaaaaaaa", "x"))
        .toString("latin1")
        .replaceAll("word/aaaaaaaaaaaaaaa", "../../../etc/passwd"),
      "latin1",
    ),
  "a bomb.docx": () => part("word/media/a.xml", Buffer.alloc(210_000_000)),
  "3,000 parts.docx": () =>
    officeFile(
      "docx",
      Array.from({ length: 3_000 }, (_, at) => ({ name: `word/p${at}.xml`, content: "x" })),
    ),
  "endless entities.docx": () => part("word/document.xml", entities),
  "an entity from a file.docx": () => part("word/document.xml", outside),
  "a plain ZIP.docx": () => zip([{ name: "a.txt", content: "a" }]),
  "a Java program.docx": () =>
    officeFile("docx", [
      { name: "META-INF/MANIFEST.MF", content: "Main-Class: X" },
      { name: "X.class", content: Buffer.from("cafebabe", "hex") },
    ]),
  "with two ends.docx": async () =>
    Buffer.concat([await zip(minimalParts("docx")), await zip(minimalParts("docx"))]),
  "locked.docx": () =>
    compoundFile({ EncryptedPackage: Buffer.alloc(5_000), EncryptionInfo: Buffer.alloc(200) }),
  "RTF.doc": () => Buffer.from(`{\\rtf1{\\object\\objautlink\\objupdate}}`.padEnd(600)),
  "with macros.doc": () => wordFile({ "Macros/VBA/_VBA_PROJECT": Buffer.alloc(600) }),
  "with a packed program.doc": () => wordFile({ "ObjectPool/_1/\u0001Ole10Native": Buffer.alloc(600) }),
  "with old macros.xls": () => excelFile({ Workbook: workbook({ sheetType: 1 }) }),
  "an installer.xls": () => compoundFile({ "\u4840\u3f7f": Buffer.alloc(600) }),
};

/** Import files that aren't tables or that take long to read. */
export const hostileTables: Record<string, () => Promise<Buffer> | Buffer> = {
  "one line of 4 MB.csv": () => Buffer.alloc(4_000_000, "a"),
  "a quote that never ends.csv": () => Buffer.from(`Property,Unit number,Type\n"${"a,b\n".repeat(500_000)}`),
  "endless quotes.csv": () => Buffer.alloc(2_000_000, '"'),
  "5,000 columns.csv": () => Buffer.from(`${"a,".repeat(5_000)}\n`.repeat(50)),
  "NUL characters.csv": () => Buffer.from("Property,Unit number,Type\nHarbor House,\0\0,office\n"),
  "a page.csv": () => Buffer.from(`<!doctype html>${script}`),
  "meaningless bytes.csv": () => Buffer.alloc(100_000, Buffer.from("fffe00d8", "hex")),
  "packed.csv": () => deflateZeros(50_000_000),
};

/** File names that point elsewhere or hide the file type. */
export const hostileNames = [
  "../../../../etc/cron.d/paper.pdf",
  "..\\..\\..\\Windows\\System32\\paper.pdf",
  "/etc/passwd/paper.pdf",
  "C:\\paper.pdf",
  "%2e%2e%2fpaper.pdf",
  "paper.pdf%00.exe.pdf",
  "paper\u202efdp.exe.pdf",
  "paper\u200b\u2066.pdf",
  "CON.pdf",
  "..pdf",
  ".htaccess.pdf",
  "paper.pdf::$DATA.pdf",
  "%22%3e<img src=x onerror=alert(1)>.pdf",
  "paper%0d%0aSet-Cookie: a=b.pdf",
  `${"long ".repeat(200)}.pdf`,
  "=cmd|'/C calc'!A0.pdf",
];
/** File names that are rejected regardless of their content. */
export const rejectedNames = [
  "receipt.hta",
  "paper.pdf.exe",
  "paper.html",
  "paper.svg",
  "paper.docm",
  "paper.js",
  "paper.pdf\u202e.exe",
  "paper",
];

/**
 * Accepted documents. The portal's pages never trigger what happens when they're opened, and embedded
 * programs are left to the virus scanner.
 */
export const acceptedDocuments = new Set([
  "that runs a script.pdf",
  "that starts a program.pdf",
  "that opens a URL.pdf",
  "that submits a form.pdf",
  "with a program inside.pdf",
  "a bomb.pdf",
  "a bomb on its page.pdf",
  "20,000 arrays deep.pdf",
  "pages in a circle.pdf",
  "locked.pdf",
  "with a ZIP appended.pdf",
  "endless entities.docx",
  "with a template from another site.docx",
  "with an object from another site.docx",
  "with a program inside.docx",
  "a Java program.docx",
  "with two ends.docx",
  "with a packed program.doc",
  "with old macros.xls",
  "an entity from a file.docx",
]);
