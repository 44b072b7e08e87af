import { fireEvent, screen } from "@testing-library/react";
import { expect } from "vitest";
import type { SessionUser } from "#domains/accounts/contract.ts";
import {
  admin,
  type FakeResponses,
  openPortal,
  problem,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import type { Property, PropertyDetails, UnitDetails } from "../../contract.ts";

export const landlord: SessionUser = { ...admin, id: 5, fullName: "Lena Landlord", role: "landlord" };
export const technician: SessionUser = { ...tenant, id: 6, fullName: "Theo Technician", role: "maintenance" };

export const outsiders = [
  ["a tenant", tenant],
  ["a technician", technician],
] as const;
export const outages = [
  ["the server fails", problem(503, "Later.")],
  ["the server doesn't respond", unreachable],
] as const;

export const openAs = (session: SessionUser, address: string, responses: FakeResponses = {}) =>
  openPortal(address, { session, responses });

export const calls = (sent: readonly SentRequest[], call: string): SentRequest[] =>
  sent.filter(({ method, path }) => `${method} ${path.split("?")[0]}` === call);

export const field = (label: string) => screen.findByLabelText(label);
export const fill = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });

export async function expectToast(title: string, description: string): Promise<void> {
  await screen.findByText(title);
  expect(await screen.findByText(description)).toBeTruthy();
}

export const makeProperty = (id: number, overrides: Partial<PropertyDetails> = {}): PropertyDetails => ({
  id,
  name: `House ${id}`,
  address: `${id} Mill Street`,
  city: "Seattle",
  state: "WA",
  zip: "98101",
  country: "USA",
  type: "multi",
  unitCount: 2,
  yearBuilt: null,
  mlsNumber: null,
  createdById: 1,
  attachments: [],
  image: null,
  version: 1,
  timeZone: "America/Los_Angeles",
  accessNotes: null,
  ...overrides,
});

/** A property without the response's optional fields. */
export const makeMinimalProperty = (id: number, overrides: Partial<Property> = {}): Property => {
  const { unitCount: _u, image: _i, ...bare } = makeProperty(id);
  return { ...bare, ...overrides };
};

export const makeUnit = (id: number, overrides: Partial<UnitDetails> = {}): UnitDetails => ({
  id,
  propertyId: 1,
  unitNumber: String(100 + id),
  type: "office",
  status: "vacant",
  nextLeaseStartsOn: null,
  today: "2026-11-20",
  areas: [],
  beds: 0,
  baths: 1,
  sizeSqft: 900,
  suite: null,
  floor: null,
  rentableSqft: null,
  accessNotes: null,
  areaSqft: 900,
  rent: 125_050,
  deposit: 0,
  version: 1,
  property: { id: 1, name: "House 1", address: "1 Mill Street, Seattle, WA 98101" },
  leases: [],
  ...overrides,
});
