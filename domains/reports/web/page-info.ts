import { Bookmark, ChartColumn } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { reportPath } from "../paths.ts";
import { getReportAction, getReportFacts, type ReportName, reportNames } from "../reports.ts";
import { reportsPages } from "./pages.ts";

const searchWords: Record<ReportName, string> = {
  "rent-roll": "balance income deposits running leases vacant units export",
  expirations: "ending leases renewals export",
  aged: "balance owed overdue arrears late debt credit export",
  months: "rent by month charged collected income monthly year export",
  payments: "received deposits checks bank slip export",
  deposits: "security deposits held export",
  budget: "expenses costs variance operating cam year to date export",
  "expenses-per-sq-ft": "operating costs opex per sq ft square feet budget year export",
  recovery: "leakage recoverable operating expenses cam unrecovered vacancy caps export",
  "cam-history": "operating expenses reconciliation statements estimates true-up caps bases years export",
  "work-orders": "work orders opened closed age hours export",
  documents: "expired insurance certificates export",
  audit: "audit log changes export",
};

export const reportsPageInfo = describePages(reportsPages, {
  savedReports: {
    title: "Saved Reports",
    description: "Reports with their filters that you saved, or that others share with or send to you.",
    tips: [
      { text: "Periods such as last month move with today's date, and so does a report without a date." },
      {
        text: "A scheduled report is emailed to each recipient with that person's own access. Recipients can turn the emails off.",
      },
      { text: "After each run, the page shows who got the report and why others didn't." },
    ],
    entry: { place: "Search", icon: Bookmark, searchWords: "schedule email weekly monthly favorites" },
  },
  reports: {
    title: "Reports",
    description: "Reports on leases, money, and work orders that you can print, export, and share.",
    tips: [
      {
        text: "The rent roll lists every unit on any date, with its lease, rent, next rent, deposit, and balance.",
      },
      { text: "Aged receivables are amounts due on each lease by days past due, plus unapplied credits." },
      {
        text: "Export downloads the report as a PDF with your letterhead, as an XLSX sheet with formulas for totals, or as CSV.",
      },
      { text: "Use Saved to keep a report with its filters, open it again, or email it on a schedule." },
    ],
    entry: {
      place: "Property Management",
      icon: ChartColumn,
      searchWords: "figures finance income export",
    },
    searchResults: reportNames.map((name) => ({
      group: "Pages" as const,
      label: getReportFacts(name).title,
      searchWords: searchWords[name],
      icon: ChartColumn,
      href: reportPath(name),
      permission: getReportAction(name),
      isPartOfPage: true,
    })),
  },
});
