import { toCents } from "#shared/format/money.ts";
import type { Lease, LeaseRow } from "../../contract.ts";
import type { Terms } from "../../terms.ts";
import type { Schedule, TermsDetails } from "../../terms-fields.ts";

/** A lease as returned to a landlord. */
export const lease: Lease = {
  id: 3,
  state: "active",
  company: {
    id: 3,
    name: "Kestrel Legal Partners",
    contactEmail: "office@kestrel.example",
    contactPhone: null,
    version: 1,
  },
  property: { id: 1, name: "Harborview Center" },
  units: [
    { id: 6, unitNumber: "201", from: "2025-05-01", to: "2030-04-30", status: "occupied" },
    { id: 7, unitNumber: "202", from: "2025-05-01", to: "2026-12-31", status: "occupied" },
  ],
  from: "2025-05-01",
  to: "2030-04-30",
  members: [
    {
      id: 31,
      userId: 13,
      fullName: "Robert Kessler",
      email: "robert@kestrel.example",
      from: "2025-05-01",
      to: null,
      isCurrent: true,
    },
    {
      id: 32,
      userId: 14,
      fullName: "Aisha Rahman",
      email: "aisha@kestrel.example",
      from: "2025-05-01",
      to: "2026-01-31",
      isCurrent: false,
    },
  ],
  today: "2026-11-21",
  monthlyRentCents: null,
  createdAt: "2025-04-01T12:00:00Z",
  version: 4,
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

export const draft: Lease = {
  ...lease,
  id: 13,
  state: "draft",
  units: [{ id: 12, unitNumber: "303", from: "2027-01-01", to: null, status: "renovation" }],
  from: "2027-01-01",
  to: null,
  members: [],
  toBeforeNotice: null,
  can: {
    edit: true,
    activate: true,
    renew: false,
    giveNotice: false,
    withdrawNotice: false,
    end: false,
    delete: true,
  },
};

export const toLeaseRow = ({ id, state, company, property, units, from, to, version }: Lease): LeaseRow => ({
  id,
  state,
  company: { id: company.id, name: company.name },
  property,
  units: units.map(({ id: unitId, unitNumber }) => ({ id: unitId, unitNumber })),
  from,
  to,
  version,
});

/** The response for a lease without terms, as a landlord sees it. */
export const noTerms: TermsDetails = {
  leaseId: 3,
  current: null,
  versions: [],
  chargedThrough: null,
  depositHeldCents: 0,
  version: 4,
  can: { edit: true, amend: false },
  amendableFrom: null,
};

/** Base rent of $3,000.00 and a CAM charge of $500.00, with a 3% increase on May 1, 2027. */
export const terms: Terms = {
  areaSquareFeet: 0,
  dueDay: 1,
  graceDays: 5,
  depositCents: toCents(600_000),
  lines: [
    {
      key: 1,
      kind: "rent",
      label: "Base rent",
      from: "2025-05-01",
      to: null,
      price: { monthlyCents: toCents(300_000) },
    },
    {
      key: 2,
      kind: "common-area",
      label: "Common areas",
      from: "2025-05-01",
      to: null,
      price: { monthlyCents: toCents(50_000) },
    },
  ],
  escalations: [{ on: "2027-05-01", basisPoints: 300 }],
  freeRent: [],
  lateFee: { charge: { cents: toCents(5_000) }, capCents: null },
};

/** These terms on an active lease that is charged through Nov 30, 2026. */
export const activeTerms: TermsDetails = {
  ...noTerms,
  current: 1,
  versions: [
    {
      number: 1,
      from: "2025-05-01",
      period: { from: "2025-05-01", to: "2030-04-30" },
      terms,
      reason: "",
      madeBy: "Linda Harcourt",
      madeAt: "2025-04-01T12:00:00Z",
    },
  ],
  chargedThrough: "2026-11-30",
  depositHeldCents: 600_000,
  can: { edit: false, amend: true },
  amendableFrom: "2026-12-01",
};

/** These terms on the draft, starting on its start date. */
export const draftTerms: TermsDetails = {
  ...noTerms,
  leaseId: draft.id,
  current: 1,
  versions: activeTerms.versions.map((version) => ({
    ...version,
    from: draft.from,
    period: { from: draft.from, to: draft.to },
    terms: { ...terms, lines: terms.lines.map((line) => ({ ...line, from: draft.from })) },
  })),
};

const makeMonth = (month: string, lastDay: string, rentCents: number): Schedule["months"][number] => {
  const days = { termsNumber: 1, from: month, to: lastDay, dueOn: month };
  return {
    month,
    charges: [
      { ...days, lineKey: 1, kind: "rent", label: "Base rent", amountCents: rentCents },
      { ...days, lineKey: 2, kind: "common-area", label: "Common areas", amountCents: 50_000 },
    ],
    totalCents: rentCents + 50_000,
    lateFees: [{ dueOn: month, feeOn: `${month.slice(0, 8)}07`, rentCents, feeCents: 5_000 }],
  };
};

/** Two months under these terms: the last before the rent step, which is due, and the first after it. */
export const schedule: Schedule = {
  months: [makeMonth("2027-04-01", "2027-04-30", 300_000), makeMonth("2027-05-01", "2027-05-31", 309_000)],
  totalCents: 709_000,
  postedImmediately: makeMonth("2027-04-01", "2027-04-30", 300_000).charges,
  postedImmediatelyCents: 350_000,
  creditedCents: 0,
};
