import type { ComponentType } from "react";
import { useLocation, useParams } from "wouter";
import { useCan } from "#web/session/session.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { reportPath } from "../../paths.ts";
import { AgedReport } from "./aged-report.tsx";
import { MonthsReport } from "./months-report.tsx";
import { RentRollReport } from "./rent-roll-report.tsx";

const reports = {
  aged: {
    label: "Aged receivables",
    Report: AgedReport,
  },
  "rent-roll": {
    label: "Rent roll",
    Report: RentRollReport,
  },
  months: {
    label: "Rent by Month",
    Report: MonthsReport,
  },
} as const satisfies Record<string, { label: string; Report: ComponentType }>;
type Name = keyof typeof reports;
const names = Object.keys(reports) as Name[];

/** Aged receivables, rent roll, and rent by month. Each report has its own URL. */
export default function ReportsPage() {
  const canRead = useCan("reports.read");
  const [, navigate] = useLocation();
  const { report = "aged" } = useParams<{ report?: string }>();
  const name = names.find((known) => known === report.toLowerCase());
  if (!canRead) return <AccessDenied />;
  if (name === undefined) return <NotFoundPage />;
  const { Report } = reports[name];
  return (
    <>
      <PageHeader title="Reports" />
      <div className="mb-4">
        <Tabs
          name="report"
          label="Reports"
          tabs={names.map((value) => ({ value, label: reports[value].label }))}
          value={name}
          onChange={(value) => navigate(reportPath(value))}
        />
      </div>
      <TabPanel name="report" value={name}>
        <Report key={name} />
      </TabPanel>
    </>
  );
}
