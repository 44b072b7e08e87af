import { createReadStream } from "node:fs";
import type { Ctx } from "#server/http/context.ts";
import type { ReceivedFile } from "#server/http/read-form.ts";
import { senderOf } from "#server/http/sender.ts";
import type { StoredFile } from "#server/integrations/file-store.ts";
import { scanForViruses } from "#server/integrations/virus-scanner.ts";
import { AppError, unavailable } from "#shared/errors.ts";
import { type DocumentKind, documentKinds } from "../kinds.ts";
import { checkKind } from "./check-kind.ts";
import { cleanName } from "./clean-name.ts";

/** A file that was checked and stored; it is deleted when the request fails. */
export interface KeptFile {
  file: StoredFile;
  name: string;
  mediaType: (typeof documentKinds)[DocumentKind];
}

/**
 * The one way in for a file that is stored as it was sent; a photo is re-encoded instead (`keepPicture`). It has to be of its
 * kind to the last byte (DOC-24), gets the extension of that kind, and is scanned for viruses if there is a scanner.
 * @param scan `later` only where nobody gets the file before a job has scanned it
 * @throws AppError wrong_kind, disk_full, unavailable, each with a sentence
 */
export async function keepFile(
  ctx: Ctx,
  received: ReceivedFile,
  { kind, scan }: { kind: DocumentKind; scan: "now" | "later" },
): Promise<KeptFile> {
  await checkKind(received.path, kind, senderOf(ctx));
  if (scan === "now") await refuseInfected(ctx, received);
  const file = await ctx.files.take(received, kind);
  ctx.onFailure(() => ctx.files.remove(file.key));
  return { file, name: cleanName(received.name, kind), mediaType: documentKinds[kind] };
}

async function refuseInfected({ config, log }: Ctx, { path }: ReceivedFile): Promise<void> {
  if (config.clamd === null) return;
  const verdict = await scanForViruses(config.clamd, createReadStream(path)).catch((error: unknown) => {
    log.warn({ err: error }, "A file could not be scanned for viruses, so it was refused.");
    throw unavailable("Files cannot be checked for viruses right now. Please try again in a minute.", 60);
  });
  if (!verdict.isClean)
    throw new AppError("wrong_kind", "A virus was found in this file, so it was not kept.");
}
