import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

const bytesPerMegabyte = 1024 * 1024;

/**
 * Checks that `bytes` more fit into a lease's document quota. Each file counts once, including earlier
 * versions and those in the trash. The lease stays locked until the end of the transaction, so that no one
 * else can add to it.
 * @throws AppError conflict
 */
export async function assertWithinQuota({ db }: Ctx, leaseId: number, bytes: number): Promise<void> {
  await sql`select from leases where id = ${leaseId} for no key update`.execute(db);
  // A separate statement, so that it sees what previous holders of the lock wrote.
  const { rows } = await sql<{ used: number; megabytes: number }>`
    select (select coalesce(sum(f.bytes), 0)::bigint from documents d join document_files f on f.document_id = d.id
        where d.lease_id = ${leaseId} and f.restored_from is null and f.scan <> 'infected') as used,
      (select document_quota_megabytes from organization) as megabytes`.execute(db);
  const { used, megabytes } = rows[0] ?? { used: 0, megabytes: 0 };
  if (used + bytes <= megabytes * bytesPerMegabyte) return;
  throw conflict(
    `This lease has used ${formatMegabytes(used)} of its ${megabytes.toLocaleString("en-US")} MB of document storage, so another ${formatMegabytes(bytes)} won't fit. Files in the trash count until they're deleted. An administrator can raise the limit.`,
  );
}

const formatMegabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / bytesPerMegabyte) * 10) / 10).toLocaleString("en-US")} MB`;
