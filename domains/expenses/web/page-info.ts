import { ReceiptText, Table2, Tag, Users } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { expensesPages } from "./pages.ts";

export const expensesPageInfo = describePages(expensesPages, {
  bills: {
    title: "Bills",
    description:
      "What vendors charge for your properties. Enter each bill with its lines and service period.",
    tips: [
      {
        text: "A cost belongs to the days of its service period, however late it is billed or paid. An insurance bill from April to March counts in both years.",
      },
      { text: "Enter a credit, such as a tax refund, as a negative amount." },
      { text: "A bill entered by mistake is voided. It stays with the reason and counts in no total." },
      {
        text: "To enter many bills, import a spreadsheet with one line per row. Rows with the same vendor and number are one bill.",
      },
    ],
    entry: {
      place: "Property Management",
      icon: ReceiptText,
      searchWords: "expenses costs invoices payables unpaid operating cam export",
    },
  },
  bill: {
    title: "Bill",
    description: "One bill with its lines, service period, work order, and the vendor's document.",
  },
  budgets: {
    title: "Budgets",
    description: "The expected cost of each expense category in each month, for one property and year.",
    tips: [
      {
        text: "Enter and the arrow keys move between cells. Paste cells from a spreadsheet anywhere in the grid.",
      },
      {
        text: "Copy last year's budget or actual costs, changed by a percentage, and adjust them before you save.",
      },
      { text: "To bring budgets from a spreadsheet, import them with one category per row." },
      { text: "The report “Budget and actual” compares the budget with the bills." },
    ],
    entry: {
      place: "Search",
      icon: Table2,
      searchWords: "plan forecast expenses costs year operating variance",
    },
  },
  vendors: {
    title: "Vendors",
    description: "The companies that send bills. All properties share them.",
    entry: {
      place: "Search",
      icon: Users,
      searchWords: "suppliers contractors companies bills payees export",
    },
  },
  expenseCategories: {
    title: "Expense Categories",
    description:
      "What costs are for, and the pools of categories that are recovered from tenants together. All properties share them.",
    tips: [
      { text: "A category in a pool is part of what tenants pay as their share of operating expenses." },
      { text: "Archive a category that you no longer use. Its bills stay." },
      { text: "The year of a pool can start in another month at each property, such as a tax year in July." },
    ],
    entry: {
      place: "Search",
      icon: Tag,
      searchWords: "settings pools cam operating expenses recoverable accounts gross-up fiscal year",
    },
  },
});
