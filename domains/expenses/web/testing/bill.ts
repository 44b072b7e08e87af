import type { Category } from "../../categories-contract.ts";
import type { Bill, BillRow } from "../../contract.ts";

const traits = {
  accountCode: "6010",
  poolId: 1,
  pool: "CAM",
  isRecoverable: true,
  isControllable: true,
  variesWithOccupancy: true,
  isCapital: false,
  version: 1,
};
export const cleaning: Category = { id: 1, name: "Cleaning", ...traits, isArchived: false };
export const security: Category = { id: 2, name: "Security", ...traits, isArchived: false };
export const fax: Category = { id: 3, name: "Fax", ...traits, isArchived: true };

const summary = {
  id: 7,
  property: { id: 1, name: "Harbor House" },
  vendor: { id: 4, name: "Sound Janitorial" },
  number: "1042",
  billedOn: "2026-11-03",
  serviceFrom: "2026-11-01",
  serviceTo: "2026-11-30",
  dueOn: "2026-12-03",
  paidOn: null,
  state: "unpaid" as const,
  totalCents: 120_000,
  hasFile: false,
  version: 1,
};
export const billRow: BillRow = { ...summary, categories: ["Cleaning"] };
export const bill: Bill = {
  ...summary,
  lines: [{ categoryId: 1, category: "Cleaning", amountCents: 120_000, memo: "Lobby" }],
  workOrder: null,
  file: null,
  voided: null,
  createdBy: "Lena Landlord",
  createdAt: "2026-11-04T18:00:00.000Z",
};

export const harborHouse = { id: 1, name: "Harbor House", address: "1 Harbor Way", image: null };

/** The responses of the calls that the pages of bills make. */
export const billResponses = {
  "GET /api/bills": [billRow],
  "GET /api/bills/totals": { totalCents: 120_000, unpaidCents: 120_000 },
  "GET /api/bills/7": bill,
  "GET /api/expense-categories": [cleaning, security, fax],
  "GET /api/vendors": [],
  "GET /api/buildings": [harborHouse],
};
