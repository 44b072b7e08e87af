export const billsPath = "/bills";
export const billPath = (id: number) => `/bills/${id}`;
export const vendorBillsPath = (vendorId: number) => `/bills?vendorId=${vendorId}`;
export const budgetsPath = "/budgets";
export const budgetPath = (propertyId: number, year: number) =>
  `/budgets?propertyId=${propertyId}&year=${year}`;
export const vendorsPath = "/vendors";
export const expenseCategoriesPath = "/settings/expense-categories";
