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
  /** The charges paid by an applied deposit. */
  charges: { description: string; reason: string; cents: number }[];
}

const formatMoney = (cents: number): string => formatCents(toCents(cents));
const sumCents = (rows: readonly { cents: number }[]): number =>
  rows.reduce((total, { cents }) => total + cents, 0);

/**
 * Returns the statement of a security deposit: what was received, the charges it paid with their reasons,
 * what was refunded, and what is still held.
 * @throws AppError not_found
 */
export async function buildDepositStatement(ctx: SignedInCtx, leaseId: number): Promise<PdfContent> {
  const lease = await readLease(ctx, leaseId);
  const entries = await findDepositEntries(ctx, leaseId);
  const deductions = entries.flatMap(({ charges }) => charges);
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
              paragraphs: ["The charges that the deposit paid."],
            },
            {
              kind: "table" as const,
              columns: [
                { header: "Charge", share: 42 },
                { header: "Reason", share: 42 },
                { header: "Amount", share: 16, align: "right" as const },
              ],
              rows: [
                ...deductions.map(({ description, reason, cents }) => ({
                  cells: [description, reason, formatMoney(cents)],
                })),
                { cells: ["Total deductions", "", formatMoney(sumCents(deductions))], isTotal: true },
              ],
            },
          ]),
    ],
  };
}

/** Returns the entries that changed the deposit, oldest first. The caller must check access to the lease. */
async function findDepositEntries({ db }: SignedInCtx, leaseId: number): Promise<DepositEntry[]> {
  const { rows } = await sql<DepositEntry>`
    select e.on_day as "onDay", coalesce(reversed.kind, e.kind) as kind, e.description, e.reason,
      (select -sum(p.amount_cents) from ledger_postings p where p.entry_id = e.id and p.account = 'deposits')::bigint as cents,
      (select coalesce(json_agg(json_build_object('description', charge.description, 'reason', charge.reason, 'cents', paid.cents)
          order by charge.on_day, charge.id), '[]')
        from (select charge_id, sum(amount_cents) as cents from allocations where credit_id = e.id
          group by charge_id having sum(amount_cents) > 0) paid
        join ledger_entries charge on charge.id = paid.charge_id and charge.kind <> 'reversal') as charges
    from ledger_entries e left join ledger_entries reversed on reversed.id = e.reverses_id
    where e.lease_id = ${leaseId}
      and exists (select from ledger_postings p where p.entry_id = e.id and p.account = 'deposits')
    order by e.on_day, e.id`.execute(db);
  return rows;
}
