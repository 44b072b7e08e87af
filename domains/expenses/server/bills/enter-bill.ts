import { sql } from "kysely";
import { propertyScope } from "#domains/properties/server/access.ts";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { parseInput } from "#server/http/endpoints/route.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type Bill, type NewBill, newBill } from "../../contract.ts";
import { withDefaultDates } from "../../default-dates.ts";
import { assertNotEntered } from "./assert-not-entered.ts";
import { addUp, assertKnownCategories, insertLines, toAuditFields } from "./bill-lines.ts";
import { findBill } from "./read-bill.ts";
import { resolveVendor } from "./resolve-vendor.ts";

/**
 * Enters a bill.
 * @throws AppError not_found for the property; invalid, also if the bill was entered before
 */
export async function enterBill(ctx: SignedInCtx, body: NewBill): Promise<Bill> {
  const { db, actor, now } = ctx;
  await assertAccess(ctx, body);
  const { billedOn, serviceFrom, serviceTo, dueOn } = withDefaultDates(body);
  parseInput(newBill, { ...body, serviceFrom, serviceTo });
  await assertKnownCategories(ctx, body.lines);
  const vendor = await resolveVendor(ctx, body);
  await assertNotEntered(ctx, {
    id: null,
    vendor,
    number: body.number,
    billedOn,
    totalCents: addUp(body.lines),
    isNotDuplicate: body.isNotDuplicate === true,
  });
  const { id } = await db
    .insertInto("bills")
    .values({
      property_id: body.propertyId,
      vendor_id: vendor.id,
      number: body.number,
      billed_on: billedOn,
      service_from: serviceFrom,
      service_to: serviceTo,
      due_on: dueOn,
      paid_on: body.paidOn ?? null,
      work_order_id: body.workOrderId ?? null,
      created_by_id: actor.id,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertLines(ctx, { billId: id, propertyId: body.propertyId, lines: body.lines });
  const bill = await findBill(ctx, id);
  await audit(ctx, {
    action: "bill.created",
    subjectType: "bill",
    subjectId: id,
    propertyId: body.propertyId,
    details: { after: toAuditFields(bill) },
  });
  return bill;
}

/** @throws AppError not_found for the property; invalid for a work order of another property */
async function assertAccess({ db, actor }: SignedInCtx, { propertyId, workOrderId }: NewBill): Promise<void> {
  const { accessScope } = actor;
  const { rows } = await sql`
    select from properties p where p.id = ${propertyId} and ${propertyScope(accessScope)}`.execute(db);
  if (rows.length === 0) throw notFound("property");
  if (workOrderId == null) return;
  const { rows: orders } = await sql`
    select from work_orders o where o.id = ${workOrderId} and o.property_id = ${propertyId}
      and o.deleted_at is null and ${workOrderScope(accessScope)}`.execute(db);
  if (orders.length === 0)
    throw invalid({
      workOrderId: "This work order isn't at this property, or you don't have access to it.",
    });
}
