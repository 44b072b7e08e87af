import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { type ScannerStandIn, startScanner, testVirus } from "#test/clamd-stand-in.ts";
import { dayFromToday } from "#test/days.ts";
import { smallPdf } from "#test/documents.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";

let scanner: ScannerStandIn;
let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  scanner = await startScanner();
  ({ portal, building } = await startBuilding({ CLAMD_URL: scanner.url }));
});
afterAll(async () => {
  await portal.close();
  await scanner.close();
});

test("a proof of payment with a virus is refused, and one that cannot be scanned may be sent again", async () => {
  const { cookie } = building.tenant;
  const claim = await portal.call("POST", "/api/manual-payment-confirmations", {
    cookie,
    body: {
      amount: 100,
      description: "Monthly Rent Payment",
      method: "zelle",
      transactionId: "ZL-1",
      paymentDate: dayFromToday(),
    },
  });
  const { id } = claim.json<{ confirmation: { id: number } }>().confirmation;
  const addProof = (line: string) => {
    const file = { name: "proof", fileName: "slip.pdf", type: "application/pdf", content: smallPdf(line) };
    return portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
      cookie,
      ...multipart({}, [file]),
    });
  };
  const infected = await addProof(testVirus);
  expect(infected.statusCode).toBe(415);
  expect(infected.json()).toMatchObject({ message: "A virus was found in this file, so it was not kept." });
  scanner.mood = "rude";
  const away = await addProof("A slip");
  expect(away.statusCode).toBe(503);
  expect(away.json()).toMatchObject({
    message: "Files cannot be checked for viruses right now. Please try again in a minute.",
  });
  scanner.mood = "well";
  expect((await addProof("A slip")).json()).toMatchObject({ proof: { name: "slip.pdf" } });
  expect(scanner.received.at(-1)?.equals(smallPdf("A slip"))).toBe(true);
});
