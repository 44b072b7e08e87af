import { CalendarSync, ChartColumn } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { reportPath } from "../paths.ts";
import { ledgerPages } from "./pages.ts";

export const ledgerPageInfo = describePages(ledgerPages, {
  reports: {
    title: "Reports",
    about: "Aged receivables, rent roll, and collections by month.",
    entry: {
      place: "Property Management",
      icon: ChartColumn,
      words: "figures finance income export",
    },
    searchResults: [
      {
        group: "Pages",
        label: "Aged receivables",
        words: "balance owed overdue arrears late debt credit export",
        icon: ChartColumn,
        href: reportPath("aged"),
        needs: "reports.read",
        isPart: true,
      },
      {
        group: "Pages",
        label: "Rent roll",
        words: "balance income deposits running leases export",
        icon: ChartColumn,
        href: reportPath("rent-roll"),
        needs: "reports.read",
        isPart: true,
      },
      {
        group: "Pages",
        label: "Rent by month",
        words: "charged collected income monthly year export",
        icon: ChartColumn,
        href: reportPath("months"),
        needs: "reports.read",
        isPart: true,
      },
    ],
  },
  posting: {
    title: "Charge Posting",
    about: "Charges and late fees post every hour. Check the latest run, or post what's due now.",
    entry: {
      place: "Admin",
      icon: CalendarSync,
      words: "charges late fees run",
    },
  },
  balanceHistory: {
    title: "Balance history",
    about: "Every entry that makes up the current balance.",
  },
  statement: {
    title: "Statement",
    about: "Charges and payments for any date range, to print or save as a PDF.",
  },
});
