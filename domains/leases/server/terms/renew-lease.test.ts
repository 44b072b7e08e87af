import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { monthlyRent } from "#test/money/commercial-lease.ts";
import { signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";
import type { Schedule, TermsDetails } from "../../terms-fields.ts";

let leasing: LeaseFixtures;
let lease: Lease;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
afterAll(() => leasing.portal.close());

/** A lease at $3,100.00 a month, charged through Feb 28. */
beforeEach(async () => {
  const { portal, building } = leasing;
  portal.clock.now = new Date("2027-02-05T20:00:00Z");
  building.landlord.cookie = await signInAs(portal.db, building.landlord, portal.clock.now);
  const days = { from: "2027-01-01", to: null };
  const { id } = await leasing.create(await leasing.newUnit(), { ...days, state: "draft" });
  await portal.call("PUT", `/api/leases/${id}/terms`, {
    cookie: building.landlord.cookie,
    body: { terms: monthlyRent("2027-01-01") },
  });
  lease = (await leasing.send("POST", `/api/leases/${id}/activate`, {})).json<Lease>();
});

const amend = (id: number, body: Record<string, unknown>) =>
  leasing.send("POST", `/api/leases/${id}/amendments`, { reason: "The parties agreed on it.", ...body });
const readTerms = async (id: number) =>
  (await leasing.send("GET", `/api/leases/${id}/terms`)).json<TermsDetails>();
const preview = async (id: number, body: Record<string, unknown>) =>
  (await leasing.send("POST", `/api/leases/${id}/schedule`, body)).json<Schedule>();
const readHistory = async (id: number) =>
  (await leasing.send("GET", `/api/leases/${id}/history`)).json<{ what: string }[]>().map(({ what }) => what);

test("a renewal extends the lease and its units and charges the new rent from the day after the old end, even if all of the old term is charged", async () => {
  const url = `/api/leases/${lease.id}`;
  await leasing.send("PATCH", url, { to: "2027-02-28" });
  const terms = monthlyRent("2027-01-01", 3_255);
  const renew = (body: object) => amend(lease.id, { from: "2027-03-01", to: "2028-02-29", terms, ...body });
  expect(await readTerms(lease.id)).toMatchObject({ chargedThrough: "2027-02-28", amendableFrom: null });
  expect((await renew({ to: "2027-02-28" })).json()).toMatchObject({
    fields: { to: "The lease already ends Feb 28, 2027. Enter a later date." },
  });
  expect((await renew({ from: "2027-02-15" })).statusCode).toBe(400);
  expect((await leasing.send("GET", url)).json<Lease>().to).toBe("2027-02-28");
  const previewed = await preview(lease.id, { from: "2027-03-01", terms, endOn: "2028-02-29", months: 12 });
  expect(previewed.totalCents).toBe(12 * 325_500);
  const response = await renew({});
  expect(response.statusCode, response.body).toBe(201);
  expect(response.json<TermsDetails>().versions).toMatchObject([
    { period: { from: "2027-01-01", to: "2027-02-28" } },
    { period: { from: "2027-03-01", to: "2028-02-29" } },
  ]);
  const renewed = (await leasing.send("GET", url)).json<Lease>();
  expect(renewed).toMatchObject({ to: "2028-02-29", units: [{ to: "2028-02-29" }] });
  expect((await preview(lease.id, { startOn: "2027-03-01", months: 1 })).totalCents).toBe(325_500);
  expect((await readHistory(lease.id)).slice(0, 2)).toEqual([
    expect.stringMatching(/^Amended the terms effective Mar 1, 2027: Base rent .*\$3,255\.00/),
    "Changed end date, unit dates",
  ]);
});

test("a renewal at the rent in force after a rent step only extends the lease, and an amendment with it changes nothing", async () => {
  const url = `/api/leases/${lease.id}`;
  const stepped = { ...monthlyRent("2027-01-01"), escalations: [{ on: "2027-04-01", basisPoints: 500 }] };
  expect((await amend(lease.id, { from: "2027-03-01", terms: stepped })).statusCode).toBe(201);
  await leasing.send("PATCH", url, { to: "2027-06-30" });
  // $3,100.00 and 5 percent.
  const terms = monthlyRent("2027-04-01", 3_255);
  expect((await amend(lease.id, { from: "2027-05-01", terms })).json()).toMatchObject({
    fields: { terms: "Nothing has changed. Edit the terms you want to amend." },
  });
  const renewed = await amend(lease.id, { from: "2027-07-01", to: "2028-06-30", terms });
  expect(renewed.statusCode, renewed.body).toBe(201);
  expect((await readTerms(lease.id)).versions).toHaveLength(2);
  const dueFifth = { from: "2027-08-01", terms: { ...terms, dueDay: 5 } };
  expect((await amend(lease.id, dueFifth)).statusCode).toBe(201);
  expect((await readHistory(lease.id))[0]).toBe(
    "Amended the terms effective Aug 1, 2027: due date day 1 of each month → day 5 of each month (The parties agreed on it.)",
  );
});

test("a renewal under the same terms only extends the lease, and one with notice is rejected", async () => {
  const url = `/api/leases/${lease.id}`;
  await leasing.send("PATCH", url, { to: "2027-06-30" });
  const [current] = (await readTerms(lease.id)).versions;
  const renew = (to: string) => amend(lease.id, { from: "2027-07-01", to, terms: current?.terms });
  expect((await renew("2028-06-30")).statusCode).toBe(201);
  expect((await readTerms(lease.id)).versions).toHaveLength(1);
  expect((await leasing.send("GET", url)).json<Lease>().to).toBe("2028-06-30");
  await leasing.send("POST", `${url}/notice`, { to: "2028-06-30" });
  expect((await renew("2029-06-30")).json()).toMatchObject({
    message: "Notice has been recorded for this lease. Withdraw the notice before you renew it.",
  });
});
