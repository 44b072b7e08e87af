import type { SessionUser } from "#domains/accounts/contract.ts";
import type { Payment } from "#domains/payments/contract.ts";
import type { StackingPlan } from "#domains/properties/contract.ts";
import type { BackupStatus } from "#domains/settings/backup-contract.ts";
import { ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { type FakeResponses, openPortal, type SentRequest } from "#web/testing/open-page.tsx";

export const stats = {
  openWorkOrders: 14,
  completedOrders: 26,
  inProgressOrders: 9,
  scheduledOrders: 10,
  documents: 12,
  rentCollected: null,
};
export const order = (id: number) => ({
  id,
  title: `Problem ${id}`,
  description: "It has been broken since Monday.",
  category: "Plumbing" as const,
  location: `Room ${id}`,
  priority: "medium" as const,
  status: "open",
  createdAt: "2025-01-05T15:07:00Z",
  dueAt: null,
  plannedOn: null,
  estimateMinutes: null,
  timeZone: "America/Los_Angeles",
  appointment: null,
  pause: null,
  signatureUrl: null,
  version: 1,
  propertyId: 1,
  unitNumber: null,
  assignee: null,
  clockStartedAt: null,
  team: null,
  awaitingApproval: false,
});
export const building = {
  id: 1,
  name: "Harborview Center",
  address: "1 Harbor Way",
  image: "/images/harbor.jpg",
};

export const payment = (change: Partial<Payment> & { id: number }): Payment => ({
  description: "November rent",
  method: "card",
  amountFormatted: "$2,500.00",
  amountCents: 250_000,
  feeCents: 0,
  refundedCents: 0,
  feeRefundedCents: 0,
  status: "completed",
  paidAt: "2026-11-02T20:00:00Z",
  paidOn: "2026-11-02",
  failedOn: null,
  problem: "",
  dueOn: null,
  createdAt: "2026-11-02T20:00:00Z",
  user: { fullName: "Maria Gonzales" },
  unit: { unitNumber: "3" },
  receiptNumber: 7,
  reference: "",
  brand: "",
  lastFour: "",
  leaseId: 1,
  company: "Harbor Lane Coffee",
  companyId: 1,
  property: { id: 1, name: "Harborview Center" },
  canDeposit: false,
  dispute: null,
  ...change,
});

export const backup: BackupStatus = { dailyAt: "03:00", made: null, failed: null, needsAttention: false };
export const charts = {
  openWorkOrders: filterCategories.flatMap((category, index) =>
    ages.map((age, column) => ({ category, age, count: category === "Structural" ? 0 : index + column })),
  ),
  occupancy: { occupied: 7, vacant: 2, other: 1, occupiedSquareFeet: 12_400, squareFeet: 16_000 },
  overdue: { cents: 305_000, leases: 2, since: "2026-10-01" },
  endingLeases: { count: 4, first: { company: "Harbor Lane Coffee", to: "2026-12-31" } },
  months: [
    {
      month: "2026-10-01",
      collectedCents: 485_000,
      creditedCents: 15_000,
      overdueCents: 0,
      upcomingCents: 0,
    },
    {
      month: "2026-11-01",
      collectedCents: 250_000,
      creditedCents: 0,
      overdueCents: 200_000,
      upcomingCents: 50_000,
    },
  ].map((month) => ({ ...month, dueCents: 500_000, receivedCents: 230_000 })),
};

export const stackingPlan: StackingPlan = {
  occupied: 1,
  vacant: 0,
  other: 0,
  units: [
    {
      id: 3,
      unitNumber: "101",
      floor: "1",
      areaSqft: 910,
      status: "occupied",
      state: "occupied",
      lease: { company: "Harbor Lane Coffee", to: null, monthlyRentCents: 230_750, units: 1 },
    },
  ],
};

export const openDashboard = (session: SessionUser, responses: FakeResponses = {}) =>
  openPortal("/dashboard", {
    session,
    responses: {
      "GET /api/dashboard/stats": stats,
      "GET /api/dashboard/charts": charts,
      "GET /api/dashboard/checklist": { steps: [] },
      "GET /api/dashboard/tenant": { leases: [], workOrdersToAnswer: [] },
      "GET /api/invitations": [],
      "GET /api/settings/backup": backup,
      "GET /api/leases": [],
      "GET /api/outbox": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/reports/aged": [],
      "GET /api/buildings": [building],
      "GET /api/documents": [],
      "GET /api/payments": [],
      "GET /api/payments/pending": [],
      "GET /api/properties/1/stacking-plan": stackingPlan,
      "GET /api/work-orders": [order(5), order(4), order(3), order(2), order(1)],
      ...responses,
    },
  });
export const statsCalls = (sent: SentRequest[]) => sent.filter(({ path }) => path === "/api/dashboard/stats");
