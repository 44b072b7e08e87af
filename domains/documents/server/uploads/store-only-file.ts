import type { FastifyRequest } from "fastify";
import type { SignedInCtx } from "#server/http/context.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { invalid } from "#shared/errors.ts";
import { kindFromUploadName } from "../content-checks/check-kind.ts";
import { type StoredUpload, storeFile } from "./store-file.ts";

const missingFile = "Please select a file.";

/**
 * Stores the only file of a form that has nothing else, such as a bill's. It can have the same types as documents
 * (DOC-24), and is scanned for viruses right away.
 * @param files the endpoint's file field
 * @throws AppError invalid, too_large, unsupported_type, disk_full, unavailable
 */
export async function storeOnlyFile(
  ctx: SignedInCtx,
  request: FastifyRequest,
  files: { name: string; maxCount: number; maxBytes: number },
): Promise<StoredUpload> {
  if (!request.isMultipart()) throw invalid({ file: missingFile });
  let upload: StoredUpload | undefined;
  await readForm(ctx, request, {
    ...files,
    messages: {
      wrongField: "Send the file in the “file” field.",
      tooMany: "Add one file.",
      tooLarge: "The file can be up to 10 MB.",
    },
    onFile: async (received) => {
      if (received.bytes === 0) throw invalid({ file: "The file is empty." });
      upload = await storeFile(ctx, received, { kind: kindFromUploadName(received.name), scan: "now" });
    },
  });
  // TypeScript doesn't see the assignment in the callback.
  const storedUpload = upload as StoredUpload | undefined;
  if (storedUpload === undefined) throw invalid({ file: missingFile });
  return storedUpload;
}
