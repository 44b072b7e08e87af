import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { documentUpload, smallPdf, upload } from "#test/files/documents.ts";
import { rejectionMessages } from "#test/files/file-kinds.ts";
import { officeFile } from "#test/files/office-files.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Document } from "../../contract.ts";
import { maxDocumentBytes } from "../../kinds.ts";

let portal: TestPortal;
let building: TestBuilding;
let fields: Record<string, string | number>;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  fields = { title: "House rules", type: "Other", buildingId: building.propertyId };
});
afterAll(() => portal.close());

const send = (sent: Partial<Parameters<typeof upload>[2]> = {}) =>
  upload(portal, building.landlord.cookie, { fields, ...sent });
const post = (body: Buffer | string, headers: Record<string, string>) =>
  portal.call("POST", "/api/documents", { cookie: building.landlord.cookie, body, headers });

/** Returns all stored and temporary files. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(portal.filesFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}
const namedFiles = async () =>
  (await portal.db.selectFrom("document_files").select("file_key").execute()).map(({ file_key: key }) =>
    path.join(portal.filesFolder, key),
  );

// After each test, the stored files are those that rows refer to.
afterEach(async () => {
  assert.deepEqual((await storedFiles()).sort(), (await namedFiles()).sort());
});

const makePdf = (bytes: number) => {
  const [start, end] = [Buffer.from("%PDF-1.4\n"), Buffer.from("\n%%EOF\n")];
  return Buffer.concat([start, Buffer.alloc(bytes - start.length - end.length, 32), end]);
};

describe("DOC-19 DOC-24 API-21 uploading a document", () => {
  test("DOC-23 a file of exactly 10 MB is stored unchanged, byte for byte", async () => {
    const content = makePdf(maxDocumentBytes);
    const response = await send({ content });
    expect(response.statusCode).toBe(201);
    const { id, file } = response.json<Document>();
    expect(file.bytes).toBe(10 * 1024 * 1024);
    const taken = await portal.call("GET", `/api/documents/${id}/file`, { cookie: building.landlord.cookie });
    expect(taken.rawPayload.equals(content)).toBe(true);
  });

  test("a file one byte over 10 MB is rejected, regardless of its position in the form", async () => {
    const content = makePdf(maxDocumentBytes + 1);
    const { body, headers } = fileFirst(content);
    for (const response of [await send({ content }), await post(body, headers)]) {
      expect(response.statusCode).toBe(413);
      expect(response.json<{ message: string }>().message).toBe("The file can be up to 10 MB.");
    }
  });

  test("the file can come before the other fields in the form", async () => {
    const { body, headers } = fileFirst(smallPdf());
    const response = await post(body, headers);
    expect(response.statusCode).toBe(201);
    expect(response.json<Document>()).toMatchObject({
      title: "House rules",
      type: "Other",
      file: { name: "a.pdf" },
    });
  });

  test.each([
    ["DOC-11 a title of 2 characters", { title: "ab" }, { title: "Title must be at least 3 characters" }],
    ["DOC-11 a title of blanks", { title: "      " }, { title: "Title must be at least 3 characters" }],
    [
      "DOC-11 a title of invisible characters",
      { title: "\u200b\u2060\u3164ab" },
      { title: "Title must be at least 3 characters" },
    ],
    ["DOC-11 a title of 201 characters", { title: "a".repeat(201) }, { title: expect.any(String) as string }],
    ["DOC-12 no type", { type: "" }, { type: "Please select a document type" }],
    ["DOC-12 an unknown type", { type: "Recipe" }, { type: "Please select a document type" }],
    ["DOC-14 no building", { buildingId: "" }, { buildingId: "Please select a building" }],
    ["DOC-14 an invalid building", { buildingId: "-1" }, { buildingId: "Please select a building" }],
    ["DOC-16 an invalid unit", { unitId: "1; drop table" }, { unitId: "Please select a unit" }],
    ["an invalid date", { expiresOn: "2026-02-30" }, { expiresOn: "Please select a date" }],
    [
      "all fields together",
      { title: "", type: "", buildingId: "" },
      {
        title: "Title must be at least 3 characters",
        type: "Please select a document type",
        buildingId: "Please select a building",
      },
    ],
  ])("an upload with %s is rejected with a message for the field", async (_, wrong, sentences) => {
    const response = await send({ fields: { ...fields, ...wrong } });
    expect(response.statusCode).toBe(400);
    expect(response.json<{ fields: unknown }>().fields).toEqual(sentences);
  });

  test("DOC-11 a multi-line title becomes one line and keeps its accents and joined emoji", async () => {
    const sent = "  Cafe\u0301 lease\r\n\tof \u{1f469}\u200d\u{1f527}\u2028Ana ";
    const response = await send({ fields: { ...fields, title: sent } });
    expect(response.json<Document>().title).toBe("Caf\u00e9 lease of \u{1f469}\u200d\u{1f527} Ana");
  });

  test("DOC-11 a title of 3 characters is accepted", async () => {
    expect((await send({ fields: { ...fields, title: "abc" } })).statusCode).toBe(201);
  });

  test("DOC-17 a message says that a file is required if the file field is missing or empty, or there is no form at all", async () => {
    const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const none = multipart(texts);
    const notSelected = multipart(texts, [
      { name: "file", fileName: "", type: "application/octet-stream", content: Buffer.alloc(0) },
    ]);
    const json = { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
    for (const { body, headers } of [none, notSelected, json]) {
      const response = await post(body, headers);
      expect(response.statusCode).toBe(400);
      expect(response.json<{ fields: unknown }>().fields).toEqual({ file: "Document file is required" });
    }
  });

  test("an empty file, two files, and a file in the wrong field are rejected with a message", async () => {
    const pdf = { name: "file", fileName: "a.pdf", type: "application/pdf", content: smallPdf() };
    const texts = { title: "Two", type: "Other", buildingId: String(building.propertyId) };
    for (const [files, sentence] of [
      [[{ ...pdf, content: Buffer.alloc(0) }], { file: "This file is empty." }],
      [[pdf, pdf], { file: "Choose one file." }],
      [[pdf, pdf, pdf], { file: "Choose one file." }],
      [[{ ...pdf, name: "image" }], { image: "Send the document in the “file” field." }],
      [[pdf, { ...pdf, name: "image" }], { image: "Send the document in the “file” field." }],
    ] as const) {
      const { body, headers } = multipart(texts, [...files]);
      const response = await post(body, headers);
      expect(response.statusCode).toBe(400);
      expect(response.json<{ fields: unknown }>().fields).toEqual(sentence);
    }
  });

  test("other file types and files with macros are rejected, regardless of the type the browser declares", async () => {
    const macros = await officeFile("docx", [{ name: "word/vbaProject.bin", content: "macro" }]);
    for (const [fileName, content, sentence] of [
      ["a.exe", Buffer.from("MZ"), "Choose a PDF, DOC, DOCX, XLS, or XLSX file."],
      ["a.pdf", Buffer.from("MZ"), rejectionMessages.mismatches.pdf],
      ["a.docx", macros, rejectionMessages.macros],
    ] as const) {
      const response = await send({ fileName, content });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({ message: sentence, code: "unsupported_type" });
    }
  });

  test("a truncated or malformed form is rejected with a message, never a server error", async () => {
    const { body, headers } = documentUpload({ fields });
    const type = headers["content-type"];
    const broken: [Buffer, string][] = [
      [body.subarray(0, body.length - 30), type],
      [body.subarray(0, Math.floor(body.length / 2)), type],
      [body.subarray(0, 20), type],
      [Buffer.alloc(0), type],
      [body, "multipart/form-data"],
      [body, "multipart/form-data; boundary="],
      [body, "multipart/form-data; boundary=another"],
      [Buffer.from("garbage ".repeat(1000)), type],
      [Buffer.from("------portal-test-boundary\r\n\r\n"), type],
      [
        Buffer.from(
          `------portal-test-boundary\r\nContent-Disposition: form-data\r\n\r\nx\r\n------portal-test-boundary--`,
        ),
        type,
      ],
      [Buffer.from(body.toString("latin1").replaceAll("\r\n", "\n"), "latin1"), type],
    ];
    for (const [index, [content, contentType]] of broken.entries()) {
      const response = await post(content, { "content-type": contentType });
      expect([400, 415], `broken form ${index}`).toContain(response.statusCode);
      expect(response.json<{ message: string }>().message).toMatch(/^[A-Z].+\.$|^Document file is required$/);
    }
  });

  test("a field that is too long, too many fields, and dangerous field names are rejected", async () => {
    const long = await send({ fields: { ...fields, title: "a".repeat(70_000) } });
    expect(long.statusCode).toBe(413);
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, "x"]));
    expect((await send({ fields: { ...fields, ...many } })).statusCode).toBe(413);
    for (const name of ["__proto__", "constructor", "toString"]) {
      const trap = multipart({ ...texts(), [`${name}`]: "x" }, []);
      expect((await post(trap.body, trap.headers)).statusCode).toBe(400);
    }
    expect((await send({ fields: { ...fields, title: "a\u0000bcd" } })).statusCode).toBe(400);
  });

  test.each([
    ["../../etc/passwd.pdf", "passwd.pdf"],
    ["C:\\Users\\lena\\Lease 2026.pdf", "Lease 2026.pdf"],
    ["Mietvertrag Müller & Söhne.pdf", "Mietvertrag Müller & Söhne.pdf"],
    ["賃貸契約.PDF", "賃貸契約.pdf"],
    ["invoice\u202Efdp.pdf", "invoicefdp.pdf"],
    [`${"a".repeat(300)}.pdf`, `${"a".repeat(150)}.pdf`],
  ])("a file named %j is stored as %j", async (fileName, name) => {
    const response = await send({ fileName });
    expect(response.statusCode).toBe(201);
    expect(response.json<Document>().file.name).toBe(name);
  });

  test("a file name in RFC 8187 format, with escaped quotes, or in bytes that aren't UTF-8 is decoded as far as possible", async () => {
    for (const [disposition, name] of [
      ["filename*=UTF-8''Vertrag%20M%C3%BCller.pdf", "Vertrag Müller.pdf"],
      ['filename="say %22yes%22.pdf"', "say 'yes'.pdf"],
      ['filename="two%0D%0Alines.pdf"', "two lines.pdf"],
      ['filename="M\xfcller.pdf"', "Mller.pdf"],
    ] as const) {
      const { body, headers } = documentUpload({ fields, fileName: "NAME" });
      const renamed = Buffer.from(body.toString("latin1").replace('filename="NAME"', disposition), "latin1");
      const response = await post(renamed, headers);
      expect(response.statusCode).toBe(201);
      expect(response.json<Document>().file.name).toBe(name);
    }
  });
});

test("API-21 an aborted upload leaves nothing behind", async () => {
  const { body, headers } = documentUpload({ fields, content: makePdf(3_000_000) });
  const address = new URL(await portal.app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect(Number(address.port), address.hostname);
  socket.write(
    `POST /api/documents HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${building.landlord.cookie}\r\nContent-Type: ${headers["content-type"]}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 2_000_000));
  const lying = async () => (await storedFiles()).length - (await namedFiles()).length;
  await expect.poll(lying, { timeout: 10_000 }).toBe(1);
  socket.destroy();
  await expect.poll(lying, { timeout: 10_000 }).toBe(0);
});

const texts = () => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Returns the form with its file as the first part. */
function fileFirst(content: Buffer) {
  const file = multipart({}, [{ name: "file", fileName: "a.pdf", type: "application/pdf", content }]);
  const rest = multipart(texts());
  const end = Buffer.byteLength("------portal-test-boundary--\r\n");
  return { body: Buffer.concat([file.body.subarray(0, -end), rest.body]), headers: rest.headers };
}
