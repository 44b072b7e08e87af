/** The keys of the queries about operating expenses. */
export const expenseKeys = {
  all: /^\/api\/(bills|vendors|expense-categories|expense-pools|properties\/\d+\/(expense-pools|budgets))\b/,
} as const;
