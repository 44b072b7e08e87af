import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { findFile } from "../read-document.ts";
import { assertScannedFile } from "../virus-scans/require-scanned-file.ts";

/** A later range of a file counts as part of a download that started within this many hours. */
const downloadHours = 24;

/**
 * Sends a file of a document as an attachment and records the download once (DASH-28). Nothing is recorded if
 * the browser already has the file, or for a later range of a recorded download.
 * @throws AppError not_found outside the access scope; conflict while it's being scanned, or if a virus was
 * found in it
 */
export async function sendDocumentFile(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  { id, number, kind }: { id: number; number?: number; kind: "preview" | "download" },
): Promise<typeof sent> {
  const file = await findFile(ctx, id, number);
  assertScannedFile(file);
  const recordDownload = (isLaterRange: boolean) =>
    sql`
      insert into document_downloads (document_id, property_id, number, user_id, kind, at, network_address)
      select ${id}, ${file.propertyId}, ${file.number}, ${ctx.actor.id}, ${kind}, ${ctx.now}, ${ctx.networkAddress}
      where not (${isLaterRange} and exists (select from document_downloads l
        where l.document_id = ${id} and l.number = ${file.number} and l.user_id = ${ctx.actor.id}
          and l.at > ${ctx.now}::timestamptz - make_interval(hours => ${sql.lit(downloadHours)})))`.execute(
      ctx.db,
    );
  return sendFileRange(ctx, exchange, {
    ...file,
    disposition: formatAttachment(file.name),
    onSend: async (isLaterRange) => void (await recordDownload(isLaterRange)),
  });
}
