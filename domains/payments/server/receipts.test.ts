import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lockAnyAccount } from "#domains/ledger/server/lock-account.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { writeCharge } from "#test/ledger.ts";
import { textOfPdf } from "#test/pdf-text.ts";
import { createLease, createUnit } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PaymentDetails } from "../contract.ts";
import { type NewPayment, takePayment } from "./take-payment.ts";

let portal: TestPortal;
let building: TestBuilding;

beforeAll(async () => {
  ({ portal, building } = await startBuilding());
  await sql`update organisation set name = 'Harbor & Sons', street = '1 Pier', city = 'Seattle', state = 'WA', zip = '98101'`.execute(
    portal.db,
  );
});
afterAll(() => portal.close());
beforeEach(() => sql`delete from mails`.execute(portal.db));

const pay = (change: Partial<NewPayment> = {}, leaseId = building.leaseId): Promise<number> =>
  asPortal(portal.services, async (ctx) => {
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

const numberOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    select receipt_number as number from payments where entry_id = ${id}`.execute(portal.db);
  return rows[0]?.number ?? 0;
};

const mails = async () => {
  const { rows } = await sql<{ to_address: string; subject: string; text_body: string; html_body: string }>`
    select to_address, subject, text_body, html_body from mails where template = 'payment-receipt' order by id`.execute(
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

describe("a receipt", () => {
  test("PAY-94 is a page of its own that loads and runs nothing, and names the charges it settles", async () => {
    await charge(200_000, "Base rent, June");
    const id = await pay();
    const response = await read(id);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'none'; .*sandbox/,
    );
    expect(response.headers["cache-control"]).toBe("private, no-store");
    const page = response.body;
    expect(page).not.toContain("<script");
    expect(page).not.toContain("<b>");
    expect(page).toContain("Rent &#60;b&#62;&#38;&#34;quoted&#34;&#60;/b&#62;");
    expect(page).toContain(`No. ${await numberOf(id)}`);
    for (const text of [
      "Harbor &#38; Sons",
      "Tessa Tenant",
      "Base rent, June",
      "$2,000.00",
      "Credit for later",
      "$500.00",
      "Card processing fee",
      "$87.50",
      "Total paid",
      "$2,587.50",
    ])
      expect(page).toContain(text);
  });

  test("as PDF has embedded fonts, fits on one page and has the same contents", async () => {
    const id = await pay({ amountCents: toCents(100), feeCents: toCents(0), method: "us_bank_account" });
    const response = await read(id, ".pdf");
    expect(response.headers["content-type"]).toBe("application/pdf");
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="receipt-${await numberOf(id)}.pdf"`,
    );
    const pages = textOfPdf(response.rawPayload);
    expect(pages).toHaveLength(1);
    for (const text of ["Payment receipt", "Harbor & Sons", "Bank debit", "Total paid", "$1.00"])
      expect(pages[0]).toContain(text);
    expect(response.rawPayload.toString("latin1")).toMatch(/\/FontFile2 \d+ 0 R/);
  });

  test("PAY-16 of a payment that covers no charge shows credit, and invents no shares", async () => {
    const id = await pay({ feeCents: toCents(0) });
    const { body } = await read(id);
    for (const text of ["Credit for later", "$2,500.00"]) expect(body).toContain(text);
    for (const text of ["Estimated", "Base rent", "$2,307.50"]) expect(body).not.toContain(text);
  });

  test("stays as it was issued when a part is refunded, another charge uses its credit and an allocation is moved", async () => {
    const { landlord, tenant, propertyId } = building;
    const unitId = await createUnit(portal.db, propertyId);
    const leaseId = await createLease(portal.db, { propertyId, unitId, memberIds: [tenant.id] });
    const may = await charge(200_000, "Base rent, May", leaseId);
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
      charges: [{ chargeId: may, amountCents: 150_000 }],
      reason: "As the tenant asked",
    });
    await post(`/api/payments/${id}/refunds`, { amountCents: 50_000, reason: "Paid too much" });
    expect((await read(id)).body).toBe(issued);
  });

  test("of a refunded payment is joined by a confirmation, with the part of the fee that went back", async () => {
    const id = await pay({ method: "check", into: "bank" });
    const response = await portal.call("POST", `/api/payments/${id}/refunds`, {
      cookie: building.landlord.cookie,
      body: { amountCents: 50_000, reason: "Paid too much" },
    });
    const [refund] = response.json<PaymentDetails>().refunds;
    const confirmation = (what: "" | ".pdf", of = id) =>
      portal.call("GET", `/api/payments/${of}/refunds/${refund?.id}/confirmation${what}`, {
        cookie: building.tenant.cookie,
      });
    const page = await confirmation("");
    for (const text of [
      "Refund confirmation",
      `Of receipt No. ${await numberOf(id)}`,
      "Paid too much",
      "$500.00",
      // 87.50 in proportion
      "$17.50",
      "$517.50",
    ])
      expect(page.body).toContain(text);
    expect(textOfPdf((await confirmation(".pdf")).rawPayload)[0]).toContain("$517.50");
    expect((await confirmation("", await pay())).statusCode).toBe(404);
  });

  test("says that the payment was taken back", async () => {
    const id = await pay();
    expect((await read(id)).body).not.toContain("RETURNED");
    const response = await portal.call("POST", `/api/leases/${building.leaseId}/reversals`, {
      cookie: building.landlord.cookie,
      body: { entryId: id, reason: "The bank sent it back." },
    });
    expect(response.statusCode, response.body).toBe(201);
    expect((await read(id)).body).toContain("RETURNED");
  });

  test.each(["", ".pdf"] as const)(
    "does not exist for the neighbour, nor for the technician (%s)",
    async (what) => {
      const id = await pay();
      expect((await read(id, what, building.neighbour.cookie)).statusCode).toBe(404);
      expect((await read(id, what, building.technician.cookie)).statusCode).toBe(404);
      expect((await read(id, what, building.landlord.cookie)).statusCode).toBe(200);
      expect((await read(999_999_999, what)).statusCode).toBe(404);
    },
  );
});

test("receipts are numbered without gaps, even when concurrent payments are rolled back in between", async () => {
  const before = await numberOf(await pay());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      n % 5 === 4
        ? asPortal(portal.services, async (ctx) => {
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
  const numbers = await Promise.all(paid.map(numberOf));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => before + 1 + n));
});

describe("the mail with the receipt", () => {
  const send = (body: Record<string, unknown> = {}, cookie = building.tenant.cookie) =>
    portal.call("POST", "/api/send-receipt", { cookie, body });

  test("PAY-95 API-25 goes out once for each payment, and ignores what the browser sends", async () => {
    await pay();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        send({ email: "thief@example.com", subject: "Payment Receipt", html: "<h1>Forged</h1>", amount: 1 }),
      ),
    );
    for (const response of responses)
      expect(response.json()).toEqual({ success: true, message: "A receipt has been sent to your email." });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to_address: building.tenant.email, subject: "Payment Receipt" });
    expect(mail?.html_body).not.toContain("Forged");
    for (const body of [mail?.text_body, mail?.html_body])
      for (const text of ["$2,587.50", "Card processing fee", "$87.50", "/payments?payment="])
        expect(body).toContain(text);
  });

  test("is sent to nobody else, and not for somebody else's payment", async () => {
    await pay();
    await sql`delete from mails`.execute(portal.db);
    expect((await send({}, building.neighbour.cookie)).statusCode).toBe(404);
    expect((await send({ paymentIntentId: "pi_unknown" })).statusCode).toBe(404);
    expect(await mails()).toEqual([]);
  });

  test("goes to nobody when only the company is known", async () => {
    const id = await pay({ payerId: null, method: "check", feeCents: toCents(0), into: "bank" });
    expect(await mails()).toEqual([]);
    const refused = await portal.call("POST", `/api/payments/${id}/receipt/mails`, {
      cookie: building.landlord.cookie,
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ message: string }>().message).toBe(
      "Nobody is known to have made this payment. You can print the receipt, or save it as PDF.",
    );
  });

  test("also says that the payment has since been taken back", async () => {
    const [bounced, lessened] = [
      await pay(),
      await pay({ method: "check", into: "bank", feeCents: toCents(0) }),
    ];
    const post = async (path: string, body: object = {}) => {
      const response = await portal.call("POST", path, { cookie: building.landlord.cookie, body });
      expect(response.statusCode, response.body).toBeLessThan(300);
    };
    await post(`/api/leases/${building.leaseId}/reversals`, { entryId: bounced, reason: "It bounced." });
    await post(`/api/payments/${lessened}/refunds`, { amountCents: 12_345, reason: "Paid too much" });
    await sql`delete from mails`.execute(portal.db);
    for (const id of [bounced, lessened]) await post(`/api/payments/${id}/receipt/mails`);
    const [first, second] = await mails();
    expect(first?.text_body).toContain("It was taken back since, and does not count any more.");
    expect(second?.text_body).not.toContain("taken back");
  });

  test("can be sent again three times, to the payer's own address, and then no more", async () => {
    const id = await pay();
    const again = (cookie: string) => portal.call("POST", `/api/payments/${id}/receipt/mails`, { cookie });
    expect((await again(building.neighbour.cookie)).statusCode).toBe(404);
    expect((await again(building.tenant.cookie)).json()).toEqual({
      success: true,
      message: `The receipt is on its way to ${building.tenant.email}.`,
    });
    const rest = await Promise.all(Array.from({ length: 5 }, () => again(building.landlord.cookie)));
    expect(rest.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 200, 409, 409, 409]);
    expect((await mails()).map(({ to_address }) => to_address)).toEqual(
      Array.from({ length: 4 }, () => building.tenant.email),
    );
  });
});
