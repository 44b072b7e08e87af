import { type RawBuilder, sql } from "kysely";
import { leaseHasText } from "#domains/leases/server/lists/search-text.ts";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsText, matchesWords } from "#server/list/search.ts";
import { notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPayments, Payment } from "../../contract.ts";
import { formatPaidWith, paymentMethodLabels } from "../../methods.ts";
import { paymentStatusLabels } from "../../statuses.ts";
import { paymentScope } from "../access.ts";

type PaymentQuery = QueryOf<typeof listPayments> & {
  receiptNumber?: number;
  /** Excludes failed bank debits and overdue charges. */
  isReceived?: true;
};

interface PaymentRow extends Omit<Payment, "amountFormatted" | "paidAt" | "createdAt"> {
  paidAt: Date | null;
  createdAt: Date;
}

/**
 * Received payments, failed bank debits, and charges as one table `e`. They are plain selects so that each
 * uses its own indexes.
 */
const paymentsAndCharges = sql`(
  select true as is_received, false as is_overdue, p.entry_id as id, p.paid_on as day, p.property_id, p.lease_id, p.status, p.method, p.payer_id,
    p.receipt_number, p.description, p.reference, p.brand, p.last_four, p.words, p.amount_cents, p.fee_cents, p.refunded_cents, p.fee_refunded_cents,
    p.paid_at, p.bank_deposit_id, ''::text as problem, p.paid_at as made_at
  from payments p
  union all
  select false, false, f.id, f.failed_on, f.property_id, f.lease_id, 'failed'::text, 'us_bank_account'::text, f.payer_id,
    null::bigint, f.description, ''::text, ''::text, ''::text, f.words, f.amount_cents, 0::bigint, 0::bigint, 0::bigint,
    null::timestamptz, null::bigint, f.problem, f.failed_at
  from failed_debits f
  union all
  select false, true, r.entry_id, r.due_on, r.property_id, r.lease_id, 'overdue'::text, null::text, null::bigint,
    null::bigint, null::text, ''::text, ''::text, ''::text, null::tsvector, r.open_cents, 0::bigint, 0::bigint, 0::bigint, null::timestamptz,
    null::bigint, ''::text, null::timestamptz
  from receivables r) e`;

/** The company, property, and units of the lease `l`. */
export const leaseColumns = sql`(select c.name from companies c where c.id = l.company_id) as company, l.company_id as "companyId",
  (select json_build_object('id', b.id, 'name', b.name) from properties b where b.id = l.property_id) as property,
  (select json_build_object('unitNumber', string_agg(n.unit_number, ', ' order by n.unit_number collate "C"))
    from lease_units u join units n on n.id = u.unit_id where u.lease_id = l.id having count(*) > 0) as unit`;

/**
 * Received payments, failed bank debits, and overdue charges, newest first by the date they count from,
 * failed, or were due (DASH-26; requirements, "Lists").
 */
export const payments = defineList<PaymentQuery, PaymentRow, Payment>({
  from: paymentsAndCharges,
  joins: sql`left join ledger_entries le on le.id = e.id join leases l on l.id = e.lease_id left join users u on u.id = e.payer_id`,
  columns: ({ actor: { accessScope } }) => sql`
    e.id, coalesce(e.description, le.description) as description, e.method, e.amount_cents as "amountCents",
    e.fee_cents as "feeCents", e.refunded_cents as "refundedCents",
    e.fee_refunded_cents as "feeRefundedCents", e.status, e.paid_at as "paidAt",
    case when e.is_received then e.day end as "paidOn", case when e.status = 'failed' then e.day end as "failedOn", e.problem, case when e.is_overdue then e.day end as "dueOn",
    coalesce(e.made_at, le.made_at) as "createdAt",
    case when u.id is not null then json_build_object('fullName', u.full_name) end as "user",
    e.receipt_number as "receiptNumber", e.reference, e.brand,
    e.last_four as "lastFour", e.lease_id as "leaseId", ${leaseColumns}, coalesce(${canDeposit(accessScope)}, false) as "canDeposit",
    (select json_build_object('state', d.state, 'reason', d.reason) from disputes d where d.payment_id = e.id
      order by d.id desc limit 1) as dispute`,
  id: sql`e.id`,
  sort: () => ({ by: [sql`e.day`, sql`e.id`], descending: true }),
  // A charge can be paid while someone pages through the list.
  cursorFrom: sql`(
    select r.entry_id as id, coalesce(p.paid_on, r.due_on) as day, r.property_id, r.lease_id
    from receivables r left join payments p on p.entry_id = r.entry_id
    union all select f.id, f.failed_on, f.property_id, f.lease_id from failed_debits f) e`,
  scope: paymentScope,
  baseCondition: isReceivedOrOverdue,
  filters: {
    status: (status) => (status === "overdue" ? sql`e.is_overdue` : sql`e.status = ${status}`),
    method: (method) => sql`e.method = ${method}`,
    from: (from) => sql`e.day >= ${from}::date`,
    to: (to) => sql`e.day <= ${to}::date`,
    propertyId: (propertyId) => sql`e.property_id = ${propertyId}`,
    unitId: (unitId) =>
      sql`e.lease_id = any(array(select u.lease_id from lease_units u where u.unit_id = ${unitId}))`,
    leaseId: (leaseId) => sql`e.lease_id = ${leaseId}`,
    bankDepositId: (bankDepositId) => sql`e.bank_deposit_id = ${bankDepositId}`,
    deposited: (_, { ctx }) => canDeposit(ctx.actor.accessScope),
    returned: (_, { ctx }) => isReturnedAndUnpaid(ctx),
    ids: (ids) => sql`e.id = any(${ids}::bigint[])`,
    receiptNumber: (number) => sql`e.receipt_number = ${number}`,
    isReceived: () => sql`e.is_received`,
  },
  search: buildSearchCondition,
  present: (rows) =>
    rows.map((row) => ({
      ...row,
      amountFormatted: formatCents(toCents(row.amountCents)),
      paidAt: row.paidAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    })),
  csv: {
    name: "payments",
    cells: {
      Number: ({ id }) => id,
      Receipt: ({ receiptNumber }) => receiptNumber,
      Status: ({ status }) => paymentStatusLabels[status],
      "Paid on": ({ paidOn }) => paidOn,
      "Failed on": ({ failedOn }) => failedOn,
      "Due on": ({ dueOn }) => dueOn,
      Description: ({ description }) => description,
      "Amount (USD)": ({ amountCents }) => toPlainDollars(amountCents),
      "Card fee (USD)": ({ feeCents }) => toPlainDollars(feeCents),
      "Refunded (USD)": ({ refundedCents }) => toPlainDollars(refundedCents),
      "Card fee refunded (USD)": ({ feeRefundedCents }) => toPlainDollars(feeRefundedCents),
      Method: ({ method }) => (method === null ? null : paymentMethodLabels[method]),
      "Paid with": ({ method, ...payment }) =>
        method === null ? null : formatPaidWith({ method, ...payment }),
      Reference: ({ reference }) => reference,
      "Paid by": ({ user }) => user?.fullName ?? null,
      Company: ({ company }) => company,
      Property: ({ property }) => property.name,
      Unit: ({ unit }) => unit?.unitNumber ?? null,
      Disputed: ({ dispute }) => dispute?.state ?? null,
      "Why it failed": ({ problem }) => problem,
    },
  },
});

/** For staff, checks and cash that aren't in a bank deposit. */
const canDeposit = (
  accessScope: AccessScope,
) => sql`(e.bank_deposit_id is null and e.method in ('check', 'cash')
  and e.status = 'completed' and ${managesProperty(accessScope, sql`e.property_id`)})`;

/** Older returned payments have become ordinary overdue charges. */
const returnedWithinDays = 90;

/**
 * Whether the bank returned the payment and a charge it covered is unpaid, or the debit failed and a charge that was
 * due by then is unpaid. A charge counts for the last returned payment that covered it.
 */
const isReturnedAndUnpaid = ({
  now,
}: SignedInCtx) => sql`(e.status in ('returned', 'failed') and e.day >= ${now}::date - ${returnedWithinDays}::integer
  and exists (select from receivables unpaid where unpaid.lease_id = e.lease_id and unpaid.amount_cents > 0
    and unpaid.open_cents > 0 and case e.status when 'failed' then unpaid.due_on <= e.day else exists (
      select from allocations covered where covered.credit_id = e.id and covered.charge_id = unpaid.entry_id
        and covered.amount_cents > 0 and not exists (
          select from allocations later join payments p on p.entry_id = later.credit_id and p.status = 'returned'
          where later.charge_id = unpaid.entry_id and later.amount_cents > 0 and later.id > covered.id
            and later.credit_id <> e.id)) end))`;

/** A charge is overdue if it isn't fully paid after its due date, based on the property's date (DASH-26). */
function isReceivedOrOverdue({ now }: SignedInCtx): RawBuilder<unknown> {
  const utcToday = now.toISOString().slice(0, 10);
  // Every place on earth is within a day of the date in UTC, so an index can find these.
  return sql`(not e.is_overdue or (e.amount_cents > 0 and e.day <= ${utcToday}::date and exists (
    select from properties b where b.id = e.property_id and e.day < (${now}::timestamptz at time zone b.time_zone)::date)))`;
}

/** A receipt number as people write it: `7`, `#0007`, or `receipt 7`. */
const receiptNumberPattern = /^(?:receipt\s*)?#?\s*0*([1-9]\d{0,11})$/i;

/** Returns the receipt number, if the text is one. */
export function parseReceiptNumber(text: string): number | undefined {
  const digits = receiptNumberPattern.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** An amount as people write it: `$5,115`, `5115.00`, or `1,250`. */
const amountPattern = /^\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{2}))?$/;

/** Matches the amount in a text, with or without the card fee. An amount without cents matches any cents. */
function matchesAmount(text: string): RawBuilder<unknown> | undefined {
  const [, dollars, cents] = amountPattern.exec(text) ?? [];
  if (dollars === undefined) return undefined;
  const from = Number(dollars.replaceAll(",", "")) * 100 + Number(cents ?? 0);
  const to = cents === undefined ? from + 99 : from;
  return sql`(e.amount_cents between ${from} and ${to} or e.amount_cents + e.fee_cents between ${from} and ${to})`;
}

/** Shorter texts aren't searched for within names and charge descriptions. */
const minSubstringLength = 3;

/** Searches description, reference, receipt number, amount, payer, company, and unit. */
function buildSearchCondition(text: string): RawBuilder<unknown> {
  const receiptNumber = parseReceiptNumber(text);
  const matchingLeaseIds = sql`select l.id from leases l where ${leaseHasText(text)}`;
  const conditions = [
    matchesWords(sql`e.words`, text),
    // Payments are found through an index, which needs an array. Unpaid charges are few enough to check each
    // one.
    sql`not e.is_overdue and e.lease_id = any(array(${matchingLeaseIds}))`,
    sql`e.is_overdue and e.lease_id in (${matchingLeaseIds})`,
  ];
  const amount = matchesAmount(text);
  if (amount !== undefined) conditions.push(amount);
  if (receiptNumber !== undefined) conditions.push(sql`e.receipt_number = ${receiptNumber}`);
  if (text.length >= minSubstringLength)
    conditions.push(
      sql`e.payer_id = any(array(select u.id from users u
        where ${containsText(sql`fold_text(u.full_name || ' ' || u.email)`, text)} and ${containsText(sql`fold_text(u.full_name)`, text)}))`,
      sql`e.is_overdue and ${containsText(sql`(select fold_text(le.description) from ledger_entries le where le.id = e.id)`, text)}`,
    );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Returns one payment.
 * @throws AppError not_found if it doesn't exist or the user can't access it
 */
export async function getPayment(ctx: SignedInCtx, id: number): Promise<Payment> {
  const [payment] = await payments.first(ctx, { ids: [id], isReceived: true }, 1);
  if (payment === undefined) throw notFound("payment");
  return payment;
}
