import { type RawBuilder, sql } from "kysely";
import { reverseEntry } from "#domains/ledger/server/corrections/reverse-entry.ts";
import { lockAccounts, lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { FileImport } from "../../contract.ts";
import { allowLongStatements } from "../check/check-import.ts";
import { findImport, lockImport, toFileImport } from "../queries.ts";
import { auditEach } from "../row-kinds/row-kind.ts";
import { hasLedgerEntries, recordIds } from "./import-records.ts";
import { deleteBudgets, lockBudgets } from "./undo-budgets.ts";
import { deleteRecoveryHistory, isHistoryReconciled, lockRecoveryHistory } from "./undo-recovery-history.ts";

const maxReversedEntries = 1_000;
const maxNotifiedProperties = 100;
/** The reason in the audit log of each record that the undo deletes, reverses, or withdraws. */
const reason = "The import was undone";

/**
 * Undoes an import in one transaction, if none of its records has been changed or used: deletes its properties, units,
 * companies, leases, bills, vendors, budgets, and recovery history, withdraws its invitations, and reverses its ledger entries. A second call does nothing.
 * @throws AppError not_found; conflict with the reason the import can't be undone
 */
export async function undoImport(ctx: SignedInCtx, id: number): Promise<FileImport> {
  const { db, actor } = ctx;
  const {
    state,
    kind,
    file_name: fileName,
    created_by_id: creatorId,
  } = await lockImport(db, actor.accessScope, id);
  if (state === "undone") return toFileImport(await findImport(db, actor.accessScope, id));
  if (state !== "done") throw conflict("Only a finished import can be undone.");
  await allowLongStatements(db);
  await assertWithinScope(ctx, id);
  await lockBills(ctx, id);
  await lockBudgets(ctx, id);
  await lockRecoveryHistory(ctx, id);
  await assertUnchanged(ctx, id);
  await assertUnused(ctx, id);
  const counts = await countRecords(ctx, id);
  const propertyIds = await findPropertyIds(ctx, id);
  await withdrawInvitations(ctx, id);
  await reverseEntries(ctx, id);
  await auditDeletions(ctx, id);
  await deleteBudgets(ctx, id, reason);
  await deleteRecoveryHistory(ctx, id, reason);
  await deleteRecords(ctx, id, creatorId);
  await db.deleteFrom("import_file_rows").where("import_id", "=", id).execute();
  await db.deleteFrom("import_rows").where("import_id", "=", id).execute();
  await db.deleteFrom("import_errors").where("import_id", "=", id).execute();
  await db
    .updateTable("imports")
    .set({ state: "undone", error_count: 0, skipped_count: 0 })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "import.undone",
    subjectType: "import",
    subjectId: id,
    details: { kind, fileName, records: counts },
  });
  for (const propertyId of propertyIds) publishPropertyChange(ctx, propertyId);
  return toFileImport(await findImport(db, actor.accessScope, id));
}

/** Joins the records of an import with their tables. */
const records = sql`import_records i
  left join units u on i.type = 'unit' and u.id = i.record_id
  left join companies c on i.type = 'company' and c.id = i.record_id
  left join leases l on i.type = 'lease' and l.id = i.record_id
  left join ledger_entries e on i.type = 'entry' and e.id = i.record_id
  left join bills b on i.type = 'bill' and b.id = i.record_id
  left join budgets g on i.type = 'budget' and g.id = i.record_id
  left join recovery_history h on i.type = 'recovery-history' and h.id = i.record_id
  left join vendors v on v.id = coalesce(b.vendor_id, case i.type when 'vendor' then i.record_id end)
  left join properties p on p.id = coalesce(u.property_id, l.property_id, e.property_id, b.property_id, g.property_id, h.property_id, case i.type when 'property' then i.record_id end)`;

async function findPropertyIds({ db }: SignedInCtx, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from ${records} where i.import_id = ${id} and p.id is not null
    order by p.id limit ${sql.lit(maxNotifiedProperties)}`.execute(db);
  return rows.map((row) => row.id);
}

async function countRecords({ db }: SignedInCtx, id: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*) as count from import_records where import_id = ${id} group by type order by type`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

/** A landlord who no longer has a property can't undo what they imported there. */
async function assertWithinScope({ db, actor }: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql`
    select from ${records} where i.import_id = ${id} and p.id is not null and not (${propertyScope(actor.accessScope)}) limit 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw conflict("You no longer have access to all properties in this import, so you can't undo it.");
}

/** Waits for edits of the bills and for a reconciliation that is being issued, so that it isn't issued with deleted bills. */
async function lockBills(ctx: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql<{ propertyId: number }>`
    select property_id as "propertyId" from bills where id in ${recordIds(id, "bill")} order by id for update`.execute(
    ctx.db,
  );
  await lockPropertyMonths(
    ctx,
    rows.map(({ propertyId }) => propertyId),
  );
}

async function assertUnchanged({ db }: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select coalesce('Unit ' || u.unit_number, c.name, case i.type when 'bill' then concat_ws(' ', 'Bill', nullif(b.number, '')) || ' from ' || v.name end,
      v.name, case i.type when 'lease' then 'A lease' when 'budget' then 'A budget' when 'recovery-history' then concat_ws(' ', 'An amount', 'for ' || h.year) end, p.name, 'A record') as name from ${records}
    where i.import_id = ${id} and i.type in ('property', 'unit', 'company', 'lease', 'bill', 'vendor', 'budget', 'recovery-history')
      and i.version is distinct from coalesce(u.version, c.version, l.version, b.version, v.version, h.version,
        case when g.id is not null then 1 end, case i.type when 'property' then p.version end)
    order by i.type, i.record_id limit 1`.execute(db);
  const [changed] = rows;
  if (changed !== undefined)
    throw conflict(`${changed.name} has been changed or deleted since the import, so it can't be undone.`);
}

/**
 * Checks for uses that the database would delete or unlink together with the records. It rejects deletions of records
 * with other uses.
 */
async function assertUnused(ctx: SignedInCtx, id: number): Promise<void> {
  const properties = recordIds(id, "property");
  const { rows } = await sql<{ isPaid: boolean; isAccepted: boolean; use: string | null }>`
    select exists (select from allocations a join imports i on i.id = ${id} and a.made_at > i.finished_at
        where a.charge_id in ${recordIds(id, "entry")} or a.credit_id in ${recordIds(id, "entry")}) as "isPaid",
      exists (select from invitations where id in ${recordIds(id, "invitation")} and accepted_at is not null) as "isAccepted",
      case when exists (select from invitations where unit_id in ${recordIds(id, "unit")})
          or exists (select from invitations where lease_id in ${recordIds(id, "lease")})
          or exists (select from invitation_properties where property_id in ${properties}) then 'an invitation'
        when ${isReconciled(id)} or ${isHistoryReconciled(id)} then 'a reconciliation'
        when exists (select from budgets where property_id in ${properties}) then 'a budget'
        when exists (select from owner_statement_notes where property_id in ${properties} and notes <> '') then 'a note for an owner statement'
        when exists (select from teams where property_id in ${properties}) then 'a team'
        when exists (select from dispatch_rules where property_id in ${properties}) then 'a rule for new work orders'
        when exists (select from saved_views where property_id in ${properties}) then 'a saved view'
        when exists (select from saved_reports where property_id in ${properties} or company_id in ${recordIds(id, "company")}) then 'a saved report'
      end as use`.execute(ctx.db);
  const [{ isPaid, isAccepted, use } = { isPaid: false, isAccepted: false, use: null }] = rows;
  if (await hasLedgerEntries(ctx, id))
    throw conflict(
      "The leases from this import have ledger entries, which can't be deleted, so it can't be undone. Correct or end the leases instead.",
    );
  if (isPaid)
    throw conflict(
      "Payments or credits have been applied to these opening balances, so the import can't be undone. Reverse the entries on the leases instead.",
    );
  if (isAccepted)
    throw conflict("Some of these people have accepted their invitations, so the import can't be undone.");
  if (use !== null) throw createUsedError(use);
}

/**
 * Whether a reconciliation used bills of the import. It lists the bills of its year. Bills of the years before can be
 * part of base years and caps.
 */
const isReconciled = (id: number): RawBuilder<boolean> => sql`exists (
  select from bills b join reconciliations r on r.property_id = b.property_id and r.issued_at >= b.created_at
  where b.id in ${recordIds(id, "bill")} and b.service_from < make_date(r.year,
    (select coalesce(max(y.period_start_month), 1) from property_pools y where y.property_id = r.property_id), 1))
  or exists (
    select from reconciliations r, jsonb_to_recordset(r.content -> 'bills') used (id bigint)
    where r.property_id in (select property_id from bills where id in ${recordIds(id, "bill")}) and used.id in ${recordIds(id, "bill")})`;

const createUsedError = (use: string) =>
  conflict(`This import can't be undone because its records are already used by ${use}.`);

async function withdrawInvitations(ctx: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update invitations set withdrawn_at = ${ctx.now}
    where id in ${recordIds(id, "invitation")} and withdrawn_at is null returning id`.execute(ctx.db);
  for (const invitation of rows)
    await audit(ctx, {
      action: "invitation.withdrawn",
      subjectType: "invitation",
      subjectId: invitation.id,
      details: { reason },
    });
}

async function reverseEntries(ctx: SignedInCtx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number; leaseId: number }>`
    select e.id, e.lease_id as "leaseId" from ledger_entries e
    where e.id in ${recordIds(id, "entry")} and not exists (select from ledger_entries back where back.reverses_id = e.id)
    order by e.lease_id, e.id limit ${maxReversedEntries + 1}`.execute(ctx.db);
  if (rows.length > maxReversedEntries)
    throw conflict(
      "Imports of more than 1,000 opening balances can't be undone. Reverse the entries on the leases instead.",
    );
  // All leases are locked before the first reversal locks a property's months, as in all posting code.
  await lockAccounts(
    ctx,
    rows.map(({ leaseId }) => leaseId),
  );
  for (const entry of rows)
    await reverseEntry(ctx, entry.leaseId, {
      entryId: entry.id,
      cause: "mistake",
      reason,
    });
}

/** Writes an audit log entry for each record that is about to be deleted, so that its own history says why it's gone. */
async function auditDeletions(ctx: SignedInCtx, id: number): Promise<void> {
  const deletions = {
    lease: sql`(
      select l.id, l.property_id, jsonb_build_object('company', c.name, 'from', l.starts_on, 'to', l.ends_on, 'state', l.state,
        'unitIds', array(select lu.unit_id from lease_units lu where lu.lease_id = l.id order by lu.unit_id)) as details
      from leases l join companies c on c.id = l.company_id)`,
    company: sql`(select id, null::bigint as property_id, jsonb_build_object('name', name) as details from companies)`,
    bill: sql`(
      select b.id, b.property_id, jsonb_build_object('before', jsonb_build_object('vendor', v.name, 'number', b.number,
        'billedOn', b.billed_on, 'serviceFrom', b.service_from, 'serviceTo', b.service_to, 'dueOn', b.due_on, 'paidOn', b.paid_on,
        'totalCents', b.total_cents, 'lines', (
          select jsonb_agg(jsonb_build_object('category', c.name, 'amountCents', l.amount_cents, 'memo', l.memo) order by l.position)
          from bill_lines l join expense_categories c on c.id = l.category_id where l.bill_id = b.id))) as details
      from bills b join vendors v on v.id = b.vendor_id)`,
    vendor: sql`(select id, null::bigint as property_id, jsonb_build_object('name', name) as details from vendors)`,
    unit: sql`(
      select id, property_id, jsonb_build_object('before', jsonb_build_object('propertyId', property_id,
        'unitNumber', unit_number, 'type', type, 'status', status)) as details from units)`,
    property: sql`(
      select id, id as property_id, jsonb_build_object('before', jsonb_build_object('name', name, 'address', address,
        'city', city, 'state', state, 'zip', zip, 'country', country, 'type', type)) as details from properties)`,
  };
  for (const [type, deleted] of Object.entries(deletions) as [keyof typeof deletions, RawBuilder<unknown>][])
    await auditEach(
      ctx,
      { action: `${type}.deleted`, subjectType: type, importId: id },
      sql`(
        select d.id, d.property_id, d.details || jsonb_build_object('reason', ${reason}::text) as details
        from ${deleted} d where d.id in ${recordIds(id, type)})`,
    ).execute(ctx.db);
}

async function deleteRecords(ctx: SignedInCtx, id: number, creatorId: number): Promise<void> {
  const { db } = ctx;
  const leases = recordIds(id, "lease");
  const properties = recordIds(id, "property");
  const { rows } = await sql<{ unit_id: number }>`
    delete from lease_units where lease_id in ${leases} returning unit_id`.execute(db);
  const unitIds = rows.map((row) => row.unit_id);
  try {
    await sql`
      update units u set status = 'vacant', version = version + 1
      where id = any(${unitIds}::bigint[]) and status = 'occupied'
        and not exists (select from current_lease_units current where current.unit_id = u.id)`.execute(db);
    await sql`delete from lease_terms where lease_id in ${leases}`.execute(db);
    await sql`delete from lease_accounts where lease_id in ${leases}`.execute(db);
    await sql`delete from leases where id in ${leases}`.execute(db);
    await sql`delete from companies where id in ${recordIds(id, "company")}`.execute(db);
    await sql`delete from bill_lines where bill_id in ${recordIds(id, "bill")}`.execute(db);
    await sql`delete from bills where id in ${recordIds(id, "bill")}`.execute(db);
    await sql`delete from vendors where id in ${recordIds(id, "vendor")}`.execute(db);
    await sql`delete from units where id in ${recordIds(id, "unit")}`.execute(db);
    await sql`
      delete from property_landlords where user_id = ${creatorId} and property_id in ${properties}`.execute(
      db,
    );
    await sql`delete from properties where id in ${properties}`.execute(db);
  } catch (error) {
    const { code, table } = error as { code?: string; table?: string };
    throw code === "23503" ? createUsedError(uses[table ?? ""] ?? "another record") : error;
  }
  ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [creatorId] }));
}

const uses: Readonly<Record<string, string>> = {
  lease_units: "a lease",
  leases: "a lease",
  bills: "a bill",
  units: "a unit",
  lease_members: "a person on a lease",
  work_orders: "a work order",
  documents: "a document",
  users: "a request for access",
  property_landlords: "an assigned landlord",
  property_staff: "an assigned technician",
  notifications: "a notification",
};
