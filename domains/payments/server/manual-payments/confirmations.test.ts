import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#shared/calendar.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { readSums, writeCharge } from "#test/money/ledger.ts";
import { readNotifications } from "#test/notifications.ts";
import { createPerson, signInAs } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Confirmation } from "../../confirmations-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
let today: string;
let references = 0;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  const { rows } = await sql<{ day: string }>`
    select (${portal.clock.now}::timestamptz at time zone time_zone)::date as day from properties
    where id = ${building.propertyId}`.execute(portal.db);
  today = rows[0]?.day ?? "";
});
afterAll(() => portal.close());

const input = (change: Record<string, unknown> = {}) => ({
  amount: 2500,
  description: "Monthly Rent Payment",
  method: "zelle",
  transactionId: `ZL-${++references}`,
  paymentDate: today,
  notes: "",
  ...change,
});
const confirm = (body: Record<string, unknown>, cookie = building.tenant.cookie, key?: string) =>
  portal.call("POST", "/api/manual-payment-confirmations", {
    cookie,
    body,
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });
async function createConfirmation(
  change: Record<string, unknown> = {},
  cookie?: string,
): Promise<Confirmation> {
  const response = await confirm(input(change), cookie);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ confirmation: Confirmation }>().confirmation;
}
const review = (
  id: number,
  decision: "approve" | "reject",
  body: Record<string, unknown> = {},
  {
    cookie = building.landlord.cookie,
    headers = {},
  }: { cookie?: string; headers?: Record<string, string> } = {},
) => portal.call("POST", `/api/manual-payment-confirmations/${id}/${decision}`, { cookie, body, headers });
const list = (query = "", cookie = building.tenant.cookie) =>
  portal.call("GET", `/api/manual-payment-confirmations${query}`, { cookie });
const balance = async (): Promise<number> => (await readSums(portal.db, building.leaseId)).stored;
const newestNotification = async (userId: number) =>
  (await readNotifications(portal.db, userId)).at(-1)?.text;
const messageIn = (response: { json: <T>() => T }) => response.json<{ message: string }>().message;

describe("payment confirmations", () => {
  test("PAY-63 PAY-69 API-26 a payment confirmation is stored, notifies the reviewers, and doesn't change the balance", async () => {
    const before = await balance();
    const body = input({ notes: "Paid from our second account" });
    const response = await confirm(body);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({
      success: true,
      message: "Your payment confirmation has been submitted.",
      confirmation: {
        amountCents: 250_000,
        amountFormatted: "$2,500.00",
        method: "zelle",
        transactionId: body.transactionId,
        paymentDate: today,
        notes: "Paid from our second account",
        state: "pending",
        user: { fullName: "Tessa Tenant" },
        leaseId: building.leaseId,
        paymentId: null,
        proof: null,
        can: { review: false, addProof: true },
      },
    });
    expect(await balance()).toBe(before);
    expect(await newestNotification(building.landlord.id)).toMatch(
      /^Tessa Tenant \(.+\) reported a payment of \$2,500\.00 by Zelle$/,
    );
    expect((await list("?state=pending")).json<Confirmation[]>()[0]?.transactionId).toBe(body.transactionId);
  });

  test("twenty simultaneous confirmations of one payment with different idempotency keys are stored once", async () => {
    const body = input();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        confirm(body, building.tenant.cookie, n % 2 === 0 ? undefined : `key-${n}`),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 201));
    const ids = responses.map((response) => response.json<{ confirmation: Confirmation }>().confirmation.id);
    expect(new Set(ids).size).toBe(1);
    const lowerCase = await confirm({ ...body, transactionId: body.transactionId.toLowerCase() });
    expect(lowerCase.json<{ confirmation: Confirmation }>().confirmation.id).toBe(ids[0]);
    const other = await createConfirmation({ ...body, amount: 2400 });
    expect(other.id).not.toBe(ids[0]);
  });

  test.each(["zelle", "bank_transfer"])(
    "a %s confirmation with another person's reference is rejected",
    async (method) => {
      const { transactionId } = await createConfirmation({ method });
      const response = await confirm(input({ method, transactionId }), building.neighbor.cookie);
      expect(response.statusCode).toBe(409);
      expect(messageIn(response)).toBe(
        "Someone else has already reported a payment with this confirmation or transaction ID. Check the number and try again.",
      );
    },
  );

  test.each(["check", "cash", "other"])(
    "a confirmation by %s can repeat a reference, and the match is shown to reviewers but not to tenants",
    async (method) => {
      const { transactionId } = await createConfirmation({ method });
      const other = await createConfirmation({ method, transactionId }, building.neighbor.cookie);
      expect(other.sameReference).toBe(0);
      const countSameReference = async (cookie: string) =>
        (await list("", cookie)).json<Confirmation[]>().find(({ id }) => id === other.id)?.sameReference;
      expect(await countSameReference(building.landlord.cookie)).toBe(1);
      expect(await countSameReference(building.admin.cookie)).toBe(1);
    },
  );

  test("a payment that was posted and reversed can't be confirmed again", async () => {
    const body = input();
    const { id } = (await confirm(body)).json<{ confirmation: Confirmation }>().confirmation;
    const { paymentId } = (await review(id, "approve")).json<Confirmation>();
    const reversed = await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: paymentId, reason: "It came back" },
    });
    expect(reversed.statusCode, reversed.body).toBe(201);
    const repeated = await confirm(body);
    expect([repeated.statusCode, messageIn(repeated)]).toEqual([
      409,
      "A payment with these details was posted and later reversed. Enter different details, or contact your property manager.",
    ]);
  });

  test("reviewers see staff payments with the same reference, except for the payment that the confirmation itself posted", async () => {
    const { id, transactionId } = await createConfirmation();
    const reviewed = async () =>
      (await list("", building.landlord.cookie)).json<Confirmation[]>().find((item) => item.id === id);
    expect((await reviewed())?.sameReference).toBe(0);
    const recorded = await portal.call("POST", `/api/leases/${building.leaseId}/payments`, {
      cookie: building.landlord.cookie,
      body: { amountCents: 240_000, onDay: today, method: "zelle", reference: transactionId.toLowerCase() },
    });
    expect(recorded.statusCode, recorded.body).toBe(201);
    expect((await reviewed())?.sameReference).toBe(1);
    await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: recorded.json<{ entryId: number }>().entryId, reason: "Entered twice" },
    });
    expect((await reviewed())?.sameReference).toBe(0);
    expect((await review(id, "approve")).statusCode).toBe(200);
    expect((await reviewed())?.sameReference).toBe(0);
  });

  test.each([
    ["PAY-19", { amount: "2500" }, "amount", "Amount must be a valid number"],
    ["PAY-21", { amount: 0.49 }, "amount", "Amount must be at least $0.50"],
    ["money", { amount: 10.001 }, "amount", "Amount must be a valid number"],
    ["money", { amount: 50_000.01 }, "amount", "Amount can be up to $50,000.00"],
    ["PAY-23", { description: "ab" }, "description", "Description must be at least 3 characters"],
    ["PAY-58 PAY-59", { method: "paypal" }, "method", "Please select a payment method"],
    [
      "PAY-60",
      { transactionId: "12" },
      "transactionId",
      "Please enter a valid confirmation or transaction ID",
    ],
    ["PAY-61", { paymentDate: "" }, "paymentDate", "Please select the payment date"],
    ["an invalid date", { paymentDate: "2026-02-30" }, "paymentDate", "Please select the payment date"],
    [
      "a future date",
      { paymentDate: "2099-01-01" },
      "paymentDate",
      "That date is in the future. Enter the date you paid.",
    ],
  ])("%s: a confirmation with %j is rejected with a message", async (_, change, field, message) => {
    const response = await confirm(input(change));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: message } });
  });

  test("a payment confirmation applies to the payer's own lease, regardless of the unit or person in the request", async () => {
    const confirmation = await createConfirmation({
      unitId: building.otherUnitId,
      userId: building.neighbor.id,
    });
    expect(confirmation).toMatchObject({ leaseId: building.leaseId, user: { id: building.tenant.id } });
    const response = await confirm(input({ leaseId: building.otherLeaseId }));
    expect(response.statusCode).toBe(404);
    expect((await confirm(input(), building.technician.cookie)).statusCode).toBe(403);
  });

  test("neighbors can't see a payment confirmation in lists or files and can't review it", async () => {
    const { id } = await createConfirmation();
    const ids = (await list("?limit=200", building.neighbor.cookie))
      .json<Confirmation[]>()
      .map((item) => item.id);
    expect(ids).not.toContain(id);
    const file = await portal.call("GET", "/api/manual-payment-confirmations.csv", {
      cookie: building.neighbor.cookie,
    });
    expect(file.body).not.toContain("Tessa Tenant");
    expect((await list("", building.technician.cookie)).json()).toEqual([]);
    const stranger = await createPerson(portal.db, { role: "landlord", fullName: "Lars Landlord" });
    const response = await review(id, "approve", {}, { cookie: await signInAs(portal.db, stranger) });
    expect(response.statusCode).toBe(404);
    expect((await review(id, "approve", {}, { cookie: building.neighbor.cookie })).statusCode).toBe(403);
  });
});

describe("confirmation reviews", () => {
  test("approving a confirmation posts the payment to the ledger with its receipt and notifies the payer", async () => {
    const rent = await writeCharge(portal.services, {
      propertyId: building.propertyId,
      leaseId: building.leaseId,
      cents: 250_000,
      dueOn: today,
    });
    const { id, transactionId } = await createConfirmation();
    const before = await balance();
    const response = await review(id, "approve");
    expect(response.statusCode, response.body).toBe(200);
    const { paymentId, ...approved } = response.json<Confirmation>();
    expect(approved).toMatchObject({ state: "approved", reviewer: "Lena Landlord", can: { review: false } });
    expect(await balance()).toBe(before - 250_000);
    const { rows } = await sql`
      select p.method, p.reference, p.amount_cents, p.fee_cents, p.payer_id, e.description,
        (select sum(amount_cents)::bigint from ledger_postings where entry_id = e.id and account = 'bank') as bank,
        (select sum(amount_cents)::bigint from allocations where charge_id = ${rent}) as applied
      from payments p join ledger_entries e on e.id = p.entry_id where p.entry_id = ${paymentId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      {
        method: "zelle",
        reference: transactionId,
        amount_cents: 250_000,
        fee_cents: 0,
        payer_id: building.tenant.id,
        description: `Payment by Zelle, ${transactionId}: Monthly Rent Payment`,
        bank: 250_000,
        applied: 250_000,
      },
    ]);
    expect(await newestNotification(building.tenant.id)).toBe(
      "Your payment of $2,500.00 by Zelle was approved",
    );
  });

  test("approving a different amount or date requires a reason, which the payer sees", async () => {
    const { id } = await createConfirmation();
    const withoutReason = await review(id, "approve", { amount: 2400 });
    expect(withoutReason.json()).toMatchObject({
      fields: { reason: "Please enter a reason for the different amount or date." },
    });
    const tomorrow = await review(id, "approve", { paymentDate: addDays(today, 2), reason: "Booked later" });
    expect(tomorrow.json()).toMatchObject({
      fields: { paymentDate: "That date is in the future at the property." },
    });
    const before = await balance();
    const response = await review(id, "approve", { amount: 2400, reason: "The bank kept $100.00." });
    expect(response.statusCode, response.body).toBe(200);
    expect(await balance()).toBe(before - 240_000);
    expect(await newestNotification(building.tenant.id)).toMatch(
      /^Your payment of \$2,500\.00 was posted as \$2,400\.00 dated .+: The bank kept \$100\.00\.$/,
    );
  });

  test("rejecting a confirmation requires a reason, which is emailed, and the payer is asked to report the payment again [PAY-57]", async () => {
    const body = input();
    const { id } = await createConfirmation(body);
    const before = await balance();
    expect((await review(id, "reject", { reason: "" })).json()).toMatchObject({
      fields: { reason: "Please enter a reason (at least 3 characters)" },
    });
    const response = await review(id, "reject", { reason: "No such transfer came." });
    expect(response.json()).toMatchObject({ state: "rejected", reason: "No such transfer came." });
    expect(await balance()).toBe(before);
    expect(await newestNotification(building.tenant.id)).toContain("No such transfer came.");
    const { rows } = await sql<{ text_body: string }>`
      select text_body from emails where template = 'payment-rejected' and to_user_id = ${building.tenant.id}`.execute(
      portal.db,
    );
    expect(rows[0]?.text_body).toContain("No such transfer came.");
    expect(rows[0]?.text_body).toMatch(
      /Turn off emails about payment confirmations\nhttp\S+\/unsubscribe\?token=/,
    );
    const reportsAgain = async () =>
      (await list("?state=rejected")).json<Confirmation[]>().some(({ can }) => can.reportAgain);
    expect(await reportsAgain()).toBe(true);
    expect((await createConfirmation(body)).id).not.toBe(id);
    expect(await reportsAgain()).toBe(false);
  });

  test("payers can't review their own confirmation, even if they're administrators", async () => {
    const confirmation = await createConfirmation({ leaseId: building.leaseId }, building.admin.cookie);
    for (const decision of ["approve", "reject"] as const) {
      const response = await review(
        confirmation.id,
        decision,
        { reason: "It is right." },
        { cookie: building.admin.cookie },
      );
      expect(response.statusCode).toBe(403);
      expect(messageIn(response)).toBe("Someone else has to review payments you reported.");
    }
  });

  test("only one of several simultaneous reviews succeeds, and the others get a conflict that names the first reviewer", async () => {
    const { id } = await createConfirmation();
    const before = await balance();
    const responses = await Promise.all([
      review(id, "approve"),
      review(id, "approve", {}, { cookie: building.admin.cookie }),
      review(id, "reject", { reason: "Not ours." }, { cookie: building.admin.cookie }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    for (const response of responses.filter(({ statusCode }) => statusCode === 409)) {
      expect(messageIn(response)).toMatch(
        /^(Lena Landlord|Ada Admin) has already (approved|rejected) this confirmation\.$/,
      );
      expect(response.json()).toMatchObject({ current: { id } });
    }
    const isApproved =
      (await list("?limit=200")).json<Confirmation[]>().find((item) => item.id === id)?.state === "approved";
    expect(await balance()).toBe(isApproved ? before - 250_000 : before);
  });

  test("a review is rejected if proof was added since the reviewer opened the confirmation", async () => {
    const { id, version } = await createConfirmation();
    await addProof(id, await photo());
    const response = await review(id, "approve", {}, { headers: { "if-match": String(version) } });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ current: { id, version: version + 1 } });
  });
});

const photo = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: "#336699" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Someone at 47.6 N" } })
    .toBuffer();
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n");
const addProof = (id: number, content: Buffer, cookie = building.tenant.cookie, fileName = "slip.jpg") =>
  portal.call("POST", `/api/manual-payment-confirmations/${id}/proof`, {
    cookie,
    ...multipart({}, [{ name: "proof", fileName, type: "application/octet-stream", content }]),
  });
const readProof = (id: number, cookie: string, query = "") =>
  portal.call("GET", `/api/manual-payment-confirmations/${id}/proof${query}`, { cookie });

describe("proof of payment", () => {
  test("a photo used as proof is stored without its location, and the reviewer can see it", async () => {
    const { id } = await createConfirmation();
    const response = await addProof(id, await photo());
    expect(response.json()).toMatchObject({ proof: { name: "slip.jpg", isPhoto: true } });
    const file = await readProof(id, building.landlord.cookie);
    expect(file.headers).toMatchObject({ "content-type": "image/jpeg", "content-disposition": "inline" });
    expect(file.rawPayload.includes("Someone at")).toBe(false);
    const thumbnail = await readProof(id, building.landlord.cookie, "?size=thumbnail");
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({
      width: 320,
      height: 320,
      format: "webp",
    });
    for (const cookie of [building.neighbor.cookie, building.technician.cookie])
      expect((await readProof(id, cookie)).statusCode).toBe(404);
  });

  test("a PDF used as proof is downloaded, never opened on the portal's pages, and replaces the previous proof", async () => {
    const { id } = await createConfirmation();
    await addProof(id, await photo());
    const { rows } = await sql<{ proof_key: string }>`
      select proof_key from payment_confirmations where id = ${id}`.execute(portal.db);
    await addProof(id, pdf, building.tenant.cookie, "slip ü.pdf");
    const file = await readProof(id, building.landlord.cookie);
    expect(file.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''slip%20%C3%BC.pdf",
      "x-content-type-options": "nosniff",
    });
    expect(file.rawPayload.equals(pdf)).toBe(true);
    await expect(portal.services.files.read(rows[0]?.proof_key ?? "")).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await readProof(id, building.landlord.cookie, "?size=thumbnail")).statusCode).toBe(404);
  });

  test.each([
    [
      "a page",
      Buffer.from("<html><script>alert(1)</script>"),
      415,
      "Add a photo (PNG, JPG, or GIF) or a PDF.",
    ],
    ["over 10 MB", Buffer.alloc(10 * 1024 * 1024 + 1), 413, "The file can be up to 10 MB."],
  ])("proof that is %s is rejected", async (_, content, status, message) => {
    const { id } = await createConfirmation();
    const response = await addProof(id, content);
    expect(response.statusCode).toBe(status);
    expect(messageIn(response)).toBe(message);
  });

  test.each([
    ["a photo", photo, "receipt.hta", "receipt.jpg"],
    ["a PDF", () => pdf, "receipt.html", "receipt.pdf"],
    ["a PDF", () => pdf, "../\u202efdp.exe", "fdp.pdf"],
  ])("%s as proof, named %s, is stored with its real extension: %s", async (_, content, sent, stored) => {
    const { id } = await createConfirmation();
    const response = await addProof(id, await content(), building.tenant.cookie, sent);
    expect(response.json()).toMatchObject({ proof: { name: stored } });
  });

  test("a web page that starts like a PDF is rejected as proof", async () => {
    const { id } = await createConfirmation();
    const response = await addProof(id, Buffer.from("%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF\n"));
    expect(response.statusCode).toBe(415);
    expect(messageIn(response)).toBe("This file mixes two formats. Save it as a new file and try again.");
  });

  test("only the payer can add proof, and only before the review", async () => {
    const { id } = await createConfirmation();
    expect((await addProof(id, pdf, building.neighbor.cookie)).statusCode).toBe(404);
    expect((await addProof(id, pdf, building.landlord.cookie)).statusCode).toBe(404);
    await review(id, "reject", { reason: "No such transfer came." });
    const response = await addProof(id, pdf);
    expect(response.statusCode).toBe(409);
    expect(messageIn(response)).toBe("This confirmation has already been rejected, so you can't add proof.");
  });
});
