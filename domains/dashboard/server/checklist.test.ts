import { afterEach, expect, test } from "vitest";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { Checklist } from "../contract.ts";

let portal: TestPortal;
afterEach(() => portal.close());

const signedIn = async (facts: Parameters<typeof createPerson>[1]) => {
  const { id } = await createPerson(portal.db, facts);
  return { id, cookie: await signInAs(portal.db, { id }) };
};
const readSteps = async ({ cookie }: { cookie: string }) => {
  const { steps } = (await portal.call("GET", "/api/dashboard/checklist", { cookie })).json<Checklist>();
  return steps.map(({ step, isDone }) => `${step}: ${isDone ? "done" : "left"}`);
};

test("an administrator's checklist reflects the portal's setup and is empty once everything is done", async () => {
  portal = await startPortal();
  const admin = await signedIn({ role: "admin" });
  const steps = ["email", "payments", "property", "units", "leases", "people"];
  expect(await readSteps(admin)).toEqual(steps.map((step) => `${step}: left`));
  await portal.db.updateTable("organization").set({ payment_handle: "rent@portal.example" }).execute();
  const propertyId = await createProperty(portal.db);
  expect((await readSteps(admin)).slice(0, 4)).toEqual([
    "email: left",
    "payments: done",
    "property: done",
    "units: left",
  ]);
  const tenant = await createPerson(portal.db, { role: "tenant" });
  const unitId = await createUnit(portal.db, propertyId);
  await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
  expect(await readSteps(admin)).toEqual([
    "email: left",
    ...["payments", "property", "units", "leases", "people"].map((step) => `${step}: done`),
  ]);
  portal.services.config.smtpUrl = "smtp://mail.example";
  expect(await readSteps(admin)).toEqual([]);
});

test("a landlord's checklist has only the steps a landlord can do, counted at their own properties", async () => {
  portal = await startPortal();
  const otherPropertyId = await createProperty(portal.db);
  await createUnit(portal.db, otherPropertyId);
  const propertyId = await createProperty(portal.db);
  const landlord = await signedIn({ role: "landlord", propertyIds: [propertyId] });
  expect(await readSteps(landlord)).toEqual([
    "property: done",
    "units: left",
    "leases: left",
    "people: left",
  ]);
});

test("dismissing the checklist hides it for that person only", async () => {
  portal = await startPortal();
  const [admin, other] = [await signedIn({ role: "admin" }), await signedIn({ role: "admin" })];
  const response = await portal.call("DELETE", "/api/dashboard/checklist", { cookie: admin.cookie });
  expect(response.statusCode).toBe(200);
  expect(await readSteps(admin)).toEqual([]);
  expect(await readSteps(other)).toHaveLength(6);
});
