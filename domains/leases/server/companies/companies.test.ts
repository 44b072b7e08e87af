import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgedLease } from "#domains/ledger/reports-contract.ts";
import type { Person } from "#domains/people/people-contract.ts";
import { upload } from "#test/files/documents.ts";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createPerson, createProperty, createUnit, createWorkOrder, signInAs } from "#test/people.ts";
import type { CompanyDetails } from "../../company-contract.ts";
import type { Lease } from "../../contract.ts";

/* A company that leases from two landlords. */

let leasing: LeaseFixtures;
let otherLandlord: string;
let otherPropertyId: number;
let ownLeases: Lease[];
let otherLease: Lease;
let company: { id: number; name: string };
const read = async <T>(url: string, cookie: string): Promise<T> => {
  const response = await leasing.portal.call("GET", url, { cookie });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<T>();
};

beforeAll(async () => {
  leasing = await startLeaseFixtures();
  const { portal, building, dayFromToday } = leasing;
  const { db, services } = portal;
  otherPropertyId = await createProperty(db, { name: "Hill House" });
  const person = await createPerson(db, { role: "landlord", propertyIds: [otherPropertyId] });
  otherLandlord = await signInAs(db, person);
  const fields = { companyName: "Marlin Maps", to: null };
  ownLeases = [
    await leasing.create(await leasing.newUnit(), fields),
    await leasing.create(await leasing.newUnit(), fields),
  ];
  company = ownLeases[0]?.company ?? { id: 0, name: "" };
  const made = await portal.call("POST", "/api/leases", {
    cookie: building.admin.cookie,
    body: {
      ...leasing.fields(0),
      companyName: undefined,
      companyId: company.id,
      propertyId: otherPropertyId,
      unitIds: [await createUnit(db, otherPropertyId)],
    },
  });
  otherLease = made.json<Lease>();
  const charge = (lease: Lease, cents: number, days: number) =>
    writeCharge(services, {
      propertyId: lease.property.id,
      leaseId: lease.id,
      cents,
      dueOn: dayFromToday(days),
    });
  await charge(ownLeases[0] as Lease, 300_000, -20);
  await charge(ownLeases[0] as Lease, 310_000, 5);
  await charge(ownLeases[1] as Lease, -40_000, -1);
  await charge(otherLease, 999_999, -3);
});
afterAll(() => leasing.portal.close());

describe("access to companies", () => {
  test("landlords see a company's balance for leases at their own properties, and administrators see it for all leases", async () => {
    const { landlord, admin } = leasing.building;
    const balances = async (cookie: string, leases: Lease[]) => {
      let [balanceCents, overdueCents] = [0, 0];
      for (const { id } of leases) {
        const account = await read<{ balanceCents: number; overdueCents: number }>(
          `/api/leases/${id}/account`,
          cookie,
        );
        balanceCents += account.balanceCents;
        overdueCents += account.overdueCents;
      }
      return { balanceCents, overdueCents };
    };
    const readCompany = (cookie: string) => read<CompanyDetails>(`/api/companies/${company.id}`, cookie);
    expect(await readCompany(landlord.cookie)).toMatchObject({
      name: "Marlin Maps",
      leases: 2,
      activeLeases: 2,
      canEdit: false,
      balanceCents: 570_000,
      overdueCents: 300_000,
    });
    expect(await readCompany(landlord.cookie)).toMatchObject(await balances(landlord.cookie, ownLeases));
    expect(await readCompany(otherLandlord)).toMatchObject({ leases: 1, balanceCents: 999_999 });
    expect(await readCompany(admin.cookie)).toMatchObject({
      leases: 3,
      canEdit: true,
      ...(await balances(admin.cookie, [...ownLeases, otherLease])),
    });
  });

  test("a company outside the access scope returns the same 404 as an unknown company, and tenants and technicians get 403", async () => {
    const { tenant, technician } = leasing.building;
    const mine = await leasing.create(await leasing.newUnit(), { companyName: "Osprey Ltd" });
    const get = (id: number, cookie: string) =>
      leasing.portal.call("GET", `/api/companies/${id}`, { cookie });
    const outside = await get(mine.company.id, otherLandlord);
    const missing = await get(987_654, otherLandlord);
    expect([outside.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect({ ...outside.json(), requestId: "" }).toEqual({ ...missing.json(), requestId: "" });
    for (const { cookie } of [tenant, technician])
      expect((await get(company.id, cookie)).statusCode).toBe(403);
  });

  test("a company's work orders, documents, people, and receivables are limited to leases the user can see", async () => {
    const { portal, building, dayFromToday } = leasing;
    const { db } = portal;
    const { landlord, admin, propertyId, tenant } = building;
    const [first] = ownLeases as [Lease];
    const [unit] = first.units;
    const order = (lease: Lease | undefined, status: "open" | "completed" = "open") =>
      createWorkOrder(db, {
        propertyId: lease?.property.id ?? propertyId,
        createdById: tenant.id,
        ...(lease === undefined ? {} : { leaseId: lease.id }),
        status,
      });
    const open = await order(first);
    await order(first, "completed");
    await order(undefined);
    const openAtOtherProperty = await order(otherLease);
    const uploadDocument = (title: string, fields: Record<string, number>) =>
      upload(portal, landlord.cookie, {
        fields: { title, type: "Insurance", buildingId: propertyId, ...fields },
      });
    await uploadDocument("Liability certificate", { unitId: unit?.id ?? 0 });
    await uploadDocument("House rules", {});
    const member = async (fullName: string, lease: Lease, to: string | null) => {
      const { id } = await createPerson(db, { role: "tenant", fullName });
      await db
        .insertInto("lease_members")
        .values({
          lease_id: lease.id,
          property_id: lease.property.id,
          user_id: id,
          starts_on: lease.from,
          ends_on: to,
        })
        .execute();
    };
    await member("Paula Present", first, null);
    await member("Fred Former", first, dayFromToday(-1));
    await member("Eva Elsewhere", otherLease, null);

    const ids = async (url: string, cookie: string) =>
      (await read<{ id: number }[]>(`${url}companyId=${company.id}`, cookie)).map(({ id }) => id);
    expect(await ids("/api/work-orders?status=open&", landlord.cookie)).toEqual([open]);
    expect(await ids("/api/work-orders?status=open&", admin.cookie)).toEqual([openAtOtherProperty, open]);
    const documents = await read<{ title: string }[]>(
      `/api/documents?companyId=${company.id}`,
      landlord.cookie,
    );
    expect(documents.map(({ title }) => title)).toEqual(["Liability certificate"]);
    const people = async (cookie: string) =>
      (await read<Person[]>(`/api/users?companyId=${company.id}`, cookie)).map(({ fullName, companies }) => [
        fullName,
        ...companies.map(({ name }) => name),
      ]);
    expect(await people(landlord.cookie)).toEqual([["Paula Present", "Marlin Maps"]]);
    expect(await people(admin.cookie)).toEqual([
      ["Eva Elsewhere", "Marlin Maps"],
      ["Paula Present", "Marlin Maps"],
    ]);
    const aged = await read<AgedLease[]>(`/api/reports/aged?companyId=${company.id}`, landlord.cookie);
    expect(aged.map(({ id, companyId }) => [id, companyId])).toEqual(
      ownLeases.map(({ id }) => [id, company.id]),
    );
    expect(await ids("/api/reports/rent-roll?", otherLandlord)).toEqual([otherLease.id]);
  });
});
