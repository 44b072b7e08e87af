import type { ComponentType } from "react";
import { useLocation, useParams } from "wouter";
import { Printer } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { type ReportName, reportNames, reportPath } from "../../paths.ts";
import { AgedReport, ExportAged } from "./aged-report.tsx";
import { ExportMonths, MonthsReport } from "./months-report.tsx";
import { ExportRentRoll, RentRollReport } from "./rent-roll-report.tsx";

const reportParts = {
  aged: { Report: AgedReport, Export: ExportAged },
  "rent-roll": { Report: RentRollReport, Export: ExportRentRoll },
  months: { Report: MonthsReport, Export: ExportMonths },
} as const satisfies Record<ReportName, { Report: ComponentType; Export: ComponentType }>;
const names = Object.keys(reportNames) as ReportName[];
const tabs = names.map((value) => ({ value, label: reportNames[value] }));

/** Aged receivables, rent roll, and rent by month. Each report has its own URL. */
export default function ReportsPage() {
  const canRead = useCan("reports.read");
  const [, navigate] = useLocation();
  const { report = "aged" } = useParams<{ report?: string }>();
  const name = names.find((candidate) => candidate === report.toLowerCase());
  if (!canRead) return <AccessDenied />;
  if (name === undefined) return <NotFoundPage />;
  const { Report, Export } = reportParts[name];
  return (
    <>
      <PageHeader
        title="Reports"
        note={
          <Tabs
            name="report"
            label="Reports"
            tabs={tabs}
            value={name}
            onChange={(value) => navigate(reportPath(value))}
          />
        }
        action={
          <>
            <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
              Print
            </Button>
            <Export key={name} />
          </>
        }
      />
      <TabPanel name="report" value={name}>
        <Report key={name} />
      </TabPanel>
    </>
  );
}
