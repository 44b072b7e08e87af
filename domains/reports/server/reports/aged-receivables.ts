import { sql } from "kysely";
import { leasePath } from "#domains/leases/paths.ts";
import { formatBalance } from "#domains/ledger/describe.ts";
import type { AgedLease } from "#domains/ledger/reports-contract.ts";
import { agedLeases } from "#domains/ledger/server/reports/reports-aged.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { formatShare } from "#shared/format/share.ts";
import type { ReportBar, ReportDocument } from "../../contract.ts";
import { agedSortLabels } from "../../reports.ts";
import { defineReport, formatCount, maxRows, type ReportRow, sumOf } from "../define-report.ts";
import { findToday } from "../today.ts";

type AgedLeaseRow = {
  tenant: string;
  place: string;
  email: string | null;
  phone: string | null;
  days1To30: number;
  days31To60: number;
  days61To90: number;
  over90: number;
  notDue: number;
  credit: number;
  balance: number;
};

const overdueColumn = (header: string) =>
  ({ header, type: "money", relativeWidth: 10, total: "sum", needsAttention: true }) as const;

/** The balance of each lease by days past due, with the contact of its company. */
export const agedReceivables = defineReport<AgedLeaseRow>({
  columns: {
    tenant: { header: "Tenant", type: "text", relativeWidth: 20, phoneSlot: "title" },
    place: { header: "Units", type: "text", noteInColumn: "tenant" },
    email: { header: "Email", type: "text", relativeWidth: 18 },
    phone: { header: "Phone", type: "text", noteInColumn: "email" },
    days1To30: overdueColumn("1–30 days"),
    days31To60: overdueColumn("31–60 days"),
    days61To90: overdueColumn("61–90 days"),
    over90: overdueColumn("Over 90 days"),
    notDue: { header: "Not due yet", type: "money", relativeWidth: 10, total: "sum" },
    credit: { header: "Credit", type: "money", relativeWidth: 10, total: "sum" },
    balance: { header: "Balance", type: "money", relativeWidth: 12, total: "sum", phoneSlot: "figure" },
  },
  async read(ctx, query) {
    const leases = await agedLeases(ctx, query).first(ctx, query, maxRows + 1);
    const contacts = await readContacts(ctx, leases);
    const rows = leases.map(
      (lease): ReportRow<AgedLeaseRow> => ({
        href: leasePath(lease.id),
        cells: {
          tenant: lease.company,
          place: [lease.property.name, lease.units.join(", ")].filter((part) => part !== "").join(" · "),
          email: contacts.get(lease.companyId)?.email ?? null,
          phone: contacts.get(lease.companyId)?.phone ?? null,
          days1To30: lease.days1To30Cents,
          days31To60: lease.days31To60Cents,
          days61To90: lease.days61To90Cents,
          over90: lease.over90Cents,
          notDue: lease.notDueCents,
          credit: lease.creditCents,
          balance: lease.balanceCents,
        },
      }),
    );
    const leaseCount = formatCount(rows.length, "lease", "leases");
    return {
      summary: `As of ${formatCalendarDay(query.on ?? (await findToday(ctx, query.propertyId)))}. ${leaseCount}.`,
      rows,
      totalLabel: `Total of ${leaseCount}`,
      figures: toFigures(rows),
      chart: buildAgingChart(rows),
      filters: [
        ...(query.overdue === undefined ? [] : ["Overdue only"]),
        ...(query.sort === undefined ? [] : [agedSortLabels[query.sort]]),
      ],
      note: "A charge is overdue from the day after its due date. Credit hasn't been applied to charges yet.",
    };
  },
});

interface Contact {
  id: number;
  email: string | null;
  phone: string | null;
}

async function readContacts(
  { db }: SignedInCtx,
  leases: readonly AgedLease[],
): Promise<Map<number, Contact>> {
  const companyIds = leases.map(({ companyId }) => companyId);
  const { rows } = await sql<Contact>`
    select c.id, c.contact_email as email, c.contact_phone as phone
    from companies c where c.id = any(${companyIds}::bigint[])`.execute(db);
  return new Map(rows.map((contact) => [contact.id, contact]));
}

type Rows = readonly ReportRow<AgedLeaseRow>[];
const overdueKeys = ["days1To30", "days31To60", "days61To90", "over90"] as const;
const sumOverdue = (rows: Rows): number => overdueKeys.reduce((sum, key) => sum + sumOf(rows, key), 0);
const formatMoney = (cents: number) => formatCents(toCents(cents));

function toFigures(rows: Rows): ReportDocument["figures"] {
  const overdue = sumOverdue(rows);
  return [
    {
      label: "Balance",
      value: formatBalance(sumOf(rows, "balance")),
      note: formatCount(rows.length, "lease", "leases"),
    },
    {
      label: "Overdue",
      value: formatMoney(overdue),
      note: `${formatMoney(sumOf(rows, "over90"))} over 90 days`,
      needsAttention: overdue > 0,
    },
    { label: "Not due yet", value: formatMoney(sumOf(rows, "notDue")), note: "Posted ahead of the due date" },
    { label: "Credit", value: formatMoney(0 - sumOf(rows, "credit")), note: "Not applied yet" },
  ];
}

function buildAgingChart(rows: Rows): ReportDocument["chart"] {
  if (rows.length === 0) return null;
  const unpaid = sumOf(rows, "notDue") + sumOverdue(rows);
  const bar = (label: string, key: keyof AgedLeaseRow, tone: "muted" | "danger"): ReportBar => {
    const size = sumOf(rows, key);
    return { label, size, tone, value: formatShare(size, unpaid) };
  };
  return {
    title: "Unpaid charges by days overdue",
    bars: [
      bar("Not due", "notDue", "muted"),
      bar("1–30", "days1To30", "danger"),
      bar("31–60", "days31To60", "danger"),
      bar("61–90", "days61To90", "danger"),
      bar("Over 90", "over90", "danger"),
    ],
  };
}
