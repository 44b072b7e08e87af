import { getActionLabel } from "#domains/audit/actions.ts";
import { formatField, formatValue, readDetails } from "#domains/audit/changes.ts";
import { auditLog } from "#domains/audit/server/list-audit.ts";
import { getSubjectName } from "#domains/audit/subject-name.ts";
import { formatCalendarDay, formatMoment, formatTime } from "#shared/format/dates.ts";
import { formatTimeZone } from "#shared/format/time-zone.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { defineReport, formatCount, maxRows, type ReportRow } from "../define-report.ts";
import { resolvePeriod } from "../period.ts";

type AuditRow = {
  on: string;
  at: string;
  who: string;
  what: string;
  record: string;
  property: string;
  changes: string;
};

/** Who did what in a period, newest first. For administrators only. */
export const auditReport = defineReport<AuditRow>({
  columns: {
    on: { header: "Date", type: "date", relativeWidth: 10, phoneSlot: "line" },
    at: { header: "Time", type: "text", noteInColumn: "on" },
    who: { header: "Who", type: "text", relativeWidth: 14, phoneSlot: "line" },
    what: { header: "What", type: "text", relativeWidth: 20, phoneSlot: "title" },
    record: { header: "Record", type: "text", relativeWidth: 22 },
    property: { header: "Property", type: "text", relativeWidth: 14 },
    changes: { header: "Changes", type: "text", relativeWidth: 28 },
  },
  async read(ctx, { from: fromDate, to: toDate, propertyId }) {
    const { from, to } = await resolvePeriod(ctx, { from: fromDate, to: toDate });
    const { time_zone: timeZone } = await ctx.db
      .selectFrom("organization")
      .select("time_zone")
      .executeTakeFirstOrThrow();
    const entries = await auditLog.first(
      ctx,
      { from, to, ...(propertyId !== undefined && { propertyId }) },
      maxRows + 1,
    );
    const rows = entries.map(
      ({ at, actorName, action, subject, property, details }): ReportRow<AuditRow> => ({
        cells: {
          on: toWallTime(at, timeZone).day,
          at: formatTime(at, timeZone),
          who: actorName,
          what: getActionLabel(action),
          record: getSubjectName(subject),
          property: property?.name ?? "",
          changes: readDetails(details)
            .changes.map(
              ({ field, from: before, to: after }) =>
                `${formatField(field)}: ${formatValue(field, before)} → ${formatValue(field, after)}`,
            )
            .join("; "),
        },
      }),
    );

    const people = new Set(entries.map(({ actorName }) => actorName));
    return {
      summary: `${formatCalendarDay(from)} to ${formatCalendarDay(to)}. ${formatCount(rows.length, "entry", "entries")}.`,
      rows,
      totalLabel: `Total of ${formatCount(rows.length, "entry", "entries")}`,
      figures: [
        { label: "Entries", value: rows.length.toLocaleString("en-US") },
        { label: "People and systems", value: people.size.toLocaleString("en-US") },
        { label: "Records", value: countRecords(entries).toLocaleString("en-US") },
        { label: "Latest", value: entries[0] === undefined ? "–" : formatMoment(entries[0].at, timeZone) },
      ],
      note: `Times are in the organization's time zone, ${formatTimeZone(timeZone)}.`,
    };
  },
});

const countRecords = (entries: readonly { subject: { type: string; id: string } }[]): number =>
  new Set(entries.map(({ subject }) => `${subject.type}/${subject.id}`)).size;
