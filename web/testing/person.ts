import type { Person } from "#domains/accounts/people-contract.ts";

/** A tenant waiting for approval, for tests to vary. */
export const waitingPerson: Person = {
  id: 21,
  fullName: "Jordan Blake",
  email: "jordan@firm.example",
  role: "tenant",
  state: "pending",
  emailConfirmed: false,
  claimedUnit: { id: 5, label: "Harborview Center, Unit 301", propertyId: 1 },
  buildings: [],
  buildingCount: 0,
  allBuildings: false,
  units: [],
  company: null,
  invitation: null,
  disabledReason: null,
  createdAt: "2026-01-05T12:00:00Z",
  lastSignInAt: null,
  version: 1,
};
