import { sql } from "kysely";
import { documentPath } from "#domains/documents/paths.ts";
import { documentScope } from "#domains/documents/server/access.ts";
import { addDays } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { ReportFilters } from "../../contract.ts";
import { defineReport, formatCount, maxRows, type ReportRow } from "../define-report.ts";
import { findToday } from "../today.ts";

type ExpiringDocumentRow = {
  expires: string;
  daysLeft: number;
  title: string;
  type: string;
  units: string;
  company: string;
  email: string | null;
};

interface DocumentRow extends ExpiringDocumentRow {
  id: number;
  propertyId: number;
  property: string;
}

/** How far ahead the report looks if no date is selected. */
const defaultDays = 90;

/**
 * The documents that have expired or will expire by a date, by property, with the company to ask for a new
 * one.
 */
export const documentsExpiring = defineReport<ExpiringDocumentRow>({
  columns: {
    expires: { header: "Expires", type: "date", relativeWidth: 12, phoneSlot: "line" },
    daysLeft: { header: "Days left", type: "number", relativeWidth: 9, phoneSlot: "figure" },
    title: { header: "Title", type: "text", relativeWidth: 28, phoneSlot: "title" },
    type: { header: "Type", type: "text", relativeWidth: 12 },
    units: { header: "Units", type: "text", relativeWidth: 12 },
    company: { header: "Company", type: "text", relativeWidth: 22 },
    email: { header: "Email", type: "text", relativeWidth: 22 },
  },
  async read(ctx, query: ReportFilters) {
    const today = await findToday(ctx, query.propertyId);
    const to = query.to ?? addDays(today, defaultDays);
    const { rows: documents } = await sql<DocumentRow>`
      select d.id, d.title, d.type, d.expires_on as expires, d.expires_on - ${today}::date as "daysLeft",
        p.id as "propertyId", p.name as property, coalesce(c.name, '') as company, c.contact_email as email,
        coalesce((select u.unit_number from units u where u.id = d.unit_id),
          (select string_agg(u.unit_number, ', ' order by u.unit_number collate "C")
            from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = d.lease_id), '') as units
      from documents d join properties p on p.id = d.property_id
        left join leases l on l.id = d.lease_id left join companies c on c.id = l.company_id
      where d.trashed_at is null and d.expires_on <= ${to}::date and ${documentScope(ctx.actor.accessScope)}
        and ${query.propertyId === undefined ? sql`true` : sql`d.property_id = ${query.propertyId}`}
      order by fold_text(p.name), p.id, d.expires_on, d.id limit ${maxRows + 1}`.execute(ctx.db);
    const rows = documents.map(
      ({ id, propertyId, property: _, ...cells }): ReportRow<ExpiringDocumentRow> => ({
        group: propertyId,
        href: documentPath(id),
        cells,
      }),
    );
    const countWithin = (from: number, until: number) =>
      documents.filter(({ daysLeft }) => daysLeft >= from && daysLeft <= until).length;
    const expired = countWithin(-Infinity, -1);
    return {
      summary: `Expired or expiring by ${formatCalendarDay(to)}. ${formatCount(rows.length, "document", "documents")}.`,
      rows,
      groupedBy: "Property",
      groups: [...new Map(documents.map((document) => [document.propertyId, document.property]))].map(
        ([id, name]) => ({
          id,
          name,
          note: formatCount(rows.filter(({ group }) => group === id).length, "document", "documents"),
          isProperty: true,
        }),
      ),
      totalLabel: `Total of ${formatCount(rows.length, "document", "documents")}`,
      figures: [
        { label: "Expired", value: String(expired), needsAttention: expired > 0 },
        { label: "Within 30 days", value: String(countWithin(0, 30)) },
        { label: "31 to 60 days", value: String(countWithin(31, 60)) },
        { label: "Later", value: String(countWithin(61, Infinity)) },
      ],
      note: "A negative number of days means that the document has expired.",
    };
  },
});
