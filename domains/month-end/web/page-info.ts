import { Landmark, ListTodo } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { monthEndPages } from "./pages.ts";

export const monthEndPageInfo = describePages(monthEndPages, {
  monthEnd: {
    title: "Month End",
    description: "Select a property to check and close its months.",
    entry: {
      place: "Search",
      icon: ListTodo,
      searchWords:
        "close month closing reopen period journal accounting export quickbooks xero owner statement",
    },
  },
  journalAccounts: {
    title: "Journal Accounts",
    description: "The accounts in your accounting system that the journals of closed months are exported to.",
    entry: {
      place: "Search",
      icon: Landmark,
      searchWords: "chart of accounts mapping quickbooks xero accounting journal export codes",
    },
  },
  months: {
    title: "Months",
    description:
      "The months of one property, newest first, with who closed them. Months are closed in order, and nothing can be dated in a closed month.",
  },
  month: {
    title: "Month-end checklist",
    description:
      "What to check before you close a month. Charges must be posted. Anything else can stay open if you accept it.",
    tips: [
      { text: "Each check lists its first records. Follow a link to resolve one." },
      { text: "Later entries are dated the first open day and say so." },
      { text: "Only administrators can reopen a month.", permission: "ledger.reopen-month" },
    ],
  },
  ownerStatement: {
    title: "Owner statement",
    description:
      "A month of one property for its owner: charges, collections, overdue amounts, occupancy, leases that end, expenses, work orders, and your notes.",
    tips: [
      { text: "A draft always has the current figures. You can issue it when the month is over." },
      { text: "An issued statement never changes. Its PDF is filed among the property's documents." },
      { text: "If the ledger changes later, issue a corrected statement. The earlier version stays." },
    ],
  },
});
