import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { smallPdf } from "#test/files/documents.ts";
import { officeFile, type ZippedPart, zip } from "#test/files/office-files.ts";
import { multipart } from "#test/form.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { DocumentCard } from "../../contract.ts";
import { maxZipFiles, type NewZipDocument, type ZipFile, type ZipOutcome } from "../../zip-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let otherPropertyId: number;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  otherPropertyId = await createProperty(portal.db, { name: "Canal Street Lofts" });
});
afterAll(() => portal.close());
beforeEach(() => sql`delete from document_files; delete from documents`.execute(portal.db));

const send = (path: string, content: Buffer, fields: Record<string, string>, cookie: string) => {
  const file = { name: "file", fileName: "papers.zip", type: "application/zip", content };
  return portal.call("POST", path, { cookie, ...multipart(fields, [file]) });
};
const check = (content: Buffer, cookie = building.landlord.cookie) =>
  send("/api/document-zips/check", content, {}, cookie);
const create = (content: Buffer, rows: unknown, cookie = building.landlord.cookie) =>
  send("/api/document-zips", content, { rows: JSON.stringify(rows) }, cookie);
const readFiles = async (parts: ZippedPart[], cookie?: string) =>
  (await check(await zip(parts), cookie)).json<ZipFile[]>();
const pdf = (name: string, line = name): ZippedPart => ({ name, content: smallPdf(line) });
const makeRow = (index: number, changes: Partial<NewZipDocument> = {}): NewZipDocument => ({
  index,
  title: `Document ${index}`,
  type: "Lease",
  propertyId: building.propertyId,
  unitId: building.unitId,
  ...changes,
});
/** Replaces a name in the ZIP with one of the same length that the library for writing ZIPs rejects. */
const rename = (content: Buffer, name: string, newName: string) =>
  Buffer.from(content.toString("latin1").replaceAll(name, newName), "latin1");
const listDocuments = async (cookie = building.landlord.cookie) =>
  (await portal.call("GET", "/api/documents", { cookie })).json<DocumentCard[]>();

test("files in a ZIP are matched to properties, units, tenants, and types by the words in their paths [DOC-32]", async () => {
  const [loftUnit, suite] = [
    await createUnit(portal.db, otherPropertyId, "A-12"),
    await createUnit(portal.db, otherPropertyId, "7"),
  ];
  const leaseId = await createLease(portal.db, { propertyId: otherPropertyId, unitId: suite });
  await sql`update companies set name = 'Kestrel Legal Partners, LLC'
    where id = (select company_id from leases where id = ${leaseId})`.execute(portal.db);
  const files = await readFiles(
    [
      pdf("Harbor House/101/Lease.pdf"),
      pdf("Harbor House/COI 2026-10-31.pdf"),
      pdf("canal-street_lofts/unit a-12 amendment 2.pdf"),
      pdf("Kestrel Legal Partners/Invoice 2026.pdf"),
      pdf("House rules.pdf"),
    ],
    building.admin.cookie,
  );
  expect(files.map(({ propertyId, unitId, type }) => [propertyId, unitId, type])).toEqual([
    [building.propertyId, building.unitId, "Lease"],
    [building.propertyId, null, "Insurance"],
    [otherPropertyId, loftUnit, "Addendum"],
    [otherPropertyId, suite, "Other"],
    [null, null, "Other"],
  ]);
  expect(files.map(({ reading }) => reading)).toEqual([
    "“harbor house” is a property, “101” is a unit, “lease” means Lease",
    "“harbor house” is a property, “coi” means Insurance",
    "“canal street lofts” is a property, “a 12” is a unit, “amendment” means Addendum",
    "“kestrel legal partners” leases a unit, “invoice” means Other",
    "",
  ]);
});

test("names in a ZIP's paths are compared without diacritics, as in every search [DOC-32]", async () => {
  const propertyId = await createProperty(portal.db, { name: "Plaza San José" });
  const cookie = building.admin.cookie;
  const files = await readFiles(
    [pdf("Plaza San Jose/Lease.pdf"), pdf("PLAZA SAN JOSE\u0301/Lease 2.pdf")],
    cookie,
  );
  expect(files.map((file) => file.propertyId)).toEqual([propertyId, propertyId]);
});

test("a name outside the access scope matches nothing, and a landlord's only property is filled in [DOC-32]", async () => {
  const [file] = await readFiles([pdf("Canal Street Lofts/A-12/lease.pdf")]);
  expect(file).toMatchObject({
    propertyId: building.propertyId,
    unitId: null,
    reading: "“lease” means Lease",
  });
  for (const { cookie } of [building.tenant, building.technician])
    expect((await check(await zip([pdf("a.pdf")]), cookie)).statusCode).toBe(403);
});

test("folders and hidden files are skipped, and each unusable file is listed with the reason [DOC-32]", async () => {
  const content = await zip([
    pdf("good.pdf"),
    { name: "__MACOSX/._good.pdf", content: "x" },
    { name: ".DS_Store", content: "x" },
    { name: "notes.txt", content: "x" },
    { name: "empty.pdf", content: "" },
    { name: "huge.pdf", content: Buffer.alloc(11 * 1024 * 1024) },
    pdf("copy.pdf", "good.pdf"),
    pdf("xx/outside.pdf", "a"),
    pdf("xabsolute.pdf", "b"),
    pdf("locked.pdf", "c"),
  ]);
  const changed = rename(
    rename(content, "xx/outside.pdf", "../outside.pdf"),
    "xabsolute.pdf",
    "/absolute.pdf",
  );
  const flags = changed.lastIndexOf("locked.pdf") - 46 + 8;
  changed.writeUInt16LE(changed.readUInt16LE(flags) + 1, flags);
  const files = (await check(changed)).json<ZipFile[]>();
  const unsafe = "This file's path leads outside the ZIP. Create the ZIP again from a folder.";
  expect(files.map(({ path, error }) => [path, error])).toEqual([
    ["good.pdf", null],
    ["notes.txt", "Choose a PDF, DOC, DOCX, XLS, or XLSX file."],
    ["empty.pdf", "This file is empty."],
    ["huge.pdf", "The file can be up to 10 MB."],
    ["copy.pdf", "This is the same file as good.pdf."],
    ["../outside.pdf", unsafe],
    ["/absolute.pdf", unsafe],
    [
      "locked.pdf",
      "This file is password-protected, so we can't scan it. Remove the password and try again.",
    ],
  ]);
  const outcomes = (await create(changed, [makeRow(5)])).json<ZipOutcome[]>();
  expect(outcomes).toEqual([{ index: 5, documentId: null, message: unsafe }]);
});

test.each<[string, () => Promise<Buffer>, string]>([
  [
    "a file that isn't a ZIP",
    async () => smallPdf(),
    "This file isn't a ZIP, or it's damaged. Create the ZIP again and upload the new copy.",
  ],
  [
    "a ZIP without files",
    () => zip([{ name: ".DS_Store", content: "x" }]),
    "This ZIP has no files. Add the documents and try again.",
  ],
  [
    "a ZIP with too many files",
    () => zip(Array.from({ length: maxZipFiles + 1 }, (_, at) => pdf(`${at}.pdf`))),
    "A ZIP can have up to 200 files. Split it into smaller ones.",
  ],
  [
    "a ZIP bomb",
    async () => {
      const parts = await zip(Array.from({ length: 3 }, (_, at) => pdf(`${at}.pdf`)));
      for (let at = parts.indexOf("PK\x01\x02"); at !== -1; at = parts.indexOf("PK\x01\x02", at + 4))
        parts.writeUInt32LE(400 * 1024 * 1024, at + 24);
      return parts;
    },
    "This ZIP is too large when unpacked. Split it into smaller ones.",
  ],
])("uploading %s is rejected with a message [DOC-32]", async (_, make, message) => {
  const response = await check(await make());
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  expect(response.json<{ message: string }>().message).toBe(message);
});

test("a ZIP's documents are visible to staff only, and a file that fails doesn't stop the others [DOC-33]", async () => {
  const content = await zip([
    pdf("lease.pdf"),
    { name: "fake.pdf", content: "Not a PDF" },
    { name: "rents.xlsx", content: await officeFile("xlsx") },
    pdf("other.pdf"),
  ]);
  const rows = [
    makeRow(0),
    makeRow(1),
    makeRow(2, { unitId: null, type: "Other" }),
    makeRow(3, { propertyId: otherPropertyId, unitId: null }),
  ];
  const outcomes = (await create(content, rows)).json<ZipOutcome[]>();
  expect(outcomes.map(({ documentId, message }) => message ?? typeof documentId)).toEqual([
    "number",
    "This file's contents don't match its .pdf extension. Open it, save it as PDF, and upload the new copy.",
    "number",
    "This building doesn't exist, or you don't have access to it.",
  ]);
  const documents = await listDocuments();
  expect(
    documents.map(({ title, visibility, unit, file }) => [title, visibility, unit?.id, file.name]),
  ).toEqual([
    ["Document 2", "staff", undefined, "rents.xlsx"],
    ["Document 0", "staff", building.unitId, "lease.pdf"],
  ]);
  expect(await listDocuments(building.tenant.cookie)).toEqual([]);
  const stored = await readdir(portal.filesFolder, { recursive: true, withFileTypes: true });
  expect(stored.filter((entry) => entry.isFile())).toHaveLength(2);
});

test("sending the same ZIP again adds only the files that failed [DOC-33]", async () => {
  const content = await zip([pdf("lease.pdf"), pdf("rules.pdf")]);
  await create(content, [makeRow(0)]);
  const again = (await create(content, [makeRow(0), makeRow(1)])).json<ZipOutcome[]>();
  expect(again.map(({ message }) => message)).toEqual([
    "This file is already in Documents as “Document 0.”",
    null,
  ]);
  const [first, second] = await Promise.all(
    [1, 2].map(() => create(content, [makeRow(0, { unitId: building.otherUnitId })])),
  );
  const messages = [first, second].flatMap((response) => response?.json<ZipOutcome[]>() ?? []);
  expect(messages.filter(({ documentId }) => documentId !== null)).toHaveLength(1);
  expect(await listDocuments()).toHaveLength(3);
});

test("no documents are created from rows that can't be read [DOC-33]", async () => {
  const content = await zip([pdf("lease.pdf")]);
  for (const [rows, message] of [
    [[makeRow(0, { title: "a" })], "Title must be at least 3 characters"],
    [{ rows: 1 }, "Send the rows as JSON in the “rows” field, before the file."],
  ] as const) {
    const response = await create(content, rows);
    expect(response.statusCode).toBe(400);
    expect(response.json<{ message: string }>().message).toBe(message);
  }
  expect(await listDocuments()).toEqual([]);
});
