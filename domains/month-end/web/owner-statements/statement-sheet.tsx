import type { ReportDocument } from "#domains/reports/contract.ts";
import { ReportTable } from "#domains/reports/web/report-table.tsx";
import { formatDay, formatMomentWithZone, formatMonth } from "#shared/format/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { Letterhead, Paper } from "#web/ui/page/paper.tsx";
import type { OwnerStatement } from "../../owner-statement-contract.ts";

interface StatementSheetProps {
  statement: OwnerStatement;
  /** Undefined for an issued statement. */
  onEditNotes: (() => void) | undefined;
}

/** A statement as a sheet of paper. It's printed as shown. */
export function StatementSheet({ statement, onEditNotes }: StatementSheetProps) {
  const { property, address, month, figures, sections, notes } = statement;
  return (
    <Paper className="sm:[&_:is(td,th)]:px-1.5 sm:[&_td]:text-sm print:[&_td]:text-xs">
      <Letterhead
        title={<h2 className="text-ink text-lead">Owner statement</h2>}
        details={[formatMonth(`${month}-01`), ...describeVersion(statement)]}
      />
      <div className="py-5 wrap-anywhere">
        <p className="font-semibold">{property}</p>
        <p>{address}</p>
      </div>
      <Figures label="Totals" figures={figures} />
      {sections.map((section) => (
        <SheetSection key={section.title} section={section} />
      ))}
      {(notes !== "" || onEditNotes !== undefined) && (
        <section aria-label="Notes" className="mt-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-section">Notes</h3>
            {onEditNotes !== undefined && (
              <Button size="sm" className="print:hidden" onClick={onEditNotes}>
                {notes === "" ? "Add Notes" : "Edit Notes"}
              </Button>
            )}
          </div>
          {notes === "" ? (
            <p className="text-ink-soft text-sm print:hidden">
              Add anything the owner should know about this month.
            </p>
          ) : (
            <p className="wrap-anywhere mt-1 max-w-[75ch] whitespace-pre-line">{notes}</p>
          )}
        </section>
      )}
    </Paper>
  );
}

function describeVersion({ isDraft, preparedAt, versions }: OwnerStatement): string[] {
  const [lastVersion] = versions;
  if (isDraft || lastVersion === undefined) return [`Draft, ${formatMomentWithZone(preparedAt)}`];
  const issued = `Issued ${formatDay(lastVersion.at)} by ${lastVersion.by}`;
  return lastVersion.number === 1 ? [issued] : [issued, `Corrected, version ${lastVersion.number}`];
}

const SheetSection = ({ section }: { section: ReportDocument }) => (
  <section aria-label={section.title} className="mt-6">
    <h3 className="text-section">{section.title}</h3>
    <p className="mb-1.5 text-ink-soft text-sm">{section.summary}</p>
    {section.rows.length > 0 && <ReportTable report={section} />}
    {section.note !== "" && <p className="mt-2 text-ink-soft text-xs">{section.note}</p>}
  </section>
);
