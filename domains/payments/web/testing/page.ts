import type { Lease, LeaseRow } from "#domains/leases/contract.ts";
import type { LeaseAccount, OpenCharge } from "#domains/ledger/contract.ts";
import { type FakeResponses, openPortal, tenant } from "#web/testing/open-page.tsx";
import type { Payment, PaymentDetails, PaymentSummary, PendingPayment } from "../../contract.ts";
import type { PaymentInstructions } from "../../instructions-contract.ts";
import type { PaymentIntent } from "../../pay-contract.ts";

export const summary: PaymentSummary = {
  currentBalance: 305_000,
  nextDueDate: "2026-11-01",
  // A check from October 2, posted two days later.
  lastPayment: {
    amountCents: 300_000,
    feeCents: 0,
    paidAt: "2026-10-04T12:00:00Z",
    paidOn: "2026-10-02",
    description: "October rent",
  },
  yearToDate: 2_750_000,
  amounts: {
    overdueCents: 255_000,
    overdueSince: "2026-11-01",
    dueCents: 50_000,
    dueOn: "2026-12-01",
    dueNowCents: 255_000,
    onItsWayCents: 0,
    comingCents: 0,
    creditCents: 0,
    balanceCents: 305_000,
  },
  suggestedCents: 255_000,
};

export const payment: Payment = {
  id: 70,
  description: "October rent",
  method: "check",
  amountFormatted: "$3,000.00",
  amountCents: 300_000,
  feeCents: 0,
  refundedCents: 0,
  feeRefundedCents: 0,
  status: "completed",
  paidAt: "2026-10-02T18:00:00Z",
  paidOn: "2026-10-02",
  failedOn: null,
  problem: "",
  dueOn: null,
  createdAt: "2026-10-02T18:00:00Z",
  user: { fullName: "Maria Gonzales" },
  unit: { unitNumber: "101" },
  receiptNumber: 12,
  reference: "1042",
  brand: "",
  lastFour: "",
  leaseId: 7,
  company: "Kestrel Legal Partners",
  companyId: 3,
  property: { id: 1, name: "Harborview Center" },
  canDeposit: false,
  dispute: null,
};

/** A payment by card for staff, with its details. */
export const byCard: PaymentDetails = {
  ...payment,
  method: "card",
  brand: "Visa",
  lastFour: "4242",
  amountCents: 100_000,
  amountFormatted: "$1,000.00",
  feeCents: 3_500,
  receipt: {
    number: 12,
    paidTime: null,
    organization: { name: "Harborview Management", address: [], email: "" },
    lines: [{ description: "Base rent", amountCents: 100_000 }],
    totalCents: 103_500,
    timesEmailed: 1,
  },
  refunds: [],
  bankDeposit: null,
  disputes: [],
  reversedOn: null,
  unappliedCents: 0,
  can: { refundCents: 100_000, emailReceipt: true, move: false },
};
export const overdue: Payment = {
  ...payment,
  id: 90,
  description: "Base rent, November 2026",
  method: null,
  amountFormatted: "$2,500.00",
  amountCents: 250_000,
  status: "overdue",
  paidAt: null,
  paidOn: null,
  dueOn: "2026-11-01",
  createdAt: "2026-10-22T15:00:00Z",
  user: null,
  receiptNumber: null,
  reference: "",
};

export const clearing: PendingPayment = {
  kind: "clearing",
  id: 4,
  description: "November rent",
  method: "us_bank_account",
  amountCents: 120_000,
  amountFormatted: "$1,200.00",
  since: "2026-11-20T15:00:00Z",
  leaseId: 7,
  company: "Kestrel Legal Partners",
  companyId: 3,
  user: { fullName: "Maria Gonzales" },
};

export const leaseRow: LeaseRow = {
  id: 7,
  state: "active",
  company: { id: 3, name: "Kestrel Legal Partners" },
  property: { id: 1, name: "Harborview Center" },
  units: [{ id: 3, unitNumber: "101" }],
  from: "2025-05-01",
  to: null,
  version: 1,
};

export const lease: Lease = {
  ...leaseRow,
  company: { id: 3, name: "Kestrel Legal Partners", contactEmail: null, contactPhone: null, version: 1 },
  units: [{ id: 3, unitNumber: "101", from: "2025-05-01", to: null, status: "occupied" }],
  members: [],
  today: "2026-11-21",
  monthlyRentCents: null,
  createdAt: "2025-04-01T12:00:00Z",
  toBeforeNotice: null,
  can: {
    edit: true,
    activate: false,
    renew: false,
    giveNotice: true,
    withdrawNotice: false,
    end: true,
    delete: false,
  },
};

export const account: LeaseAccount = {
  today: "2026-11-21",
  ...summary.amounts,
  suggestedCents: summary.suggestedCents,
  depositCents: 0,
  hadDeposit: false,
  nextDue: { on: "2026-11-01", cents: 250_000 },
  nextLateFee: null,
  can: { correct: false },
};

/**
 * In the order in which payments are applied: the late fee comes last, even though it is due before the water
 * charge.
 */
export const charges: OpenCharge[] = [
  {
    id: 11,
    description: "Base rent, November 2026",
    chargeKind: "rent",
    dueOn: "2026-11-01",
    amountCents: 250_000,
    openCents: 250_000,
    onItsWayCents: 0,
  },
  {
    id: 12,
    description: "Water, December 2026",
    chargeKind: "utilities",
    dueOn: "2026-12-01",
    amountCents: 50_000,
    openCents: 50_000,
    onItsWayCents: 0,
  },
  {
    id: 14,
    description: "Late fee",
    chargeKind: "late-fee",
    dueOn: "2026-11-07",
    amountCents: 5_000,
    openCents: 5_000,
    onItsWayCents: 0,
  },
];

export const instructions: PaymentInstructions = {
  payee: "Harborview Management",
  zelleHandle: "rent@harborview.example",
  accountingEmail: "accounting@harborview.example",
  shares: { rentSharePermille: 923, commonAreaSharePermille: 67, utilitiesSharePermille: 10 },
};

/** Without a provider, the page doesn't need a provider form. */
export const intent: PaymentIntent = {
  clientSecret: "pi_local_1_secret_2",
  paymentIntentId: "pi_local_1",
  message: "Online payment isn't set up.",
  provider: null,
  amountCents: 250_000,
  feeCents: 8_750,
  feeBasisPoints: 350,
  billing: { email: "maria@portal.example", street: "", city: "", state: "", zip: "" },
};

/** Opens the page of a tenant with one lease. */
export const openPayments = (query = "", responses: FakeResponses = {}, session = tenant) =>
  openPortal(`/payments${query}`, {
    session,
    responses: {
      "GET /api/payments/summary": summary,
      "GET /api/payments": [payment],
      "GET /api/payments/pending": [],
      "GET /api/payments/instructions": instructions,
      "GET /api/manual-payment-confirmations": [],
      "GET /api/leases": [leaseRow],
      "GET /api/leases/7": lease,
      "GET /api/leases/7/account": account,
      "GET /api/leases/7/open-charges": charges,
      "POST /api/create-payment-intent": intent,
      ...responses,
    },
  });
