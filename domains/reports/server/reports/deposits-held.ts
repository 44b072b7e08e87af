import { sql } from "kysely";
import { leasePath } from "#domains/leases/paths.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import { leaseHasText } from "#domains/leases/server/lists/search-text.ts";
import { leaseStateLabels } from "#domains/leases/states.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { defineReport, formatCount, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";

type DepositRow = {
  tenant: string;
  units: string;
  status: string;
  to: string | null;
  received: number;
  applied: number;
  refunded: number;
  held: number;
};

interface LeaseRow {
  id: number;
  propertyId: number;
  property: string;
  company: string;
  units: string;
  state: keyof typeof leaseStateLabels;
  to: string | null;
  received: number;
  applied: number;
  refunded: number;
  held: number;
}

const amountColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 14, total: "sum" }) as const;

/**
 * The security deposits held at the end of a date, by property, with what was received, applied, and
 * refunded. A deposit that was applied or refunded completely stays listed for a year.
 */
export const depositsHeld = defineReport<DepositRow>({
  columns: {
    tenant: { header: "Tenant", type: "text", relativeWidth: 26, phoneSlot: "title" },
    units: { header: "Units", type: "text", relativeWidth: 12, phoneSlot: "line" },
    status: { header: "Lease", type: "text", relativeWidth: 12 },
    to: { header: "Lease ends", type: "date", relativeWidth: 12 },
    received: amountColumn("Received"),
    applied: amountColumn("Applied"),
    refunded: amountColumn("Refunded"),
    held: { ...amountColumn("Held"), phoneSlot: "figure" },
  },
  async read(ctx, { propertyId, on, q, companyId }) {
    const date = on ?? (await findToday(ctx, propertyId));
    const { rows: leases } = await sql<LeaseRow>`
      select l.id, p.id as "propertyId", p.name as property, c.name as company, l.state, l.ends_on as "to",
        (select coalesce(string_agg(u.unit_number, ', ' order by u.unit_number collate "C"), '')
          from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
        sums.received, sums.applied, sums.refunded, sums.held
      from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
        cross join lateral (
          select coalesce(-sum(posting.amount_cents), 0)::bigint as held,
            coalesce(-sum(posting.amount_cents) filter (where e.kind not in ('deposit-applied', 'deposit-refunded')), 0)::bigint as received,
            coalesce(sum(posting.amount_cents) filter (where e.kind = 'deposit-applied'), 0)::bigint as applied,
            coalesce(sum(posting.amount_cents) filter (where e.kind = 'deposit-refunded'), 0)::bigint as refunded,
            max(e.on_day) filter (where e.kind in ('deposit-applied', 'deposit-refunded')) as paid_out_on
          from ledger_entries e join ledger_postings posting on posting.entry_id = e.id and posting.account = 'deposits'
          where e.lease_id = l.id and e.on_day <= ${date}::date) sums
      where (sums.held <> 0 or sums.paid_out_on > ${date}::date - interval '1 year') and ${moneyScope(ctx.actor.accessScope)}
        and ${propertyId === undefined ? sql`true` : sql`l.property_id = ${propertyId}`}
        and ${companyId === undefined ? sql`true` : sql`l.company_id = ${companyId}`}
        and ${q === undefined || q === "" ? sql`true` : leaseHasText(q)}
      order by fold_text(p.name), p.id, fold_text(c.name), l.id`.execute(ctx.db);
    const rows = leases.map(
      (lease): ReportRow<DepositRow> => ({
        group: lease.propertyId,
        href: leasePath(lease.id),
        cells: {
          tenant: lease.company,
          units: lease.units,
          status: leaseStateLabels[lease.state],
          to: lease.to,
          received: lease.received,
          applied: lease.applied,
          refunded: lease.refunded,
          held: lease.held,
        },
      }),
    );
    const endedLeaseRows = rows.filter(({ cells }, at) => leases[at]?.state === "ended" && cells.held !== 0);
    const formatMoney = (cents: number) => formatCents(toCents(cents));
    return {
      summary: `As of ${formatCalendarDay(date)}. ${formatCount(rows.length, "lease", "leases")}.`,
      rows,
      groupedBy: "Property",
      groups: [...new Map(leases.map((lease) => [lease.propertyId, lease.property]))].map(([id, name]) => ({
        id,
        name,
        note: formatCount(rows.filter(({ group }) => group === id).length, "lease", "leases"),
        isProperty: true,
      })),
      totalLabel: `Total of ${formatCount(rows.length, "lease", "leases")}`,
      figures: [
        {
          label: "Held",
          value: formatMoney(sumOf(rows, "held")),
          note: formatCount(leases.filter(({ held }) => held !== 0).length, "lease", "leases"),
        },
        { label: "Received", value: formatMoney(sumOf(rows, "received")) },
        { label: "Applied", value: formatMoney(sumOf(rows, "applied")) },
        {
          label: "Held for ended leases",
          value: formatMoney(sumOf(endedLeaseRows, "held")),
          note: formatCount(endedLeaseRows.length, "lease", "leases"),
          needsAttention: endedLeaseRows.length > 0,
        },
      ],
      note: "Leases that held a deposit on this date, or whose deposit was applied or refunded in the year before. “Received” includes deposits brought over from another system.",
    };
  },
});
