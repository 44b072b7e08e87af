export const billsPath = "/bills";
export const billPath = (id: number) => `/bills/${id}`;
export const vendorBillsPath = (vendorId: number) => `/bills?vendorId=${vendorId}`;
export const vendorsPath = "/vendors";
export const expenseCategoriesPath = "/settings/expense-categories";
