import { expect } from "vitest";
import type { LeaseAccount, LedgerEntry } from "#domains/ledger/contract.ts";
import type { Day } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "../building.ts";
import { dayFromToday } from "../dates.ts";
import { createLease, createUnit } from "../people.ts";
import type { TestPortal } from "../portal.ts";
import { readSums, writeCharge } from "./ledger.ts";

type ChargeFacts = Omit<Parameters<typeof writeCharge>[1], "propertyId" | "leaseId">;

/** A property whose landlord writes entries on the ledger of one lease. */
export interface LeaseLedger {
  portal: TestPortal;
  building: TestBuilding;
  /** Switches all following calls to a new lease without terms that started 30 days ago. */
  newLease: () => Promise<number>;
  leaseId: () => number;
  /** Today in the property's time zone. */
  today: () => Day;
  charge: (facts: ChargeFacts) => Promise<number>;
  /** A charge on another lease. */
  otherLeaseCharge: () => Promise<number>;
  /** `POST /api/leases/ID/verb` as the landlord. */
  post: (
    verb: string,
    body: Record<string, unknown>,
    headers?: Record<string, string>,
  ) => ReturnType<TestPortal["call"]>;
  /** The same, expecting success. */
  postOk: (
    verb: string,
    body: Record<string, unknown>,
  ) => Promise<{ entryId: number; account: LeaseAccount }>;
  entries: () => Promise<LedgerEntry[]>;
  /** The unpaid amounts of these entries. */
  openAmounts: (...ids: number[]) => Promise<(number | null | undefined)[]>;
  account: () => Promise<LeaseAccount>;
  /** Expects this balance, both stored and as the sum of the rows. */
  expectSums: (balance: number) => Promise<void>;
}

export async function startLeaseLedger(): Promise<LeaseLedger> {
  const { portal, building } = await startBuilding();
  const { db, services, clock } = portal;
  const { propertyId } = building;
  const { cookie } = building.landlord;
  let leaseId = building.leaseId;
  const read = async <T>(what: string): Promise<T> => {
    const response = await portal.call("GET", `/api/leases/${leaseId}/${what}`, { cookie });
    expect(response.statusCode, response.body).toBe(200);
    return response.json<T>();
  };
  const post: LeaseLedger["post"] = (verb, body, headers = {}) =>
    portal.call("POST", `/api/leases/${leaseId}/${verb}`, { cookie, body, headers });
  return {
    portal,
    building,
    newLease: async () => {
      leaseId = await createLease(db, {
        propertyId,
        unitId: await createUnit(db, propertyId),
        memberIds: [building.tenant.id],
      });
      return leaseId;
    },
    leaseId: () => leaseId,
    today: () => dayFromToday(0, clock.now),
    charge: (facts) => writeCharge(services, { ...facts, propertyId, leaseId }),
    otherLeaseCharge: () =>
      writeCharge(services, { propertyId, leaseId: building.otherLeaseId, cents: 100, dueOn: "2026-01-01" }),
    post,
    postOk: async (verb, body) => {
      const response = await post(verb, body);
      expect(response.statusCode, response.body).toBe(201);
      return response.json<{ entryId: number; account: LeaseAccount }>();
    },
    entries: () => read<LedgerEntry[]>("ledger"),
    openAmounts: async (...ids) => {
      const entries = await read<LedgerEntry[]>("ledger?limit=200");
      return ids.map((id) => entries.find((entry) => entry.id === id)?.openCents);
    },
    account: () => read<LeaseAccount>("account"),
    expectSums: async (balance) =>
      expect(await readSums(db, leaseId)).toEqual({
        stored: balance,
        postings: balance,
        receivables: balance,
        open: balance,
      }),
  };
}
