import { CalendarSync } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { ledgerPages } from "./pages.ts";

export const ledgerPageInfo = describePages(ledgerPages, {
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
