import { createReadStream } from "node:fs";
import type { Ctx } from "#server/http/context.ts";
import type { ReceivedFile } from "#server/http/requests/read-form.ts";
import { getSender } from "#server/http/requests/sender.ts";
import type { LocalFile, StoredFile } from "#server/integrations/files/file-store.ts";
import { scanForViruses } from "#server/integrations/files/virus-scanner.ts";
import { AppError, unavailable } from "#shared/errors.ts";
import { type DocumentKind, documentKinds } from "../../kinds.ts";
import { checkKind } from "../content-checks/check-kind.ts";
import { cleanName } from "./clean-name.ts";

/** A file that was checked and stored. It's deleted if the request fails. */
export interface StoredUpload {
  file: StoredFile;
  name: string;
  mediaType: (typeof documentKinds)[DocumentKind];
}

/**
 * Stores a file as it was sent, except for the padding around a PDF. All files go through here, except
 * photos, which are re-encoded (`storeImage`), and PDFs that the portal wrote (`filePdf`). The whole contents
 * must match the type (DOC-24). The file gets the extension of its type and is scanned for viruses if there
 * is a scanner.
 * @param scan `later` only if no one gets the file before a job has scanned it
 * @throws AppError unsupported_type, disk_full, unavailable, each with a message
 */
export async function storeFile(
  ctx: Ctx,
  received: ReceivedFile,
  { kind, scan }: { kind: DocumentKind; scan: "now" | "later" },
): Promise<StoredUpload> {
  const checkedFile = await checkKind(received, kind, getSender(ctx));
  if (scan === "now") await assertNotInfected(ctx, checkedFile);
  const file = await ctx.files.storeReceived(checkedFile, kind);
  ctx.onFailure(() => ctx.files.remove(file.key));
  return { file, name: cleanName(received.name, kind), mediaType: documentKinds[kind] };
}

async function assertNotInfected({ config, log }: Ctx, { path }: LocalFile): Promise<void> {
  if (config.clamd === null) return;
  const verdict = await scanForViruses(config.clamd, createReadStream(path)).catch((error: unknown) => {
    log.warn({ err: error }, "A file couldn't be scanned for viruses, so it was rejected.");
    throw unavailable("We can't scan files for viruses right now. Try again in a minute.", 60);
  });
  if (!verdict.isClean)
    throw new AppError("unsupported_type", "This file contains a virus and was not saved.");
}
