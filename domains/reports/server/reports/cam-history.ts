import { sql } from "kysely";
import { expenseStatementPath, recoveryTermsPath } from "#domains/leases/paths.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import { leaseHasText } from "#domains/leases/server/lists/search-text.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { ReportFilters } from "../../contract.ts";
import { defineReport, formatCount, maxRows, type ReportRow, sumOf } from "../define-report.ts";

type HistoryRow = {
  year: string;
  source: string;
  property: string;
  share: number | null;
  estimates: number | null;
  due: number | null;
  credits: number;
  dueAfterCredits: number | null;
  capped: number | null;
  base: number | null;
};

interface LeaseYear {
  leaseId: number;
  company: string;
  units: string;
  property: string;
  year: number;
  source: "Statement" | "Correction" | "Previous system";
  share: number | null;
  estimates: number | null;
  due: number | null;
  credits: number;
  capped: number | null;
  base: number | null;
}

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 13, total: "sum" }) as const;

/**
 * The operating expenses of each lease over the years: the statements in effect, and the amounts from the previous system
 * for years without a statement (REC-36).
 */
export const camHistory = defineReport<HistoryRow>({
  columns: {
    year: { header: "Year", type: "text", relativeWidth: 8, phoneSlot: "title" },
    source: { header: "From", type: "text", relativeWidth: 14, phoneSlot: "line" },
    property: { header: "Property", type: "text", isSpreadsheetOnly: true },
    share: amountColumn("Share"),
    estimates: amountColumn("Estimates billed"),
    due: amountColumn("Due"),
    credits: amountColumn("Credits for questions"),
    dueAfterCredits: { ...amountColumn("Due after credits"), phoneSlot: "figure" },
    capped: { header: "Costs after caps", type: "money", relativeWidth: 13 },
    base: { header: "Bases", type: "money", relativeWidth: 13 },
  },
  async read(ctx, filters) {
    const years = await readLeaseYears(ctx, filters);
    const rows = years.map(
      ({ leaseId, company: _, units: __, year, ...amounts }): ReportRow<HistoryRow> => ({
        group: leaseId,
        href:
          amounts.source === "Previous system"
            ? recoveryTermsPath(leaseId)
            : expenseStatementPath(leaseId, year),
        cells: {
          ...amounts,
          year: String(year),
          dueAfterCredits: amounts.due === null ? null : amounts.due - amounts.credits,
        },
      }),
    );
    const leases = [...new Map(years.map((row) => [row.leaseId, row])).values()];
    return {
      summary: `${formatCount(leases.length, "lease", "leases")}, newest year first.`,
      rows,
      groupedBy: "Lease",
      groups: leases.map(({ leaseId, company, units, property }) => ({
        id: leaseId,
        name: units === "" ? company : `${company} (${units})`,
        note: property,
      })),
      totalLabel: "Total",
      figures: [
        { label: "Share", value: formatAmount(sumOf(rows, "share")) },
        { label: "Estimates billed", value: formatAmount(sumOf(rows, "estimates")) },
        { label: "Due", value: formatAmount(sumOf(rows, "due")) },
        { label: "Credits for questions", value: formatAmount(sumOf(rows, "credits")) },
      ],
      note: "A year has the amounts of the statement in effect, or else those entered from the previous system. The amount due is the share less the estimates billed, and negative if the tenant got a credit. Costs after caps and bases are for the whole property, added up over the pools whose rule has a cap or a base. Expense stops are on the statement.",
    };
  },
});

/** Returns the years of each lease whose money the user can see, newest first. */
async function readLeaseYears(
  { db, actor }: SignedInCtx,
  { propertyId, companyId, q }: ReportFilters,
): Promise<LeaseYear[]> {
  const { rows } = await sql<LeaseYear>`
    with shown as (
      select l.id, p.id as property_id, p.name as property, c.name as company,
        (select coalesce(string_agg(u.unit_number, ', ' order by u.unit_number collate "C"), '')
          from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units
      from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
      where ${moneyScope(actor.accessScope)}
        and ${propertyId === undefined ? sql`true` : sql`l.property_id = ${propertyId}`}
        and ${companyId === undefined ? sql`true` : sql`l.company_id = ${companyId}`}
        and ${q === undefined || q === "" ? sql`true` : leaseHasText(q)}),
    statements as (
      select distinct on (s.lease_id, r.year) s.lease_id, r.year, r.reason is not null as is_correction, s.due_cents as due,
        (s.content ->> 'totalCents')::bigint as share, (s.content ->> 'estimatesBilledCents')::bigint as estimates, rules.*
      from recovery_statements s join reconciliations r on r.id = s.reconciliation_id and r.reversed_at is null
        cross join lateral (
          select (sum((pool ->> 'cappedCents')::bigint) filter (where step ->> 'label' = 'Over the cap'))::bigint as capped,
            (-sum((step ->> 'cents')::bigint) filter (where step ->> 'label' = 'Base'))::bigint as base
          from jsonb_array_elements(s.content -> 'pools') pool
            cross join jsonb_array_elements(pool -> 'parts' -> -1 -> 'steps') step) rules
      where s.lease_id in (select id from shown) order by s.lease_id, r.year, r.number desc),
    history as (
      select lease_id, year, sum(share_cents)::bigint as share, sum(estimates_cents)::bigint as estimates,
        (sum(share_cents) - sum(estimates_cents))::bigint as due, sum(capped_cents)::bigint as capped,
        sum(base_cents)::bigint as base
      from recovery_history where lease_id in (select id from shown) group by lease_id, year),
    credits as (
      select q.lease_id, r.year, sum(q.credit_cents)::bigint as cents
      from recovery_questions q join recovery_statements s on s.id = q.statement_id
        join reconciliations r on r.id = s.reconciliation_id
      where q.lease_id in (select id from shown) and q.credit_cents is not null
        and not exists (select from ledger_entries reversal where reversal.reverses_id = q.credit_entry_id)
      group by q.lease_id, r.year)
    select shown.id as "leaseId", shown.company, shown.units, shown.property, year,
      case when s.lease_id is null then 'Previous system' when s.is_correction then 'Correction' else 'Statement' end as source,
      coalesce(s.share, h.share) as share, coalesce(s.estimates, h.estimates) as estimates, coalesce(s.due, h.due) as due,
      coalesce(credits.cents, 0) as credits, coalesce(s.capped, h.capped) as capped, coalesce(s.base, h.base) as base
    from statements s full join history h using (lease_id, year) left join credits using (lease_id, year)
      join shown on shown.id = lease_id
    order by fold_text(shown.property), shown.property_id, fold_text(shown.company), shown.id, year desc
    limit ${maxRows + 1}`.execute(db);
  return rows;
}
