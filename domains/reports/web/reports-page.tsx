import { useLocation, useParams } from "wouter";
import { canEver } from "#shared/permissions.ts";
import { buildUrl } from "#web/api-client.ts";
import { Download, Printer } from "#web/icons.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, buttonClasses } from "#web/ui/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { exportReport, fileFormats } from "../contract.ts";
import { reportPath } from "../paths.ts";
import { getReportAction, getReportFacts, type ReportName, reportNames } from "../reports.ts";
import { getReportList } from "./report-filters.tsx";
import { ReportSheet } from "./report-sheet.tsx";
import { SavedReportsMenu } from "./saved-reports-menu.tsx";

/** The reports. Each has its own URL. */
export default function ReportsPage() {
  const user = useUser();
  const { report = "aged" } = useParams<{ report?: string }>();
  const name = reportNames.find((candidate) => candidate === report.toLowerCase());
  if (name === undefined) return <NotFoundPage />;
  const shownNames = reportNames.filter((other) => canEver(user, getReportAction(other)));
  if (!shownNames.includes(name)) return <AccessDenied />;
  return (
    <>
      <PageHeader
        title="Reports"
        note={<ReportChoice names={shownNames} value={name} />}
        action={
          <>
            <SavedReportsMenu name={name} />
            <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
              Print
            </Button>
            <ExportMenu key={name} name={name} />
          </>
        }
      />
      <ReportSheet key={name} name={name} />
    </>
  );
}

const topics = ["Leasing", "Money", "Operations"] as const;

function ReportChoice({ names, value }: { names: readonly ReportName[]; value: ReportName }) {
  const [, navigate] = useLocation();
  return (
    <Select
      aria-label="Report"
      className="w-60 max-sm:w-full print:hidden"
      value={value}
      onChange={({ target }) => navigate(reportPath(target.value as ReportName))}
    >
      {topics.map((topic) => (
        <optgroup key={topic} label={topic}>
          {names
            .filter((name) => getReportFacts(name).topic === topic)
            .map((name) => (
              <option key={name} value={name}>
                {getReportFacts(name).title}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}

const formatLabels = { csv: "CSV", xlsx: "XLSX", pdf: "PDF" } as const;

/** The files of the report, with its filters. */
function ExportMenu({ name }: { name: ReportName }) {
  const { filters } = useListUrl(getReportList(name));
  return (
    <Popover
      label="Export"
      className="grid gap-1 p-1.5"
      trigger={(props) => (
        <Button {...props} variant="primary" icon={<Download aria-hidden="true" />}>
          Export
        </Button>
      )}
    >
      {(close) =>
        fileFormats.map((format) => (
          // A plain link, so that the browser writes the file as it arrives.
          <a
            key={format}
            href={buildUrl(exportReport, { params: { report: name }, query: { ...filters, format } })}
            download
            onClick={close}
            className={buttonClasses({ variant: "ghost" })}
          >
            {`Download ${formatLabels[format]}`}
          </a>
        ))
      }
    </Popover>
  );
}
