import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, done, idInPath, idsInQuery, line } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { maxDocumentBytes } from "./kinds.ts";
import { documentTypes, scanStates, visibilities } from "./types.ts";

const personRef = z.object({ id: z.number(), fullName: z.string() });

/** A file of a document. */
const documentFile = z.object({
  /** The file's number within its document, starting at 1. */
  number: z.number(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  /** Only clean and unscanned files can be downloaded. */
  scan: z.enum(scanStates),
});

/** A card in the document list (DOC-04, API-20), with the document's property, unit, and visibility. */
export const documentCard = z.object({
  id: z.number(),
  title: z.string(),
  type: z.enum(documentTypes),
  createdAt: z.string(),
  /** The property, with the time zone that determines when the document expires. */
  property: z.object({ id: z.number(), name: z.string(), timeZone: z.string() }),
  unit: z.nullable(z.object({ id: z.number(), unitNumber: z.string() })),
  leaseId: z.nullable(z.number()),
  visibility: z.enum(visibilities),
  /** The last day the document is valid. */
  expiresOn: z.nullable(z.string()),
  createdBy: personRef,
  /** The current file. */
  file: documentFile,
  /**
   * The text around the first search match in the file, split into pieces, and its page. Null without a
   * match.
   */
  excerpt: z.nullable(
    z.object({
      page: z.number(),
      pieces: z.array(z.object({ text: z.string(), isHit: z.boolean() })),
    }),
  ),
  version: z.number(),
});
export type DocumentCard = z.infer<typeof documentCard>;

export const document = z.extend(documentCard, {
  /** The files, newest first. */
  files: z.array(
    z.extend(documentFile, {
      uploadedBy: personRef,
      uploadedAt: z.string(),
      /** The number of the file this one restores. */
      restoredFrom: z.nullable(z.number()),
    }),
  ),
  /** Null unless the document is in the trash. */
  trashedAt: z.nullable(z.string()),
  can: z.object({
    /**
     * Whether the user can change the title, type, expiration date, and file, and move the document to the
     * trash.
     */
    edit: z.boolean(),
    chooseVisibility: z.boolean(),
    readDownloads: z.boolean(),
  }),
});
export type Document = z.infer<typeof document>;

const type = z.enum(documentTypes, "Please select a document type");
const titleTooShort = "Title must be at least 3 characters";
/** A pasted title of several lines becomes one line. */
const title = z.pipe(
  z.string(titleTooShort).check(z.overwrite((value) => value.replace(/\s+/g, " "))),
  line(3, titleTooShort, 200),
);
const visibility = z.enum(visibilities, `visibility must be one of ${visibilities.join(", ")}.`);
const expiresOn = z.union([z.literal(""), day("Please select a date")], "Please select a date");

/** The form's fields except the file (DOC-11 to DOC-16). */
export const documentForm = z.object({
  title,
  type,
  buildingId: z.pipe(
    z.string("Please select a building").check(z.regex(/^[1-9]\d{0,15}$/, "Please select a building")),
    z.transform((digits: string) => Number(digits)),
  ),
  /** Empty or `all` means all units. */
  unitId: z.optional(z.union([z.literal(""), z.literal("all"), idInPath], "Please select a unit")),
  /**
   * Set by managers only. By default, a building's document is visible to everyone in the building, and a
   * unit's document to its tenant, or to staff only while the unit is vacant.
   */
  visibility: z.optional(z.union([z.literal(""), visibility])),
  expiresOn: z.optional(expiresOn),
});

const files = { name: "file", maxCount: 1, maxBytes: maxDocumentBytes };

export const listDocuments = endpoint({
  method: "GET",
  path: "/api/documents",
  action: "documents.list",
  summary: "List documents you can access, newest first; X-Total-Count and Link describe the full list",
  query: z.object({
    ...paging,
    type: z.optional(z.enum(documentTypes, `type must be one of ${documentTypes.join(", ")}.`)),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Searches can be up to 200 characters."))),
    /** Where to search for `q`: in titles and files, or only in titles. */
    in: z.optional(z.enum(["titles", "files"], "in must be titles or files.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    /**
     * `soon`: documents that have expired or expire within 30 days, based on the property's date, except those
     * of ended leases.
     * `ever`: all documents with an expiration date.
     */
    expires: z.optional(z.enum(["soon", "ever"], "expires must be soon or ever.")),
    leaseId: z.optional(idInPath),
    companyId: z.optional(idInPath),
    ids: z.optional(idsInQuery),
  }),
  response: z.array(documentCard),
});

export const exportDocuments = csvEndpoint(listDocuments);

export const createDocument = endpoint({
  method: "POST",
  path: "/api/documents",
  action: "documents.upload",
  summary: "Upload a document (multipart); tenant uploads always go to the tenant's own unit",
  body: documentForm,
  files,
  response: document,
  status: 201,
});

export const readDocument = endpoint({
  method: "GET",
  path: "/api/documents/:id",
  action: "documents.read",
  summary: "Get a document and its files",
  params: byId,
  response: document,
});

export const editDocument = endpoint({
  method: "PATCH",
  path: "/api/documents/:id",
  action: "documents.edit",
  summary: "Update a document",
  versioned: true,
  params: byId,
  body: z.object({
    title: z.optional(title),
    type: z.optional(type),
    visibility: z.optional(visibility),
    expiresOn: z.optional(z.nullable(day("Please select a date"))),
    version: z.optional(z.int()),
  }),
  response: document,
});

/** `for=preview`: the page renders the file instead of downloading it (DASH-28). */
const fileQuery = z.object({ for: z.optional(z.enum(["preview"], "for must be preview.")) });
export const readFile = endpoint({
  method: "GET",
  path: "/api/documents/:id/file",
  action: "documents.read",
  summary: "Download the current file; supports Range",
  params: byId,
  query: fileQuery,
  response: z.unknown(),
  responseKind: "file",
});

const fileNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}$/, "number must be an existing file number.")),
  z.transform(Number),
);
const fileParams = z.object({ id: idInPath, number: fileNumber });
export const readEarlierFile = endpoint({
  method: "GET",
  path: "/api/documents/:id/files/:number",
  action: "documents.read",
  summary: "Download any version of a document",
  params: fileParams,
  query: fileQuery,
  response: z.unknown(),
  responseKind: "file",
});

export const addFile = endpoint({
  method: "POST",
  path: "/api/documents/:id/files",
  action: "documents.edit",
  summary: "Upload a new version (multipart)",
  params: byId,
  /** Empty means the document doesn't expire. If absent, the expiration date stays unchanged. */
  body: z.object({ expiresOn: z.optional(expiresOn) }),
  files,
  response: document,
  status: 201,
});

export const restoreFile = endpoint({
  method: "POST",
  path: "/api/documents/:id/files/:number/restore",
  action: "documents.edit",
  summary: "Restore an earlier version",
  versioned: true,
  params: fileParams,
  body: z.object({}),
  response: document,
});

export const trashDocument = endpoint({
  method: "DELETE",
  path: "/api/documents/:id",
  action: "documents.edit",
  summary: "Move a document to the trash; it can be restored for 30 days",
  versioned: true,
  params: byId,
  response: done,
});

export const restoreDocument = endpoint({
  method: "POST",
  path: "/api/documents/:id/restore",
  action: "documents.edit",
  summary: "Restore a document from the trash",
  versioned: true,
  params: byId,
  body: z.object({}),
  response: document,
});

export const listTrash = endpoint({
  method: "GET",
  path: "/api/document-trash",
  action: "documents.edit",
  summary: "List documents in the trash that you can restore, most recent first",
  query: z.object(paging),
  response: z.array(z.extend(documentCard, { trashedAt: z.string(), trashedBy: personRef })),
});
export const exportTrash = csvEndpoint(listTrash);

export const listDownloads = endpoint({
  method: "GET",
  path: "/api/documents/:id/downloads",
  action: "documents.read-downloads",
  summary: "List a document's downloads and previews, newest first",
  params: byId,
  query: z.object({ ...paging }),
  response: z.array(
    z.object({
      id: z.number(),
      user: personRef,
      /** The number of the file. */
      number: z.number(),
      kind: z.enum(["preview", "download"]),
      at: z.string(),
    }),
  ),
});
export const exportDownloads = csvEndpoint(listDownloads);
