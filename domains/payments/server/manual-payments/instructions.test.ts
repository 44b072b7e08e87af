import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentInstructions } from "../../instructions-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

test("PAY-16 PAY-102 CON-12 CON-19 users who make payments can read the payee and the shares from the settings", async () => {
  const { tenant, admin } = building;
  const read = async () =>
    (
      await portal.call("GET", "/api/payments/instructions", { cookie: tenant.cookie })
    ).json<PaymentInstructions>();
  expect(await read()).toMatchObject({
    zelleHandle: "",
    accountingEmail: "",
    shares: { rentSharePermille: 923, commonAreaSharePermille: 67, utilitiesSharePermille: 10 },
  });
  const body = {
    name: "Harbor Holdings",
    paymentHandle: "rent@harbor.example",
    accountingEmail: "money@harbor.example",
    rentSharePermille: 900,
    commonAreaSharePermille: 90,
  };
  expect((await portal.call("PATCH", "/api/settings", { cookie: admin.cookie, body })).statusCode).toBe(200);
  expect(await read()).toEqual({
    payee: "Harbor Holdings",
    zelleHandle: "rent@harbor.example",
    accountingEmail: "money@harbor.example",
    shares: { rentSharePermille: 900, commonAreaSharePermille: 90, utilitiesSharePermille: 10 },
  });
});

test("PAY-102 users who don't make payments can't read the payee", async () => {
  expect((await portal.call("GET", "/api/payments/instructions")).statusCode).toBe(401);
  const { cookie } = building.technician;
  expect((await portal.call("GET", "/api/payments/instructions", { cookie })).statusCode).toBe(403);
});
