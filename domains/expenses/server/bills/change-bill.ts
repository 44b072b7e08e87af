import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { parseInput } from "#server/http/endpoints/route.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { type Bill, type editBill, type NewBill, newBill } from "../../contract.ts";
import { assertNotEntered } from "./assert-not-entered.ts";
import { addUp, assertKnownCategories, auditFields, insertLines, toAuditFields } from "./bill-lines.ts";
import { findBill, lockBill } from "./read-bill.ts";
import { resolveVendor } from "./resolve-vendor.ts";

/**
 * Updates a bill. The lines in the request replace all of the bill's lines.
 * @throws AppError not_found; invalid; conflict for a voided bill or if `expectedVersion` is outdated
 */
export async function changeBill(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof editBill>,
  expectedVersion: number | undefined,
): Promise<Bill> {
  const before = await lockBill(ctx, id);
  await assertCurrentBill(ctx, before, expectedVersion);
  const merged = parseInput(newBill, { ...toInput(before, body), ...body }) as NewBill;
  if (body.lines !== undefined) await assertKnownCategories(ctx, body.lines, before);
  const vendor = await resolveVendor(ctx, merged, before.vendor.id);
  const totalCents = addUp(merged.lines);
  const wasConfirmed =
    vendor.id === before.vendor.id && merged.billedOn === before.billedOn && totalCents === before.totalCents;
  await assertNotEntered(ctx, {
    id,
    vendor,
    number: merged.number,
    billedOn: merged.billedOn,
    totalCents,
    isNotDuplicate: merged.isNotDuplicate === true || wasConfirmed,
  });
  if (body.lines !== undefined) {
    await ctx.db.deleteFrom("bill_lines").where("bill_id", "=", id).execute();
    await insertLines(ctx, { billId: id, propertyId: before.property.id, lines: body.lines });
  }
  await ctx.db
    .updateTable("bills")
    .set({
      vendor_id: vendor.id,
      number: merged.number,
      billed_on: merged.billedOn,
      service_from: merged.serviceFrom ?? before.serviceFrom,
      service_to: merged.serviceTo ?? before.serviceTo,
      due_on: merged.dueOn ?? before.dueOn,
      paid_on: merged.paidOn ?? null,
      version: before.version + 1,
    })
    .where("id", "=", id)
    .execute();
  const after = await findBill(ctx, id);
  await audit(ctx, {
    action: "bill.edited",
    subjectType: "bill",
    subjectId: id,
    propertyId: before.property.id,
    details: { changes: diffFields(toAuditFields(before), toAuditFields(after), auditFields) },
  });
  return after;
}

/** @throws AppError not_found; conflict if it is voided already or `expectedVersion` is outdated */
export async function cancelBill(
  ctx: SignedInCtx,
  id: number,
  reason: string,
  expectedVersion: number | undefined,
): Promise<Bill> {
  const before = await lockBill(ctx, id);
  await assertCurrentBill(ctx, before, expectedVersion);
  await ctx.db
    .updateTable("bills")
    .set({
      voided_at: ctx.now,
      voided_by_id: ctx.actor.id,
      void_reason: reason,
      version: before.version + 1,
    })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "bill.voided",
    subjectType: "bill",
    subjectId: id,
    propertyId: before.property.id,
    details: { totalCents: before.totalCents, reason },
  });
  return findBill(ctx, id);
}

/** @throws AppError conflict for a voided bill or an outdated version */
async function assertCurrentBill(
  ctx: SignedInCtx,
  bill: Bill,
  expectedVersion: number | undefined,
): Promise<void> {
  await assertCurrentVersion(
    ctx,
    { type: "bill", id: bill.id, name: "this bill", version: bill.version },
    expectedVersion,
    () => bill,
  );
  assertNotVoided(bill);
}

/** @throws AppError conflict */
export function assertNotVoided({ voided }: Bill): void {
  if (voided !== null) throw conflict(`${voided.by} voided this bill. Enter a new one instead.`);
}

/** Returns the bill as the input of a change. A change of its date doesn't move the other dates. */
function toInput(bill: Bill, { vendorName }: { vendorName?: string | undefined }): NewBill {
  const { number, billedOn, serviceFrom, serviceTo, dueOn, paidOn } = bill;
  return {
    propertyId: bill.property.id,
    ...(vendorName === undefined && { vendorId: bill.vendor.id }),
    number,
    billedOn,
    serviceFrom,
    serviceTo,
    dueOn,
    paidOn,
    lines: bill.lines.map(({ categoryId, amountCents, memo }) => ({ categoryId, amountCents, memo })),
  };
}
