import { CalendarSync, ChartColumn } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { reportPath } from "../paths.ts";
import { ledgerPages } from "./pages.ts";

export const ledgerPageInfo = describePages(ledgerPages, {
  reports: {
    title: "Reports",
    description: "Aged receivables, rent roll, and collections by month.",
    tips: [
      { text: "Aged receivables are amounts due on each lease by days past due, plus unapplied credits." },
      {
        text: "The rent roll lists active leases with monthly rent, other charges, deposit held, and balance.",
      },
      {
        text: "By month, charges are counted in the month they're due; credits and payments in the month received. Deposits and opening balances aren't included.",
      },
    ],
    entry: {
      place: "Property Management",
      icon: ChartColumn,
      searchWords: "figures finance income export",
    },
    searchResults: [
      {
        group: "Pages",
        label: "Aged receivables",
        searchWords: "balance owed overdue arrears late debt credit export",
        icon: ChartColumn,
        href: reportPath("aged"),
        permission: "reports.read",
        isPartOfPage: true,
      },
      {
        group: "Pages",
        label: "Rent roll",
        searchWords: "balance income deposits running leases export",
        icon: ChartColumn,
        href: reportPath("rent-roll"),
        permission: "reports.read",
        isPartOfPage: true,
      },
      {
        group: "Pages",
        label: "Rent by month",
        searchWords: "charged collected income monthly year export",
        icon: ChartColumn,
        href: reportPath("months"),
        permission: "reports.read",
        isPartOfPage: true,
      },
    ],
  },
  posting: {
    title: "Charge Posting",
    description:
      "Every hour, the portal posts charges due within 10 days and late fees on rent that's still unpaid after its grace period. Check the latest run, or post what's due now.",
    entry: {
      place: "Admin",
      icon: CalendarSync,
      searchWords: "charges late fees run",
    },
  },
  balanceHistory: {
    title: "Balance history",
    description:
      "Every entry that makes up the current balance, newest month first, with the balance after each.",
  },
  statement: {
    title: "Statement",
    description: "Charges and payments for any date range, to print or save as a PDF.",
  },
});
