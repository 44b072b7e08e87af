import { sql } from "kysely";
import { attachmentNamed } from "#server/http/content-disposition.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/response.ts";
import { type Exchange, sendFileInParts } from "#server/http/send-kept-file.ts";
import { findFile } from "./read-document.ts";
import { refuseNotToHave } from "./refuse-not-to-have.ts";

/** A later range of a file belongs to the download that began within this many hours before. */
const takingHours = 24;

/**
 * Sends a file of a document as an attachment, and records the download (DASH-28) once: not when the browser already has the
 * file, nor for a later range, unless the first one was never downloaded.
 * @throws AppError not_found outside the access scope; conflict while it is being checked, or when a virus was found in it
 */
export async function sendDocumentFile(
  ctx: SignedInCtx,
  exchange: Exchange,
  { id, number, kind }: { id: number; number?: number; kind: "preview" | "download" },
): Promise<typeof sent> {
  const file = await findFile(ctx, id, number);
  refuseNotToHave(file);
  const writeDown = (isLaterPart: boolean) =>
    sql`
      insert into document_downloads (document_id, property_id, number, user_id, kind, at, network_address)
      select ${id}, ${file.propertyId}, ${file.number}, ${ctx.actor.id}, ${kind}, ${ctx.now}, ${ctx.networkAddress}
      where not (${isLaterPart} and exists (select from document_downloads l
        where l.document_id = ${id} and l.number = ${file.number} and l.user_id = ${ctx.actor.id}
          and l.at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(takingHours)})))`.execute(
      ctx.db,
    );
  return sendFileInParts(ctx, exchange, {
    ...file,
    disposition: attachmentNamed(file.name),
    onTaking: async (isLaterPart) => void (await writeDown(isLaterPart)),
  });
}
