import * as z from "zod/mini";
import { maxDocumentBytes } from "#domains/documents/kinds.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { photoLabels, workOrder } from "./contract.ts";

export const maxFilesPerUpload = 10;
/** Applies to shared files and to staff-only files separately. */
export const maxFilesPerWorkOrder = 20;

export const addFiles = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/files",
  action: "work-orders.change-files",
  summary: `Add files such as quotes and invoices to a work order (multipart), up to ${maxFilesPerWorkOrder} in total`,
  params: byId,
  body: z.object({
    /** Staff only. Files from staff are internal unless this is `false`. Files from tenants never are. */
    internal: z.optional(z.enum(["true", "false"], "internal must be true or false.")),
  }),
  files: { name: "files", maxCount: maxFilesPerUpload, maxBytes: maxDocumentBytes },
  response: workOrder,
  status: 201,
});

const fileParams = z.object({ id: idInPath, fileId: idInPath });

export const readWorkOrderFile = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/files/:fileId",
  action: "work-orders.read",
  summary: "Download a work order file; supports Range",
  params: fileParams,
  response: z.unknown(),
  responseKind: "file",
});

export const removeFile = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/files/:fileId",
  action: "work-orders.change-files",
  summary: "Permanently remove a file (tenants: their own; staff: any); the log keeps its name and hash",
  params: fileParams,
  response: workOrder,
});

export const verifyRecords = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/verify",
  action: "work-orders.read",
  summary: "Recompute the hash chain and the hashes of photos, files, and signatures",
  params: byId,
  response: z.object({
    valid: z.boolean(),
    entries: z.number(),
    photos: z.number(),
    files: z.number(),
    signatures: z.number(),
    /** One sentence per mismatch. */
    problems: z.array(z.string()),
    headHash: z.string(),
  }),
});

const photoParams = z.object({ id: idInPath, imageId: idInPath });

export const tagPhoto = endpoint({
  method: "PATCH",
  path: "/api/work-orders/:id/images/:imageId",
  action: "work-orders.change-photos",
  summary: "Set or remove a photo's before or after tag (tenants: their own; staff: any)",
  params: photoParams,
  body: z.object({ label: z.nullable(z.enum(photoLabels, "label must be before, after, or null.")) }),
  response: workOrder,
});

export const removePhoto = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/images/:imageId",
  action: "work-orders.change-photos",
  summary: "Permanently remove a photo (tenants: their own; staff: any); the log keeps its hash",
  params: photoParams,
  response: workOrder,
});

export const readPhoto = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/images/:imageId",
  action: "work-orders.read",
  summary: "Get a photo; ?size=thumbnail returns the thumbnail",
  params: photoParams,
  query: z.object({ size: z.optional(z.enum(["thumbnail"], "size must be thumbnail.")) }),
  response: z.unknown(),
  responseKind: "file",
});

export const readSignature = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/signatures/:signatureId",
  action: "work-orders.read",
  summary: "Get a signature image",
  params: z.object({ id: idInPath, signatureId: idInPath }),
  response: z.unknown(),
  responseKind: "file",
});

export const readDeletedWorkOrder = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/deleted",
  action: "work-orders.read-deleted",
  summary: "Get a deleted work order; read its log, photos, files, and signatures as for any work order",
  params: byId,
  response: workOrder,
});
