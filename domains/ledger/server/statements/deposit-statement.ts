import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { PdfContent } from "#server/integrations/pdf/render-pdf.ts";
import type { Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { EntryKind } from "../../accounts.ts";
import { readLease } from "./read-statement.ts";
import { buildLetterhead } from "./statement-pdf.ts";

interface DepositEntry {
  onDay: Day;
  /** For a reversal, the type of the reversed entry. */
  kind: EntryKind;
  description: string;
  reason: string;
  /** The change in the deposit held. */
  cents: number;
  /** The ids of the charges that an applied deposit paid, at least in part. */
  chargeIds: number[];
}

/** A charge that the deposit paid, at least in part. */
interface Deduction {
  description: string;
  reason: string;
  /** The whole charge. */
  cents: number;
  depositCents: number;
  unpaidCents: number;
  /** The credits and payments that covered the rest. */
  credits: { description: string; cents: number }[];
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));
const sumCents = (rows: readonly { cents: number }[]): number =>
  rows.reduce((total, { cents }) => total + cents, 0);

/**
 * Returns the statement of a security deposit: what was received, the charges it paid with their reasons, whole
 * amounts, and the credits and payments that covered the rest, what was refunded, and what is still held.
 * @throws AppError not_found
 */
export async function buildDepositStatement(ctx: SignedInCtx, leaseId: number): Promise<PdfContent> {
  const lease = await readLease(ctx, leaseId);
  const entries = await findDepositEntries(ctx, leaseId);
  const deductions = await findDeductions(ctx, [...new Set(entries.flatMap(({ chargeIds }) => chargeIds))]);
  const today = formatCalendarDay(lease.today);
  const sumOfKind = (kind: EntryKind) => Math.abs(sumCents(entries.filter((entry) => entry.kind === kind)));
  let heldCents = 0;
  return {
    ...buildLetterhead(lease),
    title: `Security deposit statement, ${lease.company}, ${today}`,
    heading: "Security deposit statement",
    details: [`Prepared ${today}`],
    blocks: [
      {
        kind: "figures",
        isLead: true,
        figures: [
          { name: "Received", value: formatMoney(sumOfKind("deposit-received")) },
          { name: "Applied to charges", value: formatMoney(sumOfKind("deposit-applied")) },
          { name: "Refunded", value: formatMoney(sumOfKind("deposit-refunded")) },
          { name: "Still held", value: formatMoney(sumCents(entries)) },
        ],
      },
      {
        kind: "table",
        columns: [
          { header: "Date", share: 16 },
          { header: "Entry", share: 34 },
          { header: "Reason", share: 26 },
          { header: "Amount", share: 14, align: "right" },
          { header: "Held", share: 14, align: "right" },
        ],
        rows: entries.map(({ onDay, description, reason, cents }) => {
          heldCents += cents;
          return {
            cells: [
              formatCalendarDay(onDay),
              description,
              reason,
              formatMoney(cents),
              formatMoney(heldCents),
            ],
          };
        }),
      },
      ...(deductions.length === 0
        ? []
        : [
            {
              kind: "text" as const,
              heading: "Deductions",
              paragraphs: ["The charges that the deposit paid, in full or in part."],
            },
            {
              kind: "table" as const,
              columns: [
                { header: "Charge", share: 42 },
                { header: "Reason", share: 42 },
                { header: "Amount", share: 16, align: "right" as const },
              ],
              rows: [...deductions.flatMap(toDeductionRows), ...toTotalRows(deductions)],
            },
          ]),
    ],
  };
}

const toDeductionRows = ({ description, reason, cents, credits, unpaidCents }: Deduction) => [
  { cells: [description, reason, formatMoney(cents)] },
  ...credits.map((credit) => ({
    cells: [`Less: ${credit.description}`, "", formatMoney(-credit.cents)],
  })),
  ...(unpaidCents > 0 ? [{ cells: ["Less: still unpaid", "", formatMoney(-unpaidCents)] }] : []),
];

/** Returns the total of the deductions and, if the deposit didn't pay all of it, who or what covered the rest. */
function toTotalRows(deductions: readonly Deduction[]) {
  const totalCents = sumCents(deductions);
  const creditedCents = sumCents(deductions.flatMap(({ credits }) => credits));
  const unpaidCents = deductions.reduce((sum, deduction) => sum + deduction.unpaidCents, 0);
  const depositCents = deductions.reduce((sum, deduction) => sum + deduction.depositCents, 0);
  const rows: [string, number][] = [["Total deductions", totalCents]];
  if (creditedCents !== 0) rows.push(["Covered by credits or payments", -creditedCents]);
  if (unpaidCents !== 0) rows.push(["Still unpaid", -unpaidCents]);
  if (rows.length > 1) rows.push(["Paid from the deposit", depositCents]);
  return rows.map(([name, cents]) => ({ cells: [name, "", formatMoney(cents)], isTotal: true }));
}

/** Returns the entries that changed the deposit, oldest first. The caller must check access to the lease. */
async function findDepositEntries({ db }: SignedInCtx, leaseId: number): Promise<DepositEntry[]> {
  const { rows } = await sql<DepositEntry>`
    select e.on_day as "onDay", coalesce(reversed.kind, e.kind) as kind, e.description, e.reason,
      (select -sum(p.amount_cents) from ledger_postings p where p.entry_id = e.id and p.account = 'deposits')::bigint as cents,
      (select coalesce(json_agg(paid.charge_id), '[]')
        from (select charge_id from allocations where credit_id = e.id
          group by charge_id having sum(amount_cents) > 0) paid
        join ledger_entries charge on charge.id = paid.charge_id and charge.kind <> 'reversal') as "chargeIds"
    from ledger_entries e left join ledger_entries reversed on reversed.id = e.reverses_id
    where e.lease_id = ${leaseId}
      and exists (select from ledger_postings p where p.entry_id = e.id and p.account = 'deposits')
    order by e.on_day, e.id`.execute(db);
  return rows;
}

/** Returns these charges, oldest first, and how each was covered. */
async function findDeductions({ db }: SignedInCtx, chargeIds: readonly number[]): Promise<Deduction[]> {
  const { rows } = await sql<Deduction>`
    select charge.description, charge.reason, (r.open_cents + covered.cents)::bigint as cents,
      covered.deposit_cents::bigint as "depositCents", r.open_cents as "unpaidCents", covered.credits
    from ledger_entries charge
    join receivables r on r.entry_id = charge.id
    cross join lateral (
      select sum(cents) as cents, coalesce(sum(cents) filter (where kind = 'deposit-applied'), 0) as deposit_cents,
        coalesce(json_agg(json_build_object('description', description, 'cents', cents) order by on_day, id)
          filter (where kind <> 'deposit-applied'), '[]') as credits
      from (
        select credit.id, credit.kind, credit.on_day, credit.description, sum(a.amount_cents) as cents
        from allocations a join ledger_entries credit on credit.id = a.credit_id
        where a.charge_id = charge.id group by credit.id having sum(a.amount_cents) <> 0
      ) coverage
    ) covered
    where charge.id = any(${chargeIds}::bigint[])
    order by charge.on_day, charge.id`.execute(db);
  return rows;
}
