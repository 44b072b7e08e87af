import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, done, idInPath, text } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { documentBytesMax } from "./kinds.ts";
import { documentTypes, scanStates, visibilities } from "./types.ts";

const personRef = z.object({ id: z.number(), fullName: z.string() });

/** A file of a document. */
const fileFacts = z.object({
  /** The number of the file within its document, from 1. */
  number: z.number(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  /** Only clean and unscanned files can be downloaded. */
  scan: z.enum(scanStates),
});

/** A card of the list (DOC-04, API-20), with the document's place and visibility. */
export const documentCard = z.object({
  id: z.number(),
  title: z.string(),
  type: z.enum(documentTypes),
  createdAt: z.string(),
  property: z.object({ id: z.number(), name: z.string() }),
  unit: z.nullable(z.object({ id: z.number(), unitNumber: z.string() })),
  leaseId: z.nullable(z.number()),
  visibility: z.enum(visibilities),
  /** The last day it is valid. */
  expiresOn: z.nullable(z.string()),
  createdBy: personRef,
  /** The current file. */
  file: fileFacts,
  /** The text around the first hit of a search in its file, in pieces, and the page it is on; null without one. */
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
    z.extend(fileFacts, {
      uploadedBy: personRef,
      uploadedAt: z.string(),
      /** The number of the file it restores. */
      restoredFrom: z.nullable(z.number()),
    }),
  ),
  /** Null unless it is in the trash. */
  trashedAt: z.nullable(z.string()),
  may: z.object({
    /** Whether the user may change title, type, last day and file, and use the trash. */
    edit: z.boolean(),
    chooseVisibility: z.boolean(),
    readDownloads: z.boolean(),
  }),
});
export type Document = z.infer<typeof document>;

const type = z.enum(documentTypes, "Please select a document type");
/** In one line and in Unicode normal form, so that a search finds it. */
const title = text(3, "Title must be at least 3 characters", 200).check(
  z.normalize(),
  z.overwrite((value) => value.replace(/\s+/g, " ")),
  // Joiners belong to emoji and to letters of some scripts; all other format characters only deceive.
  z.regex(/^(?:[\u200c\u200d]|\P{Cf})*$/u, "Please remove the invisible characters"),
);
const visibility = z.enum(visibilities, `visibility must be one of ${visibilities.join(", ")}.`);
const expiresOn = z.union([z.literal(""), day("Please choose a day")], "Please choose a day");

/** The form's fields except the file (DOC-11 to DOC-16). */
export const documentForm = z.object({
  title,
  type,
  buildingId: z.pipe(
    z.string("Please select a building").check(z.regex(/^[1-9]\d{0,15}$/, "Please select a building")),
    z.transform((digits: string) => Number(digits)),
  ),
  /** Empty or `all`: all units. */
  unitId: z.optional(z.union([z.literal(""), z.literal("all"), idInPath], "Please choose a unit")),
  /** Set by those who run the building. By default a building's document is for everyone in it, a unit's for its tenant, or for staff while the unit is not let. */
  visibility: z.optional(z.union([z.literal(""), visibility])),
  expiresOn: z.optional(expiresOn),
});

const files = { name: "file", maxCount: 1, maxBytes: documentBytesMax };

export const listDocuments = endpoint({
  method: "GET",
  path: "/api/documents",
  action: "documents.list",
  summary: "Documents within the access scope, newest first; X-Total-Count and Link describe the whole list",
  query: z.object({
    ...paging,
    type: z.optional(z.enum(documentTypes, `type must be one of ${documentTypes.join(", ")}.`)),
    q: z.optional(z.string().check(z.trim(), z.maxLength(200, "Please search for at most 200 characters."))),
    /** Where to search for `q`: in titles and files, or in titles only. */
    in: z.optional(z.enum(["titles", "files"], "in must be titles or files.")),
    propertyId: z.optional(idInPath),
    unitId: z.optional(idInPath),
    /**
     * `soon`: what has expired, or does within 30 days, by the day at the property; nothing of leases that have ended. `ever`:
     * what has an expiry date.
     */
    expires: z.optional(z.enum(["soon", "ever"], "expires must be soon or ever.")),
    leaseId: z.optional(idInPath),
    companyId: z.optional(idInPath),
  }),
  response: z.array(documentCard),
});

export const exportDocuments = csvOf(listDocuments);

export const createDocument = endpoint({
  method: "POST",
  path: "/api/documents",
  action: "documents.upload",
  summary: "Upload a document (multipart); a tenant's belongs to their own unit, whatever is sent",
  body: documentForm,
  files,
  response: document,
  status: 201,
});

export const readDocument = endpoint({
  method: "GET",
  path: "/api/documents/:id",
  action: "documents.read",
  summary: "A document with its files",
  params: byId,
  response: document,
});

export const editDocument = endpoint({
  method: "PATCH",
  path: "/api/documents/:id",
  action: "documents.edit",
  summary: "Change the given fields of a document",
  versioned: true,
  params: byId,
  body: z.object({
    title: z.optional(title),
    type: z.optional(type),
    visibility: z.optional(visibility),
    expiresOn: z.optional(z.nullable(day("Please choose a day"))),
    version: z.optional(z.int()),
  }),
  response: document,
});

/** DASH-28: the address of a download button. Both calls take `for=preview` when the page itself draws the file. */
const fileQuery = z.object({ for: z.optional(z.enum(["preview"], "for must be preview.")) });
export const readFile = endpoint({
  method: "GET",
  path: "/api/documents/:id/file",
  action: "documents.read",
  summary: "The current file, as an attachment; honours Range",
  params: byId,
  query: fileQuery,
  response: z.unknown(),
  responseKind: "file",
});

const fileNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}$/, "number must be the number of a file.")),
  z.transform(Number),
);
const numbered = z.object({ id: idInPath, number: fileNumber });
export const readEarlierFile = endpoint({
  method: "GET",
  path: "/api/documents/:id/files/:number",
  action: "documents.read",
  summary: "Any file of a document",
  params: numbered,
  query: fileQuery,
  response: z.unknown(),
  responseKind: "file",
});

export const addFile = endpoint({
  method: "POST",
  path: "/api/documents/:id/files",
  action: "documents.edit",
  summary: "Upload a new file, which replaces the current one (multipart)",
  params: byId,
  /** Empty: it does not expire. Absent: the day stays. */
  body: z.object({ expiresOn: z.optional(expiresOn) }),
  files,
  response: document,
  status: 201,
});

export const restoreFile = endpoint({
  method: "POST",
  path: "/api/documents/:id/files/:number/bring-back",
  action: "documents.edit",
  summary: "Restore an earlier file, as a new one",
  versioned: true,
  params: numbered,
  body: z.object({}),
  response: document,
});

export const trashDocument = endpoint({
  method: "DELETE",
  path: "/api/documents/:id",
  action: "documents.edit",
  summary: "Move a document to the trash, from where it can be restored for 30 days",
  versioned: true,
  params: byId,
  response: done,
});

export const takeBackDocument = endpoint({
  method: "POST",
  path: "/api/documents/:id/take-back",
  action: "documents.edit",
  summary: "Restore a document from the trash",
  versioned: true,
  params: byId,
  body: z.object({}),
  response: document,
});

/** When the last document was put into the trash, in milliseconds, and its id: it may be restored before the next page is read. */
const trashCursor = z.optional(
  z
    .string()
    .check(
      z.regex(/^\d{1,14}-[1-9]\d{0,15}$/, "cursor must be the one in the Link header of the previous page."),
    ),
);
export const listTrash = endpoint({
  method: "GET",
  path: "/api/document-trash",
  action: "documents.edit",
  summary: "Documents in the trash that the user may restore, most recent first",
  query: z.object({ ...paging, cursor: trashCursor }),
  response: z.array(z.extend(documentCard, { trashedAt: z.string(), trashedBy: personRef })),
});
export const exportTrash = csvOf(listTrash);

export const listDownloads = endpoint({
  method: "GET",
  path: "/api/documents/:id/downloads",
  action: "documents.read-downloads",
  summary: "The downloads and previews of a document, newest first",
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
export const exportDownloads = csvOf(listDownloads);
