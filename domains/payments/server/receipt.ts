import { type RawBuilder, sql } from "kysely";
import type { EntryKind } from "#domains/ledger/accounts.ts";
import { breakdownOf, type Shares } from "#domains/settings/breakdown.ts";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import { type Address, addressLines } from "#shared/format/address.ts";
import type { PaymentMethod } from "../methods.ts";

/** What a receipt says. Amounts are whole cents. */
export interface Receipt {
  paymentId: number;
  number: number;
  paidOn: Day;
  method: PaymentMethod;
  reference: string;
  description: string;
  /** Null where only the company is known. */
  payer: { id: number; fullName: string; email: string } | null;
  company: string;
  property: { name: string; address: string[] };
  units: string[];
  organisation: { name: string; address: string[]; email: string };
  /** What it settled, and what is left of it; they add up to `amountCents`. */
  lines: { description: string; amountCents: number }[];
  /** Whether the lines are the estimated shares, as no charge explains the amount. */
  isEstimated: boolean;
  amountCents: number;
  feeCents: number;
  refundedCents: number;
  feeRefundedCents: number;
  /** It bounced, or was lost to a dispute. */
  isReversed: boolean;
  /** How often it was mailed. */
  mailed: number;
}

interface Row extends Omit<Receipt, "property" | "organisation" | "lines" | "isEstimated"> {
  property: Address & { name: string };
  organisation: Address & { name: string; email: string };
  shares: Shares;
  openCents: number;
  settled: { kind: EntryKind; description: string; amountCents: number }[];
}

/** The receipt of a payment within `scope`, a condition on `leases l`. @throws AppError not_found */
export async function receiptOf({ db }: Ctx, id: number, scope: RawBuilder<boolean>): Promise<Receipt> {
  const { rows } = await sql<Row>`
    select p.entry_id as "paymentId", p.receipt_number as number, p.paid_on as "paidOn", p.method, p.reference, p.description,
      (select json_build_object('id', u.id, 'fullName', u.full_name, 'email', u.email) from users u where u.id = p.payer_id) as payer,
      c.name as company, json_build_object('name', b.name, 'street', b.address, 'city', b.city, 'state', b.state, 'zip', b.zip,
        'country', b.country) as property,
      (select coalesce(json_agg(u.unit_number order by u.id), '[]') from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id) as units,
      json_build_object('name', o.name, 'email', coalesce(nullif(o.accounting_email, ''), o.support_email), 'street', o.street,
        'city', o.city, 'state', o.state, 'zip', o.zip, 'country', o.country) as organisation,
      json_build_object('rentSharePermille', o.rent_share_permille, 'commonAreaSharePermille', o.common_area_share_permille,
        'utilitiesSharePermille', o.utilities_share_permille) as shares,
      p.amount_cents as "amountCents", p.fee_cents as "feeCents", p.refunded_cents as "refundedCents",
      p.fee_refunded_cents as "feeRefundedCents", p.is_reversed as "isReversed", p.receipts_mailed as mailed,
      (-r.open_cents)::bigint as "openCents",
      (select coalesce(json_agg(json_build_object('kind', e.kind, 'description', e.description, 'amountCents', s.amount)
          order by charge.due_on, e.id), '[]')
        from (select charge_id, sum(amount_cents) as amount from allocations where credit_id = p.entry_id
          group by charge_id having sum(amount_cents) <> 0) s
        join ledger_entries e on e.id = s.charge_id join receivables charge on charge.entry_id = e.id) as settled
    from payments p join leases l on l.id = p.lease_id join properties b on b.id = l.property_id
      join companies c on c.id = l.company_id join receivables r on r.entry_id = p.entry_id cross join organisation o
    where p.entry_id = ${id} and ${scope}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw notFound("payment");
  const { property, organisation, shares, openCents, settled, ...receipt } = row;
  return {
    ...receipt,
    property: { name: property.name, address: addressLines(property) },
    organisation: { name: organisation.name, email: organisation.email, address: addressLines(organisation) },
    ...linesOf(row),
  };
}

/** The charges it settled; the shares only where none explains the amount (requirements, "Contacts, breakdown"). */
function linesOf({ amountCents, openCents, settled, shares }: Row): Pick<Receipt, "lines" | "isEstimated"> {
  if (settled.length === 0) {
    const { rentCents, commonAreaCents, utilitiesCents } = breakdownOf(amountCents, shares);
    const lines = [
      { description: "Base rent", amountCents: rentCents },
      { description: "Common-area fees", amountCents: commonAreaCents },
      { description: "Utilities", amountCents: utilitiesCents },
    ];
    return { lines: lines.filter((line) => line.amountCents !== 0), isEstimated: true };
  }
  const lines = settled.map(({ kind, description, amountCents: cents }) => ({
    description: kind === "refund" ? "Given back" : kind === "reversal" ? "Returned" : description,
    amountCents: cents,
  }));
  return {
    lines: openCents === 0 ? lines : [...lines, { description: "Credit for later", amountCents: openCents }],
    isEstimated: false,
  };
}
