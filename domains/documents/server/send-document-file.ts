import type { sent } from "#server/http/answer.ts";
import { attachmentNamed } from "#server/http/content-disposition.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Exchange, sendFileInParts } from "#server/http/send-kept-file.ts";
import { conflict } from "#shared/errors.ts";
import { findFile } from "./read-document.ts";

/**
 * Sends a file of a document as an attachment, and writes down who took it (DASH-28): once for each taking, so not for a
 * later part of it, nor for what the browser has already.
 * @throws AppError not_found out of reach; conflict while it is being checked, or when a virus was found in it
 */
export async function sendDocumentFile(
  ctx: SignedInCtx,
  exchange: Exchange,
  { id, number, kind }: { id: number; number?: number; kind: "preview" | "download" },
): Promise<typeof sent> {
  const file = await findFile(ctx, id, number);
  if (file.scan === "waiting")
    throw conflict("This file is still being checked for viruses. Please try again in a minute.");
  if (file.scan === "infected") throw conflict("A virus was found in this file, so it was removed.");
  const writeDown = () =>
    ctx.db
      .insertInto("document_downloads")
      .values({
        document_id: id,
        property_id: file.propertyId,
        number: file.number,
        user_id: ctx.actor.id,
        kind,
        at: ctx.now,
        network_address: ctx.networkAddress,
      })
      .execute();
  return sendFileInParts(ctx, exchange, {
    ...file,
    disposition: attachmentNamed(file.name),
    onTaking: async () => void (await writeDown()),
  });
}
