import { type RawBuilder, sql } from "kysely";
import type { ReversalCause } from "#domains/ledger/accounts.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import { type Address, addressLines } from "#shared/format/address.ts";
import type { PaymentMethod } from "../../methods.ts";

/** The contents of a receipt. Amounts are in whole cents. */
export interface Receipt {
  paymentId: number;
  number: number;
  paidOn: Day;
  /** The time of an online payment, at the property. Null for a payment recorded by hand. */
  paidTime: string | null;
  method: PaymentMethod;
  reference: string;
  /** The brand of the card or the name of the bank, and the last four digits. Empty if unknown. */
  brand: string;
  lastFour: string;
  description: string;
  /** Null when only the company is known. */
  payer: { id: number; fullName: string; email: string } | null;
  company: string;
  property: { name: string; address: string[] };
  units: string[];
  organization: { name: string; address: string[]; email: string };
  /** The charges the payment was first applied to, and the unapplied credit. They add up to `amountCents`. */
  lines: { description: string; amountCents: number }[];
  amountCents: number;
  feeCents: number;
  /** Why the payment no longer counts. Null if it does. */
  reversal: ReversalCause | null;
  /** How many times the receipt was emailed. */
  timesEmailed: number;
}

interface ReceiptRow extends Omit<Receipt, "property" | "organization" | "paidTime"> {
  paidAt: Date;
  timeZone: string;
  isOnline: boolean;
  property: Address & { name: string };
  organization: Address & { name: string; email: string };
}

/**
 * Returns the receipt of a payment within `scope`, a condition on `leases l`. The receipt stays as issued.
 * Later reapplications, refunds, and uses of the credit don't change it.
 * @throws AppError not_found
 */
export async function getReceipt(ctx: Ctx, id: number, scope: RawBuilder<boolean>): Promise<Receipt> {
  const [receipt] = await findReceipts(ctx, [id], scope);
  if (receipt === undefined) throw notFound("payment");
  return receipt;
}

/** Returns the receipts of the payments with these ids within `scope`, as `getReceipt`, by receipt number. */
export async function findReceipts(
  { db }: Ctx,
  ids: readonly number[],
  scope: RawBuilder<boolean>,
): Promise<Receipt[]> {
  const { rows } = await sql<ReceiptRow>`
    select p.entry_id as "paymentId", p.receipt_number as number, p.paid_on as "paidOn", p.paid_at as "paidAt",
      b.time_zone as "timeZone", exists (select from payment_intents i where i.payment_id = p.entry_id) as "isOnline", p.method,
      p.reference, p.brand, p.last_four as "lastFour", p.description,
      (select json_build_object('id', u.id, 'fullName', u.full_name, 'email', u.email) from users u where u.id = p.payer_id) as payer,
      c.name as company, json_build_object('name', b.name, 'street', b.address, 'city', b.city, 'state', b.state, 'zip', b.zip,
        'country', b.country) as property,
      (select coalesce(json_agg(u.unit_number order by u.id), '[]') from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id) as units,
      json_build_object('name', o.name, 'email', coalesce(nullif(o.accounting_email, ''), o.support_email), 'street', o.street,
        'city', o.city, 'state', o.state, 'zip', o.zip, 'country', o.country) as organization,
      p.amount_cents as "amountCents", p.fee_cents as "feeCents", p.reversal_cause as reversal, p.receipts_emailed as "timesEmailed",
      (select coalesce(json_agg(json_build_object('description', e.description, 'amountCents', s.amount)
          order by charge.due_on, e.id), '[]')
        from (select charge_id, sum(amount_cents) as amount from allocations
          where credit_id = p.entry_id and amount_cents > 0 and made_at = entry.made_at group by charge_id) s
        join ledger_entries e on e.id = s.charge_id and e.kind not in ('refund', 'reversal')
        join receivables charge on charge.entry_id = e.id) as lines
    from payments p join leases l on l.id = p.lease_id join properties b on b.id = l.property_id
      join companies c on c.id = l.company_id join ledger_entries entry on entry.id = p.entry_id cross join organization o
    where p.entry_id = any(${ids}::bigint[]) and ${scope} order by p.receipt_number`.execute(db);
  return rows.map(toReceipt);
}

function toReceipt(row: ReceiptRow): Receipt {
  const { property, organization, lines, paidAt, timeZone, isOnline, ...receipt } = row;
  const creditCents = lines.reduce((left, { amountCents }) => left - amountCents, receipt.amountCents);
  return {
    ...receipt,
    paidTime: isOnline ? formatTimeAt(paidAt, timeZone) : null,
    lines:
      creditCents === 0 ? lines : [...lines, { description: "Unapplied credit", amountCents: creditCents }],
    property: { name: property.name, address: addressLines(property) },
    organization: { name: organization.name, email: organization.email, address: addressLines(organization) },
  };
}

/** `10:03 AM PST`. */
const formatTimeAt = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(moment);

/** A refund posted to the ledger, pending or completed. Amounts are in whole cents. */
export interface ReceiptRefund {
  id: number;
  paymentId: number;
  refundedOn: Day;
  reason: string;
  amountCents: number;
  feeCents: number;
}

/** Returns the refunds of the payments, oldest first, without those that were only requested or failed. */
export async function findReceiptRefunds(
  { db }: Ctx,
  paymentIds: readonly number[],
): Promise<ReceiptRefund[]> {
  const { rows } = await sql<ReceiptRefund>`
    select r.id, r.payment_id as "paymentId", e.on_day as "refundedOn", r.reason, r.amount_cents as "amountCents",
      r.fee_cents as "feeCents"
    from refunds r join ledger_entries e on e.id = r.entry_id
    where r.payment_id = any(${paymentIds}::bigint[]) and r.state in ('pending', 'done') order by r.id`.execute(
    db,
  );
  return rows;
}
