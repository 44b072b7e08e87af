import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";

type RecordType = "property" | "unit" | "lease" | "invitation" | "entry" | "bill";

/** Selects the ids of the import's records of a type. */
export const recordIds = (importId: number, type: string): RawBuilder<unknown> =>
  sql`(select record_id from import_records where import_id = ${importId} and type = ${type})`;

/** Remembers the records that an import creates, so that it can be undone. */
export async function rememberRecords(
  { db }: SignedInCtx,
  importId: number,
  type: RecordType,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0)
    await db
      .insertInto("import_records")
      .values(ids.map((id) => ({ import_id: importId, type, record_id: id })))
      .execute();
}

/** Remembers a new lease, and its company if this transaction added it. */
export async function rememberLease(ctx: SignedInCtx, importId: number, leaseId: number): Promise<void> {
  await rememberRecords(ctx, importId, "lease", [leaseId]);
  await sql`
    insert into import_records (import_id, type, record_id)
    select ${importId}, 'company', c.id from leases l join companies c on c.id = l.company_id
    where l.id = ${leaseId} and c.created_at = now()
      and not exists (select from leases other where other.company_id = c.id and other.id <> l.id)`.execute(
    ctx.db,
  );
}

/** Whether a lease that the import created has ledger entries, which can't be deleted. */
export async function hasLedgerEntries({ db }: SignedInCtx, importId: number): Promise<boolean> {
  const { rows } = await sql`
    select from import_records i join ledger_entries e on e.lease_id = i.record_id
    where i.import_id = ${importId} and i.type = 'lease' limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Saves the versions at the end of the import. A record with a later version has been changed. An amount of a budget has no
 * version, because saving the budget replaces it.
 */
export async function saveVersions({ db }: SignedInCtx, importId: number): Promise<void> {
  await sql`
    update import_records i set version = case i.type
      when 'property' then (select version from properties where id = i.record_id)
      when 'unit' then (select version from units where id = i.record_id)
      when 'company' then (select version from companies where id = i.record_id)
      when 'lease' then (select version from leases where id = i.record_id)
      when 'bill' then (select version from bills where id = i.record_id)
      when 'vendor' then (select version from vendors where id = i.record_id)
      when 'recovery-history' then (select version from recovery_history where id = i.record_id)
      when 'budget' then 1 end
    where i.import_id = ${importId}`.execute(db);
}
