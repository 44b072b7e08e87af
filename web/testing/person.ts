import type { approvePerson, Person } from "#domains/people/people-contract.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";

/** A tenant waiting for approval, as a base for tests. */
export const pendingPerson: Person = {
  id: 21,
  fullName: "Jordan Blake",
  email: "jordan@firm.example",
  role: "tenant",
  state: "pending",
  emailConfirmed: false,
  requestedUnit: { id: 5, label: "Harborview Center, Unit 301", propertyId: 1 },
  properties: [],
  propertyCount: 0,
  hasAllProperties: false,
  units: [],
  companies: [],
  invitation: null,
  disabledReason: null,
  createdAt: "2026-01-05T12:00:00Z",
  lastSignInAt: null,
  version: 1,
};

/**
 * The response to an approval. By default the person is on a lease of Acme Legal from today, January 6, 2026.
 */
export const approvalResponse = (
  person: Person,
  joined: Partial<NonNullable<ResponseOf<typeof approvePerson>["joined"]>> | null = {},
): ResponseOf<typeof approvePerson> => ({
  ...person,
  state: "active",
  joined: joined && {
    id: 12,
    state: "active",
    company: "Acme Legal",
    from: "2026-01-06",
    isNew: false,
    ...joined,
  },
});
