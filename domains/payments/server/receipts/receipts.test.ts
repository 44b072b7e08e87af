import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { toWallTime } from "#shared/wall-time.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { extractPdfText } from "#test/files/pdf-text.ts";
import { writeCharge } from "#test/money/ledger.ts";
import { createLease, createProperty, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentDetails } from "../../contract.ts";
import { type NewPayment, takePayment } from "../take-payment.ts";

let portal: TestPortal;
let building: TestBuilding;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await sql`update organization set name = 'Harbor & Sons', street = '1 Pier', city = 'Seattle', state = 'WA', zip = '98101'`.execute(
    portal.db,
  );
});
afterAll(() => portal.close());
beforeEach(() => sql`delete from emails`.execute(portal.db));

const pay = (change: Partial<NewPayment> = {}, leaseId = building.leaseId): Promise<number> =>
  runAsPortal(portal.services, async (ctx) => {
    const account = await lockAnyAccount(ctx, leaseId);
    return takePayment(ctx, account, {
      amountCents: toCents(250_000),
      method: "card",
      feeCents: toCents(8_750),
      onDay: account.today,
      paidAt: ctx.now,
      description: 'Rent <b>&"quoted"</b>',
      payerId: building.tenant.id,
      into: "clearing",
      ...change,
    });
  });

const read = (id: number, what: "" | ".pdf" = "", cookie = building.tenant.cookie) =>
  portal.call("GET", `/api/payments/${id}/receipt${what}`, { cookie });

const getReceiptNumber = async (id: number): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    select receipt_number as number from payments where entry_id = ${id}`.execute(portal.db);
  return rows[0]?.number ?? 0;
};

const findEmails = async () => {
  const { rows } = await sql<{ to_address: string; subject: string; text_body: string; html_body: string }>`
    select to_address, subject, text_body, html_body from emails where template = 'payment-receipt' order by id`.execute(
    portal.db,
  );
  return rows;
};

const charge = (cents: number, label: string, leaseId = building.leaseId) =>
  writeCharge(portal.services, {
    propertyId: building.propertyId,
    leaseId,
    cents,
    dueOn: "2026-01-01",
    label,
  });

describe("receipts", () => {
  test("PAY-94 a receipt is a standalone page that lists the charges paid, runs no scripts, and loads nothing", async () => {
    await charge(200_000, "Base rent, June");
    const id = await pay();
    const response = await read(id);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-ancestors 'none'; .*sandbox/,
    );
    expect(response.headers["cache-control"]).toBe("private, no-store");
    const page = response.body;
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<b>");
    // Amounts of one size align on the decimal point.
    expect(page).not.toMatch(/\.total td \{[^}]*font-size/);
    expect(page).toContain("Rent &#60;b&#62;&#38;&#34;quoted&#34;&#60;/b&#62;");
    expect(page).toContain(`No. ${await getReceiptNumber(id)}`);
    for (const text of [
      "Harbor &#38; Sons",
      "Tessa Tenant",
      "Base rent, June",
      "$2,000.00",
      "Unapplied credit",
      "$500.00",
      "Subtotal",
      "Card processing fee",
      "$87.50",
      "Total paid",
      "$2,587.50",
    ])
      expect(page).toContain(text);
  });

  test("a receipt PDF has embedded fonts, fits on one page, and shows the same contents as the page", async () => {
    const id = await pay({ amountCents: toCents(100), feeCents: toCents(0), method: "us_bank_account" });
    const response = await read(id, ".pdf");
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="receipt-${await getReceiptNumber(id)}.pdf"`,
    );
    const pages = extractPdfText(response.rawPayload);
    expect(pages).toHaveLength(1);
    for (const text of ["Payment receipt", "Harbor & Sons", "Bank debit", "Total paid", "$1.00"])
      expect(pages[0]).toContain(text);
    expect(response.rawPayload.toString("latin1")).toMatch(/\/FontFile2 \d+ 0 R/);
  });

  test.each([
    ["card", { brand: "Visa", lastFour: "4242" }, "Visa ending in 4242"],
    ["card", { brand: "", lastFour: "4242" }, "Card ending in 4242"],
    ["card", {}, "Card"],
    ["us_bank_account", { brand: "Chase", lastFour: "6789" }, "Bank debit, Chase ending in 6789"],
    ["us_bank_account", { brand: "", lastFour: "6789" }, "Bank debit ending in 6789"],
  ] as const)("PAY-94 a payment by %s with %o has a receipt that says %s", async (method, paidWith, text) => {
    const id = await pay({ method, ...paidWith, feeCents: toCents(0) });
    expect((await read(id)).body).toContain(`<dt>Method</dt><dd>${text}</dd>`);
    expect(extractPdfText((await read(id, ".pdf")).rawPayload)[0]).toContain(text);
    expect((await findEmails()).map(({ text_body }) => text_body).join()).toContain(text);
  });

  test("PAY-16 the receipt of a payment without charges shows a credit and no estimated shares", async () => {
    const id = await pay({ feeCents: toCents(0) });
    const { body } = await read(id);
    for (const text of ["Unapplied credit", "$2,500.00"]) expect(body).toContain(text);
    for (const text of ["Estimated", "Base rent", "$2,307.50"]) expect(body).not.toContain(text);
  });

  test("a receipt doesn't change when part of the payment is refunded, used as credit, or reapplied", async () => {
    const { landlord, tenant, propertyId } = building;
    const unitId = await createUnit(portal.db, propertyId);
    const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
    const mayCharge = await charge(200_000, "Base rent, May", leaseId);
    const id = await pay({ method: "check", into: "bank" }, leaseId);
    const issued = (await read(id)).body;
    const post = async (path: string, body: object) => {
      const response = await portal.call("POST", path, { cookie: landlord.cookie, body });
      expect(response.statusCode, response.body).toBe(201);
    };
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
    await post(`/api/leases/${leaseId}/charges`, {
      kind: "other",
      label: "New key",
      amountCents: 20_000,
      dueOn: new Date(portal.clock.now.getTime() + 86_400_000).toISOString().slice(0, 10),
    });
    await post(`/api/leases/${leaseId}/allocations`, {
      creditId: id,
      charges: [{ chargeId: mayCharge, amountCents: 150_000 }],
      reason: "As the tenant asked",
    });
    await post(`/api/payments/${id}/refunds`, { amountCents: 50_000, reason: "Paid too much" });
    // The refund is on a second page.
    const { body } = await read(id);
    expect(body).toContain("Refunded since receipt No.");
    expect(body.replace(/<h2 class="page">[^]*<\/main>/, "</main>")).toBe(issued);
    const [first, second] = extractPdfText((await read(id, ".pdf")).rawPayload);
    expect(first).not.toContain("Refund");
    for (const text of ["Refund confirmation", "Paid too much", "$517.50"]) expect(second).toContain(text);
  });

  test("a refund has its own confirmation, which shows the refunded part of the fee", async () => {
    const id = await pay({ method: "check", into: "bank" });
    const response = await portal.call("POST", `/api/payments/${id}/refunds`, {
      cookie: building.landlord.cookie,
      body: { amountCents: 50_000, reason: "Paid too much" },
    });
    const [refund] = response.json<PaymentDetails>().refunds;
    const madeAt = toWallTime(refund?.madeAt ?? "", "America/Los_Angeles");
    expect(refund?.refundedOn).toBe(madeAt.day);
    const confirmation = (what: "" | ".pdf", paymentId = id) =>
      portal.call("GET", `/api/payments/${paymentId}/refunds/${refund?.id}/confirmation${what}`, {
        cookie: building.tenant.cookie,
      });
    const page = await confirmation("");
    for (const text of [
      "Refund confirmation",
      `For receipt No. ${await getReceiptNumber(id)}`,
      "Paid too much",
      "$500.00",
      // $87.50 in proportion
      "$17.50",
      "$517.50",
    ])
      expect(page.body).toContain(text);
    expect(extractPdfText((await confirmation(".pdf")).rawPayload)[0]).toContain("$517.50");
    expect((await confirmation("", await pay())).statusCode).toBe(404);
  });

  test("a receipt is stamped as paid, or as returned once the payment was reversed", async () => {
    const id = await pay();
    const readStamp = async () => /<p class="stamp \w+">(.*?)<\/p>/.exec((await read(id)).body)?.[1];
    expect(await readStamp()).toBe("Paid");
    const response = await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "The bank sent it back." },
    });
    expect(response.statusCode, response.body).toBe(201);
    expect(await readStamp()).toBe("Returned");
    expect(extractPdfText((await read(id, ".pdf")).rawPayload)[0]).toContain("Returned");
  });

  test.each(["", ".pdf"] as const)("neighbors and technicians can't see a receipt (%s)", async (what) => {
    const id = await pay();
    expect((await read(id, what, building.neighbor.cookie)).statusCode).toBe(404);
    expect((await read(id, what, building.technician.cookie)).statusCode).toBe(404);
    expect((await read(id, what, building.landlord.cookie)).statusCode).toBe(200);
    expect((await read(999_999_999, what)).statusCode).toBe(404);
  });
});

describe("receipts of several payments", () => {
  const readSeveral = (ids: readonly number[], cookie = building.landlord.cookie) =>
    portal.call("GET", `/api/payments/receipts.pdf?ids=${ids.join(",")}`, { cookie });

  test("PAY-94 the PDF of several payments contains their receipts as issued, by receipt number, each with its own page numbers", async () => {
    const ids = [
      await pay(),
      await pay({ amountCents: toCents(123_456), feeCents: toCents(0), method: "check" }),
    ];
    await portal.call("POST", `/api/payments/${ids[1]}/refunds`, {
      cookie: building.landlord.cookie,
      body: { amountCents: 5000, reason: "Paid too much" },
    });
    const response = await readSeveral(ids.toReversed());
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.headers["content-disposition"]).toBe('attachment; filename="receipts.pdf"');
    const separate = await Promise.all(ids.map((id) => read(id, ".pdf", building.landlord.cookie)));
    const pages = extractPdfText(response.rawPayload);
    expect(pages).toEqual(separate.flatMap(({ rawPayload }) => extractPdfText(rawPayload)));
    for (const [at, id] of ids.entries()) expect(pages[at]).toContain(`No. ${await getReceiptNumber(id)}`);
    expect(pages[2]).toContain("Page 2 of 2");
  });

  test("if a person can't see one of the selected payments, they get none of the receipts", async () => {
    const propertyId = await createProperty(portal.db);
    const leaseId = await createLease(portal.db, {
      propertyId,
      unitId: await createUnit(portal.db, propertyId),
    });
    const [own, foreign] = [await pay(), await pay({}, leaseId)];
    expect((await readSeveral([own], building.tenant.cookie)).statusCode).toBe(200);
    for (const { cookie } of [building.landlord, building.tenant, building.neighbor, building.technician])
      expect((await readSeveral([own, foreign], cookie)).statusCode).toBe(404);
  });

  test("requesting receipts for charges returns an error that names the charges", async () => {
    const ids = [await pay(), await charge(100, "Keys")];
    expect((await readSeveral(ids)).json<{ message: string }>().message).toBe(
      "One of these payments doesn't exist, or you don't have access to it. Charges have no receipt.",
    );
  });

  test("the receipts of a hundred payments fit into one PDF", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 100; n += 1) ids.push(await pay({ amountCents: toCents(1000 + n) }));
    const pages = extractPdfText((await readSeveral(ids)).rawPayload);
    expect(pages).toHaveLength(100);
    expect((await readSeveral([...ids, ids[0] ?? 0])).statusCode).toBe(400);
  }, 60_000);
});

test("receipt numbers have no gaps, even if concurrent payments are rolled back", async () => {
  const before = await getReceiptNumber(await pay());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      n % 5 === 4
        ? runAsPortal(portal.services, async (ctx) => {
            const account = await lockAnyAccount(ctx, building.leaseId);
            await takePayment(ctx, account, {
              amountCents: toCents(100),
              method: "cash",
              onDay: account.today,
              paidAt: ctx.now,
              payerId: null,
              into: "bank",
            });
            throw new Error("The power failed.");
          })
        : pay({ amountCents: toCents(100 + n), feeCents: toCents(0) }),
    ),
  );
  const paid = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const numbers = await Promise.all(paid.map(getReceiptNumber));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => before + 1 + n));
});

describe("receipt emails", () => {
  const send = (body: Record<string, unknown> = {}, cookie = building.tenant.cookie) =>
    portal.call("POST", "/api/send-receipt", { cookie, body });

  test("PAY-95 API-25 the receipt is emailed once per payment, regardless of what the browser sends", async () => {
    await pay();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        send({ email: "thief@example.com", subject: "Payment Receipt", html: "<h1>Forged</h1>", amount: 1 }),
      ),
    );
    for (const response of responses)
      expect(response.json()).toEqual({ success: true, message: "A receipt has been sent to your email." });
    const [email, ...others] = await findEmails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to_address: building.tenant.email, subject: "Payment Receipt" });
    expect(email?.html_body).not.toContain("Forged");
    for (const body of [email?.text_body, email?.html_body])
      for (const text of ["$2,587.50", "Card processing fee", "$87.50", "/payments?payment="])
        expect(body).toContain(text);
  });

  test("a person can't email the receipt of someone else's payment", async () => {
    await pay();
    await sql`delete from emails`.execute(portal.db);
    expect((await send({}, building.neighbor.cookie)).statusCode).toBe(404);
    expect((await send({ paymentIntentId: "pi_unknown" })).statusCode).toBe(404);
    expect(await findEmails()).toEqual([]);
  });

  test("no receipt is emailed if only the payer's company is known", async () => {
    const id = await pay({ payerId: null, method: "check", feeCents: toCents(0), into: "bank" });
    expect(await findEmails()).toEqual([]);
    const response = await portal.call("POST", `/api/payments/${id}/receipt/emails`, {
      cookie: building.landlord.cookie,
    });
    expect(response.statusCode).toBe(409);
    expect(response.json<{ message: string }>().message).toBe(
      "We don't know who made this payment, so we can't email a receipt. You can print it or save it as a PDF.",
    );
  });

  test("if a payment was reversed later, its receipt email says so", async () => {
    const [bounced, partlyRefunded] = [
      await pay(),
      await pay({ method: "check", into: "bank", feeCents: toCents(0) }),
    ];
    const post = async (path: string, body: object = {}) => {
      const response = await portal.call("POST", path, { cookie: building.landlord.cookie, body });
      expect(response.statusCode, response.body).toBeLessThan(300);
    };
    await post(`/api/leases/${building.leaseId}/reversals`, { entryId: bounced, reason: "It bounced." });
    await post(`/api/payments/${partlyRefunded}/refunds`, { amountCents: 12_345, reason: "Paid too much" });
    await sql`delete from emails`.execute(portal.db);
    for (const id of [bounced, partlyRefunded]) await post(`/api/payments/${id}/receipt/emails`);
    const [first, second] = await findEmails();
    expect(first?.text_body).toContain("The bank returned this payment");
    expect(second?.text_body).not.toContain("returned this payment");
  });

  test("a receipt can be resent three times to the payer's own address", async () => {
    const id = await pay();
    const resend = (cookie: string) => portal.call("POST", `/api/payments/${id}/receipt/emails`, { cookie });
    expect((await resend(building.neighbor.cookie)).statusCode).toBe(404);
    expect((await resend(building.tenant.cookie)).json()).toEqual({
      success: true,
      message: `The receipt is on its way to ${building.tenant.email}.`,
    });
    const rest = await Promise.all(Array.from({ length: 5 }, () => resend(building.landlord.cookie)));
    expect(rest.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
    expect((await findEmails()).map(({ to_address }) => to_address)).toEqual(
      Array.from({ length: 4 }, () => building.tenant.email),
    );
  });
});
