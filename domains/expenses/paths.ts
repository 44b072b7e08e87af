export const vendorsPath = "/vendors";
export const expenseCategoriesPath = "/settings/expense-categories";
