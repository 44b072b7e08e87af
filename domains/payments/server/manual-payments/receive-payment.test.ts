import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { readSums } from "#test/money/ledger.ts";
import type { TestPortal } from "#test/portal.ts";

let portal: TestPortal;
let building: TestBuilding;
let today: string;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const account = await portal.call("GET", `/api/leases/${building.leaseId}/account`, {
    cookie: building.landlord.cookie,
  });
  ({ today } = account.json<{ today: string }>());
});
afterAll(() => portal.close());

const recordPayment = (change: Record<string, unknown>, cookie = building.landlord.cookie) =>
  portal.call("POST", `/api/leases/${building.leaseId}/payments`, {
    cookie,
    body: { amountCents: 100_000, onDay: today, method: "check", ...change },
  });

test("a check that two people record at the same time is recorded once, and a different check is recorded too", async () => {
  const responses = await Promise.all([
    recordPayment({ reference: "No. 1042" }),
    recordPayment({ reference: "no. 1042" }, building.admin.cookie),
  ]);
  expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    message: expect.stringMatching(
      /^Already recorded on .+ by .+, receipt \d+\. If this is a different payment, change its reference\.$/,
    ) as string,
  });
  const others = [{ reference: "1043" }, { reference: "No. 1042", amountCents: 1 }, {}, {}];
  for (const other of others) expect((await recordPayment(other)).statusCode).toBe(201);
  expect((await readSums(portal.db, building.leaseId)).stored).toBe(-400_001);
});

test("a returned check can be recorded again", async () => {
  const first = await recordPayment({ reference: "2000" });
  const { entryId } = first.json<{ entryId: number }>();
  await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
    cookie: building.landlord.cookie,
    body: { entryId, reason: "The bank sent it back." },
  });
  expect((await recordPayment({ reference: "2000" })).statusCode).toBe(201);
});
