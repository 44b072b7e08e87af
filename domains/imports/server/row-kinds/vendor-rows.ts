import { type RawBuilder, sql } from "kysely";
import { newVendor } from "#domains/expenses/vendors-contract.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { auditEach, type RowKind, recordErrors } from "./row-kind.ts";

/** Imports vendors (EXP-20). */
export const vendorRows: RowKind = {
  read: (values) => values,
  rules: newVendor,

  async checkAgainstPortal({ db }, importId) {
    await recordErrors(
      db,
      importId,
      "Name",
      sql`select line, format('This vendor is already on line %s.', first) as message from (
        select r.line, min(r.line) over (partition by fold_text(r.content ->> 'name')) as first
        from import_rows r where r.import_id = ${importId}) twice
      where line > first`,
    );
    await recordErrors(
      db,
      importId,
      "Name",
      sql`select r.line, format(case when v.archived_at is null then 'There is already a vendor named %s.'
          else 'There is already a vendor named %s. It''s archived, and you can restore it.' end, left(v.name, 120)) as message
      from import_rows r join vendors v on fold_text(v.name) = fold_text(r.content ->> 'name')
      where r.import_id = ${importId}`,
    );
  },

  batchSize: 500,

  async write(ctx, importId, lines) {
    await addVendors(
      ctx,
      importId,
      sql`(
        select f.* from import_rows r, jsonb_to_record(r.content) as f (
          name text, "contactName" text, email text, phone text, notes text)
        where r.import_id = ${importId} and r.line = any(${lines}::integer[]) order by r.line)`,
    );
  },
};

/** Adds the selected vendors: `name`, `contactName`, `email`, `phone`, and `notes`. */
export async function addVendors(
  ctx: SignedInCtx,
  importId: number,
  vendors: RawBuilder<unknown>,
): Promise<void> {
  const entry = { action: "vendor.created", subjectType: "vendor", importId } as const;
  await sql`
    with made as (
      insert into vendors (name, contact_name, email, phone, notes, created_at)
      select v.name, v."contactName", v.email, v.phone, v.notes, ${ctx.now} from ${vendors} v
      returning id, null::bigint as property_id, jsonb_build_object('name', name) as details
    ), remembered as (
      insert into import_records (import_id, type, record_id) select ${importId}, 'vendor', id from made
    )
    ${auditEach(ctx, entry, sql`made`)}`.execute(ctx.db);
}
