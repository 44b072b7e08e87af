import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { sent } from "#server/http/endpoints/response.ts";
import { formatAttachment } from "#server/http/files/content-disposition.ts";
import { type RequestAndReply, sendFileRange } from "#server/http/files/send-stored-file.ts";
import { notFound } from "#shared/errors.ts";
import { billFileScope, type LeaseYear, readLeaseStatement } from "./read-lease-statement.ts";

interface StoredFile {
  key: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: Buffer;
}

/**
 * Sends the file of a bill in a lease's statement (REC-15).
 * @throws AppError not_found, also if the property doesn't share the files with tenants
 */
export async function sendStatementBillFile(
  ctx: SignedInCtx,
  exchange: RequestAndReply,
  { billId, ...leaseYear }: LeaseYear & { billId: number },
): Promise<typeof sent> {
  const { billFiles } = await readLeaseStatement(ctx, leaseYear);
  const { rows } = await sql<StoredFile>`
    select b.file_key as key, b.file_name as name, b.file_type as "mediaType", b.file_bytes as bytes, b.file_sha256 as sha256
    from bills b join properties p on p.id = b.property_id
    where b.id = ${billId} and b.id = any(${billFiles}::bigint[]) and ${billFileScope(ctx)}`.execute(ctx.db);
  const [file] = rows;
  if (file === undefined) throw notFound("file");
  return sendFileRange(ctx, exchange, { ...file, disposition: formatAttachment(file.name) });
}
