import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { exportJournal, type JournalFormat } from "../journal-contract.ts";

const formatLabels = {
  csv: "CSV",
  iif: "QuickBooks",
  xero: "Xero",
} as const satisfies Record<JournalFormat, string>;
const formats = Object.keys(formatLabels) as JournalFormat[];

/** Downloads the journal of a closed month. */
export const JournalLinks = ({ propertyId, month }: { propertyId: number; month: string }) => (
  <Section
    title="Journal"
    description="Every ledger entry of the month, once, for your accounting system."
    action={
      <div className="flex flex-wrap gap-2 py-1">
        {formats.map((format) => (
          <a
            key={format}
            href={buildUrl(exportJournal, { params: { id: propertyId, month }, query: { format } })}
            download
            aria-label={`Journal for ${formatLabels[format]}`}
            className={buttonClasses({ size: "sm" })}
          >
            <Download aria-hidden="true" />
            {formatLabels[format]}
          </a>
        ))}
      </div>
    }
  />
);
