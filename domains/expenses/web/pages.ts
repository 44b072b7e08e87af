import type { Pages } from "#web/page.ts";

export const expensesPages = {
  bills: {
    patterns: ["/bills"],
    access: "expenses.read",
    load: () => import("./bills/bills-page.tsx"),
  },
  bill: {
    patterns: ["/bills/:id"],
    access: "expenses.read",
    load: () => import("./bills/bill-page.tsx"),
  },
  budgets: {
    patterns: ["/budgets"],
    access: "expenses.read",
    load: () => import("./budgets/budget-page.tsx"),
  },
  vendors: {
    patterns: ["/vendors"],
    access: "expenses.read",
    load: () => import("./vendors/vendors-page.tsx"),
  },
  expenseCategories: {
    patterns: ["/settings/expense-categories"],
    access: "expenses.read",
    load: () => import("./categories/categories-page.tsx"),
  },
} as const satisfies Pages;
