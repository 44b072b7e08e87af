import * as z from "zod/mini";
import { documentBytesMax } from "#domains/documents/kinds.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, idInPath } from "#shared/http/fields.ts";
import { workOrder } from "./contract.ts";

export const filesAtOnceMax = 10;
/** Of those that tenants see, and as many again for staff only. */
export const filesOfOrderMax = 20;

export const addFiles = endpoint({
  method: "POST",
  path: "/api/work-orders/:id/files",
  action: "work-orders.change-files",
  summary: `Add files such as quotes and invoices to an order (multipart), up to ${filesOfOrderMax} in all`,
  params: byId,
  body: z.object({
    /** For staff only, as files of staff are unless this is `false`; a tenant's never are. */
    internal: z.optional(z.enum(["true", "false"], "internal must be true or false.")),
  }),
  files: { name: "files", maxCount: filesAtOnceMax, maxBytes: documentBytesMax },
  response: workOrder,
  status: 201,
});

const ofOrder = z.object({ id: idInPath, fileId: idInPath });

export const readOrderFile = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/files/:fileId",
  action: "work-orders.read",
  summary: "A file of an order, as an attachment; honours Range",
  params: ofOrder,
  response: z.unknown(),
  responseKind: "file",
});

export const removeFile = endpoint({
  method: "DELETE",
  path: "/api/work-orders/:id/files/:fileId",
  action: "work-orders.change-files",
  summary: "Remove a file for good: tenants those they added, staff any; the log keeps its name and hash",
  params: ofOrder,
  response: workOrder,
});

export const verify = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/verify",
  action: "work-orders.read",
  summary: "Recompute the hash chain, and the hashes of photos, files and signatures",
  params: byId,
  response: z.object({
    valid: z.boolean(),
    entries: z.number(),
    photos: z.number(),
    files: z.number(),
    signatures: z.number(),
    /** A sentence for each mismatch. */
    problems: z.array(z.string()),
    headHash: z.string(),
  }),
});

export const readImage = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/images/:imageId",
  action: "work-orders.read",
  summary: "A photo; ?size=thumbnail for the small one",
  params: z.object({ id: idInPath, imageId: idInPath }),
  query: z.object({ size: z.optional(z.enum(["thumbnail"], "size must be thumbnail.")) }),
  response: z.unknown(),
  responseKind: "file",
});
export const readSignature = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/signatures/:signatureId",
  action: "work-orders.read",
  summary: "A signature's image",
  params: z.object({ id: idInPath, signatureId: idInPath }),
  response: z.unknown(),
  responseKind: "file",
});

export const readDeletedOrder = endpoint({
  method: "GET",
  path: "/api/work-orders/:id/deleted",
  action: "work-orders.read-deleted",
  summary: "A deleted order; its log, photos, files and signatures are read as those of any order",
  params: byId,
  response: workOrder,
});
