import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { defineList } from "#server/list/define-list.ts";
import { matchesWords } from "#server/list/search.ts";
import { notFound } from "#shared/errors.ts";
import type { BodyOf, QueryOf } from "#shared/http/endpoint.ts";
import type {
  createVendor,
  editVendor as editVendorEndpoint,
  listVendors,
  Vendor,
  VendorRow,
} from "../../vendors-contract.ts";
import { sharedScope } from "../access.ts";
import { withUniqueName } from "../with-unique-name.ts";

const vendorColumns = sql`v.id, v.name, v.contact_name as "contactName", v.email, v.phone, v.notes,
  v.archived_at is not null as "isArchived", v.version`;

/** The vendors by name. */
export const vendors = defineList<QueryOf<typeof listVendors>, VendorRow>({
  from: sql`vendors v`,
  columns: ({ actor }) => sql`${vendorColumns}, (
    select max(b.billed_on) from bills b
    where b.vendor_id = v.id and b.voided_at is null and ${managesProperty(actor.accessScope, sql`b.property_id`)}) as "lastBilledOn"`,
  id: sql`v.id`,
  sort: () => ({ by: [sql`fold_text(v.name) collate "C"`, sql`v.id`] }),
  scope: sharedScope,
  filters: {
    archived: (archived) =>
      archived === "all" ? sql`true` : sql`(v.archived_at is not null) = ${archived === "yes"}`,
  },
  search: (text) => matchesWords(sql`v.words`, text),
  csv: {
    name: "vendors",
    cells: {
      Name: ({ name }) => name,
      Contact: ({ contactName }) => contactName,
      Email: ({ email }) => email,
      Phone: ({ phone }) => phone,
      Notes: ({ notes }) => notes,
      "Last bill": ({ lastBilledOn }) => lastBilledOn,
      Archived: ({ isArchived }) => isArchived,
    },
  },
});

const duplicateMessage = (name: string) => `There is already a vendor named ${name}.`;

/** @throws AppError conflict if a vendor has this name */
export async function addVendor(ctx: SignedInCtx, body: BodyOf<typeof createVendor>): Promise<Vendor> {
  const { id } = await withUniqueName(duplicateMessage(body.name), () =>
    ctx.db
      .insertInto("vendors")
      .values({
        name: body.name,
        contact_name: body.contactName ?? "",
        email: body.email ?? "",
        phone: body.phone ?? "",
        notes: body.notes ?? "",
        created_at: ctx.now,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await audit(ctx, {
    action: "vendor.created",
    subjectType: "vendor",
    subjectId: id,
    details: { name: body.name },
  });
  return findVendor(ctx, id);
}

const fields = ["name", "contactName", "email", "phone", "notes", "isArchived"] as const;

/**
 * Updates or archives a vendor.
 * @throws AppError not_found; conflict if `expectedVersion` is outdated or a vendor has this name
 */
export async function changeVendor(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editVendorEndpoint>,
  expectedVersion: number | undefined,
): Promise<Vendor> {
  const { db, now } = ctx;
  await sql`select id from vendors where id = ${id} for no key update`.execute(db);
  const before = await findVendor(ctx, id);
  await assertCurrentVersion(ctx, { ...before, type: "vendor" }, expectedVersion, () => before);
  const after = { ...before, ...body };
  const changes = diffFields(before, after, fields);
  if (changes.length === 0) return before;
  await withUniqueName(duplicateMessage(after.name), () =>
    db
      .updateTable("vendors")
      .set({
        name: after.name,
        contact_name: after.contactName,
        email: after.email,
        phone: after.phone,
        notes: after.notes,
        version: before.version + 1,
        ...(after.isArchived !== before.isArchived && { archived_at: after.isArchived ? now : null }),
      })
      .where("id", "=", id)
      .execute(),
  );
  await audit(ctx, { action: "vendor.edited", subjectType: "vendor", subjectId: id, details: { changes } });
  return findVendor(ctx, id);
}

async function findVendor({ db, actor }: SignedInCtx, id: number): Promise<Vendor> {
  const { rows } = await sql<Vendor>`
    select ${vendorColumns} from vendors v where v.id = ${id} and ${sharedScope(actor.accessScope)}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound("vendor");
  return rows[0];
}
