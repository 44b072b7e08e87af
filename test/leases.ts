import { expect } from "vitest";
import type { Lease } from "#domains/leases/contract.ts";
import { addDays } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "./building.ts";
import { createUnit } from "./people.ts";
import type { CallOptions, TestPortal } from "./portal.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";
let units = 500;

/** A property whose landlord creates and changes leases. */
export interface LeaseFixtures {
  portal: TestPortal;
  building: TestBuilding;
  /** Sends a request as the landlord. */
  send: (
    method: Method,
    url: string,
    body?: CallOptions["body"],
    headers?: Record<string, string>,
  ) => ReturnType<TestPortal["call"]>;
  newUnit: () => Promise<number>;
  /** A date this many days from today, in the property's time zone. */
  dayFromToday: (days: number) => string;
  /** The body of a new lease for this unit, with the test's changes. */
  fields: (unitId: number, change?: Record<string, unknown>) => Record<string, unknown>;
  create: (unitId: number, change?: Record<string, unknown>) => Promise<Lease>;
  getUnitStatus: (unitId: number) => Promise<string>;
  getUnitNumber: (unitId: number) => Promise<string>;
  getAuditEntries: (
    leaseId: number,
  ) => Promise<{ action: string; property_id: number | null; details: unknown }[]>;
}

export async function startLeaseFixtures(): Promise<LeaseFixtures> {
  const { portal, building } = await startBuilding();
  const { db, clock } = portal;
  const send: LeaseFixtures["send"] = (method, url, body, headers) =>
    portal.call(method, url, {
      cookie: building.landlord.cookie,
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    });
  const { time_zone: timeZone } = await db
    .selectFrom("properties")
    .select("time_zone")
    .where("id", "=", building.propertyId)
    .executeTakeFirstOrThrow();
  const dayThere = new Intl.DateTimeFormat("en-CA", { timeZone });
  const dayFromToday = (days: number) => addDays(dayThere.format(clock.now), days);
  const facts = (unitId: number, change: Record<string, unknown> = {}) => ({
    companyName: "Harbor Lane Coffee",
    propertyId: building.propertyId,
    unitIds: [unitId],
    from: dayFromToday(-30),
    to: dayFromToday(300),
    ...change,
  });
  const unit = (id: number) =>
    db.selectFrom("units").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return {
    portal,
    building,
    send,
    newUnit: () => createUnit(db, building.propertyId, String(++units)),
    dayFromToday,
    fields: facts,
    create: async (unitId, change) => {
      const response = await send("POST", "/api/leases", facts(unitId, change));
      expect(response.statusCode, response.body).toBe(201);
      return response.json<Lease>();
    },
    getUnitStatus: async (id) => (await unit(id)).status,
    getUnitNumber: async (id) => (await unit(id)).unit_number,
    getAuditEntries: (id) =>
      db
        .selectFrom("audit_log")
        .select(["action", "property_id", "details"])
        .where("subject_type", "=", "lease")
        .where("subject_id", "=", String(id))
        .orderBy("id")
        .execute(),
  };
}
