import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { dayFromToday } from "#test/dates.ts";
import { type FakeScanner, startFakeScanner, testVirus } from "#test/fakes/fake-clamd.ts";
import { smallPdf } from "#test/files/documents.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";

let scanner: FakeScanner;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  scanner = await startFakeScanner();
  ({ portal, building } = await startBuilding({ CLAMD_URL: scanner.url }));
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});

test("proof of payment with a virus is rejected, and proof that couldn't be scanned can be sent again", async () => {
  const { cookie } = building.tenant;
  const confirmation = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie,
    body: {
      amount: 100,
      description: "Monthly Rent Payment",
      method: "zelle",
      transactionId: "ZL-1",
      paymentDate: dayFromToday(),
    },
  });
  const { id } = confirmation.json<{ confirmation: { id: number } }>().confirmation;
  const addProof = (text: string) => {
    const file = { name: "proof", fileName: "slip.pdf", type: "application/pdf", content: smallPdf(text) };
    return portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
      cookie,
      ...multipart({}, [file]),
    });
  };
  const infected = await addProof(testVirus);
  expect(infected.statusCode).toBe(415);
  expect(infected.json()).toMatchObject({ message: "This file contains a virus and was not saved." });
  scanner.behavior = "disconnecting";
  const unscanned = await addProof("A slip");
  expect(unscanned.statusCode).toBe(503);
  expect(unscanned.json()).toMatchObject({
    message: "We can't scan files for viruses right now. Try again in a minute.",
  });
  scanner.behavior = "normal";
  expect((await addProof("A slip")).json()).toMatchObject({ proof: { name: "slip.pdf" } });
  expect(scanner.received.at(-1)?.equals(smallPdf("A slip"))).toBe(true);
});
