import type { Lease, LeaseRow } from "../../contract.ts";

/** A lease as the server gives it to a landlord. */
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
  may: { edit: true, activate: false, giveNotice: true, end: true, delete: false },
};

export const draft: Lease = {
  ...lease,
  id: 13,
  state: "draft",
  units: [{ id: 12, unitNumber: "303", from: "2027-01-01", to: null, status: "renovation" }],
  from: "2027-01-01",
  to: null,
  members: [],
  may: { edit: true, activate: true, giveNotice: false, end: false, delete: true },
};

export const asRow = ({ id, state, company, property, units, from, to, version }: Lease): LeaseRow => ({
  id,
  state,
  company: { id: company.id, name: company.name },
  property,
  units: units.map(({ id: unitId, unitNumber }) => ({ id: unitId, unitNumber })),
  from,
  to,
  version,
});
