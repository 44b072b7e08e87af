import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { id } from "#shared/http/fields.ts";
import { documentForm } from "./contract.ts";
import { documentTypes } from "./types.ts";

/*
 * Many documents in one ZIP, as when an organization moves in. The portal doesn't store the ZIP. It's sent twice: to
 * read its file names, and again to create the documents, after the user has corrected the matches.
 */

export const maxZipBytes = 100 * 1024 * 1024;
export const maxZipFiles = 200;

export const zipMessages = {
  missing: "Choose a ZIP file.",
  wrongField: "Send the ZIP in the “file” field.",
  tooMany: "Choose one ZIP.",
  tooLarge: "The ZIP can be up to 100 MB. Split it into smaller ones.",
};

const files = { name: "file", maxCount: 1, maxBytes: maxZipBytes };

/** A file of the ZIP with the records its path was matched to. */
export const zipFile = z.object({
  /** Its position in the ZIP, starting at 0. */
  index: z.number(),
  /** With its folders, such as `Harborview Center/101/lease.pdf`. */
  path: z.string(),
  bytes: z.number(),
  propertyId: z.nullable(z.number()),
  unitId: z.nullable(z.number()),
  type: z.enum(documentTypes),
  /** How the path was read: `“101” is a unit, “coi” means Insurance`. Empty if nothing was found. */
  reading: z.string(),
  /** Why the file can't become a document. Null if it can. */
  error: z.nullable(z.string()),
});
export type ZipFile = z.infer<typeof zipFile>;

export const readZip = endpoint({
  method: "POST",
  path: "/api/document-zips/check",
  action: "documents.upload-zip",
  summary:
    "List the files of a ZIP with the properties, units, and document types in their names (multipart)",
  body: z.object({}),
  files,
  ignoresIdempotencyKey: true,
  response: z.array(zipFile),
});

const newDocument = z.object({
  index: z.int("index must be a whole number."),
  title: documentForm.shape.title,
  type: documentForm.shape.type,
  propertyId: id,
  /** Null means all units. */
  unitId: z.nullable(id),
});
export type NewZipDocument = z.infer<typeof newDocument>;

const rowsMessage = "Send the rows as JSON in the “rows” field, before the file.";

/** The rows are a form field with JSON. */
export const zipDocuments = z.pipe(
  z.pipe(
    z.string(rowsMessage),
    z.transform((text: string): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return null;
      }
    }),
  ),
  z.array(newDocument, rowsMessage).check(z.maxLength(maxZipFiles, `Send up to ${maxZipFiles} rows.`)),
);

export const createZipDocuments = endpoint({
  method: "POST",
  path: "/api/document-zips",
  action: "documents.upload-zip",
  summary:
    "Create documents from the files of a ZIP (multipart), visible to staff only; each row has its outcome",
  body: z.object({ rows: zipDocuments }),
  files,
  /** Each file is added once, because one that is already among the documents is rejected. */
  ignoresIdempotencyKey: true,
  response: z.array(
    z.object({
      index: z.number(),
      /** Null if the file wasn't added. `message` says why. */
      documentId: z.nullable(z.number()),
      message: z.nullable(z.string()),
    }),
  ),
});
export type ZipOutcome = z.infer<typeof createZipDocuments.response>[number];
