import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";

const megabyte = 1024 * 1024;

/**
 * Refuses `bytes` more for the documents of a tenancy when they would exceed the quota. All files count, including earlier
 * ones and those in the trash, but each once. Until the end of the transaction nobody else can add to this tenancy.
 * @throws AppError conflict
 */
export async function refuseOverQuota({ db }: Ctx, leaseId: number, bytes: number): Promise<void> {
  await sql`select from leases where id = ${leaseId} for no key update`.execute(db);
  // A separate statement, to see what earlier holders of the lock wrote.
  const { rows } = await sql<{ used: number; megabytes: number }>`
    select (select coalesce(sum(f.bytes), 0)::bigint from documents d join document_files f on f.document_id = d.id
        where d.lease_id = ${leaseId} and f.restored_from is null and f.scan <> 'infected') as used,
      (select document_quota_megabytes from organisation) as megabytes`.execute(db);
  const { used, megabytes } = rows[0] ?? { used: 0, megabytes: 0 };
  if (used + bytes <= megabytes * megabyte) return;
  throw conflict(
    `The documents of this tenancy take ${inMegabytes(used)} of the ${megabytes.toLocaleString("en-US")} MB they may, so ${inMegabytes(bytes)} more do not fit. Those in the trash count until they are removed; an administrator can set a higher limit.`,
  );
}

const inMegabytes = (bytes: number): string =>
  `${(Math.ceil((bytes / megabyte) * 10) / 10).toLocaleString("en-US")} MB`;
