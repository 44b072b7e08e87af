import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";

interface ResolvedVendor {
  id: number;
  name: string;
}

/**
 * Returns the vendor of a bill: an existing one, or one found by name. If there is no vendor with that name,
 * it is added. Locks the vendor, so that no one else enters the same bill.
 * @throws AppError invalid for a vendor that doesn't exist or is archived. `currentId` can be archived
 */
export async function resolveVendor(
  ctx: SignedInCtx,
  choice: { vendorId?: number | undefined; vendorName?: string | undefined },
  currentId: number | null = null,
): Promise<ResolvedVendor> {
  const { vendorId = null, vendorName = null } = choice;
  if (vendorId === null && vendorName !== null) await addUnlessKnown(ctx, vendorName);
  const { rows } = await sql<ResolvedVendor & { isArchived: boolean }>`
    select id, name, archived_at is not null as "isArchived" from vendors
    where ${vendorId === null ? sql`fold_text(name) = fold_text(${vendorName})` : sql`id = ${vendorId}`}
    for no key update`.execute(ctx.db);
  const [vendor] = rows;
  if (vendor === undefined) throw invalid({ vendorId: "This vendor doesn't exist. Select another one." });
  if (vendor.isArchived && vendor.id !== currentId)
    throw invalid({ vendorId: `${vendor.name} is archived. Restore the vendor first.` });
  return vendor;
}

async function addUnlessKnown(ctx: SignedInCtx, name: string): Promise<void> {
  const added = await ctx.db
    .insertInto("vendors")
    .values({ name, created_at: ctx.now })
    .onConflict((existing) => existing.expression(sql`fold_text(name)`).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added === undefined) return;
  await audit(ctx, {
    action: "vendor.created",
    subjectType: "vendor",
    subjectId: added.id,
    details: { name },
  });
}
