import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Vendor, VendorRow } from "../../vendors-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const add = (body: object) => portal.call("POST", "/api/vendors", { cookie: building.landlord.cookie, body });
const change = (id: number, body: object, version?: number) =>
  portal.call("PATCH", `/api/vendors/${id}`, {
    cookie: building.landlord.cookie,
    body,
    ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
  });
const listNames = async (query = "") =>
  (await portal.call("GET", `/api/vendors${query}`, { cookie: building.admin.cookie }))
    .json<VendorRow[]>()
    .map(({ name }) => name);

test("vendors are listed by name and found by name and contact [EXP-04]", async () => {
  await add({ name: "Puget Mechanical", contactName: "Dana Ruiz", email: "", phone: "206-555-0101" });
  await add({ name: "Évergreen Landscape" });
  expect(await listNames()).toEqual(["Évergreen Landscape", "Puget Mechanical"]);
  expect(await listNames("?q=ruiz")).toEqual(["Puget Mechanical"]);
  expect(await listNames("?q=ever")).toEqual(["Évergreen Landscape"]);
});

test("two vendors can't have the same name, however it's written [EXP-04]", async () => {
  await add({ name: "Sound Security" });
  const again = await add({ name: "SOUND  security" });
  expect([again.statusCode, again.json().fields]).toEqual([
    409,
    { name: "There is already a vendor named SOUND security." },
  ]);
});

test("an archived vendor is no longer listed and can be restored [EXP-04]", async () => {
  const { id } = (await add({ name: "Closed Cleaners" })).json<Vendor>();
  expect((await change(id, { isArchived: true })).json()).toMatchObject({ isArchived: true, version: 2 });
  expect(await listNames("?q=closed")).toEqual([]);
  expect(await listNames("?q=closed&archived=yes")).toEqual(["Closed Cleaners"]);
  expect(await listNames("?q=closed&archived=all")).toEqual(["Closed Cleaners"]);
  await change(id, { isArchived: false });
  expect(await listNames("?q=closed")).toEqual(["Closed Cleaners"]);
});

test("editing an outdated version of a vendor is rejected with the current vendor [EXP-04]", async () => {
  const { id } = (await add({ name: "Tidal Plumbing" })).json<Vendor>();
  await change(id, { phone: "206-555-0199" }, 1);
  const late = await change(id, { phone: "206-555-0100" }, 1);
  expect([late.statusCode, late.json().message, late.json().current.phone]).toEqual([
    409,
    "Lena Landlord changed Tidal Plumbing after you opened it.",
    "206-555-0199",
  ]);
});
