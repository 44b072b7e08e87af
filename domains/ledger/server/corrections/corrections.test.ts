import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { addDays, addMonths, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import { type LeaseLedger, startLeaseLedger } from "#test/money/lease-ledger.ts";
import { createLease, createUnit } from "#test/people.ts";

let ledger: LeaseLedger;
const reason = "Agreed on the phone.";
beforeAll(async () => {
  ledger = await startLeaseLedger();
});
afterAll(() => ledger.portal.close());

/** A new lease with two unpaid rent charges: 3,000.00 due ten days ago and 3,000.00 due today. */
let older: number;
let newer: number;
let today: Day;
beforeEach(async () => {
  await ledger.newLease();
  today = ledger.today();
  older = await ledger.charge({ cents: 300_000, dueOn: addDays(today, -10), label: "Base rent, May" });
  newer = await ledger.charge({ cents: 300_000, dueOn: today, label: "Base rent, June" });
});

const readOpen = (...ids: number[]) => ledger.openAmounts(...ids);

describe("a one-time charge", () => {
  test("a one-time charge becomes due on its due date, and existing credit is applied to it", async () => {
    const { account, entryId } = await ledger.postOk("charges", {
      kind: "utilities",
      label: "Water, extra meter",
      amountCents: 4_210,
      dueOn: addDays(today, 5),
    });
    // 3,000.00 + 3,000.00 + 42.10
    expect(account).toMatchObject({ balanceCents: 604_210, overdueCents: 300_000, dueNowCents: 600_000 });
    const [entry] = await ledger.entries();
    expect(entry).toMatchObject({
      id: entryId,
      kind: "charge",
      chargeKind: "utilities",
      description: "Water, extra meter",
      onDay: today,
      dueOn: addDays(today, 5),
      who: "Lena Landlord",
      openCents: 4_210,
    });
    await ledger.expectSums(604_210);
  });

  test.each([
    ["a zero amount", { amountCents: 0 }, { amountCents: "Please enter an amount above $0.00" }],
    ["a fraction of a cent", { amountCents: 10.5 }, { amountCents: "Please enter an amount above $0.00" }],
    ["no description", { label: " " }, { label: "Please enter a description" }],
    ["a due date that doesn't exist", { dueOn: "2026-02-30" }, { dueOn: "Please enter the due date" }],
    [
      "a due date more than a year away",
      { dueOn: "2190-01-01" },
      { dueOn: "Enter a date within one year from today." },
    ],
    [
      "a date in the future",
      { onDay: "2190-01-01" },
      { onDay: "That date is in the future at the property." },
    ],
  ])("a one-time charge with %s is rejected", async (_, change, fields) => {
    const response = await ledger.post("charges", {
      kind: "other",
      label: "Key",
      amountCents: 100,
      dueOn: today,
      ...change,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields });
    await ledger.expectSums(600_000);
  });

  test("deposits and payments count from the date they were received, up to a year before the lease starts", async () => {
    const { postOk, post, portal, newLease } = ledger;
    const leaseId = await newLease();
    const { starts_on: start } = await portal.db
      .selectFrom("leases")
      .select("starts_on")
      .where("id", "=", leaseId)
      .executeTakeFirstOrThrow();
    const onDay = addDays(start as Day, -20);
    await postOk("deposits", { amountCents: 50_000, action: "received", reason: "Check 7", onDay });
    const { account } = await postOk("payments", { amountCents: 60_000, method: "check", onDay });
    expect(account).toMatchObject({ depositCents: 50_000, creditCents: 60_000 });
    const earliest = addMonths(start as Day, -12);
    const tooEarly = { amountCents: 100, method: "check", onDay: addDays(earliest, -40) };
    expect((await post("payments", tooEarly)).statusCode).toBe(400);
  });

  test("a charge is rejected on a draft and before the account starts", async () => {
    const response = await ledger.post("charges", {
      kind: "other",
      label: "Key",
      amountCents: 100,
      dueOn: today,
      onDay: "1999-01-01",
    });
    expect(response.json<{ message: string }>().message).toMatch(
      /^This lease's account starts .+\. Enter that date or later\.$/,
    );
    const { propertyId } = ledger.building;
    const unitId = await createUnit(ledger.portal.db, propertyId);
    const draft = await createLease(ledger.portal.db, { propertyId, unitId, isDraft: true });
    const draftResponse = await ledger.portal.call("POST", `/api/leases/${draft}/charges`, {
      cookie: ledger.building.landlord.cookie,
      body: { kind: "other", label: "Key", amountCents: 100, dueOn: today },
    });
    expect(draftResponse.statusCode).toBe(409);
    expect(draftResponse.json<{ message: string }>().message).toBe(
      "This lease is a draft. Activate it before posting to its ledger.",
    );
  });
});

describe("a payment", () => {
  test("a payment is applied to the oldest due charges first and to late fees last, and the rest becomes credit", async () => {
    const fee = await ledger.charge({ cents: 5_000, dueOn: addDays(today, -20), kind: "late-fee" });
    const { account } = await ledger.postOk("payments", {
      amountCents: 450_000,
      onDay: addDays(today, -1),
      method: "check",
      reference: "1042",
      note: "Brought to the office",
    });
    // 6,050.00 - 4,500.00 = 1,550.00: 1,500.00 of June and the fee.
    expect(account).toMatchObject({ balanceCents: 155_000, creditCents: 0 });
    expect(await readOpen(older, newer, fee)).toEqual([0, 150_000, 5_000]);
    const open = await ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/open-charges`, {
      cookie: ledger.building.tenant.cookie,
    });
    // Late fees come last, even though this one was due first.
    expect(open.json()).toMatchObject([
      { id: newer, description: "Base rent, June", dueOn: today, amountCents: 300_000, openCents: 150_000 },
      { id: fee, chargeKind: "late-fee", openCents: 5_000 },
    ]);
    const payment = (await ledger.entries()).find(({ kind }) => kind === "payment");
    expect(payment).toMatchObject({
      description: "Payment by check, 1042",
      reason: "Brought to the office",
      onDay: addDays(today, -1),
    });
    const prepayment = await ledger.postOk("payments", {
      amountCents: 200_000,
      onDay: today,
      method: "cash",
    });
    // 1,550.00 - 2,000.00 = 450.00 of credit.
    expect(prepayment.account).toMatchObject({ balanceCents: -45_000, creditCents: 45_000, overdueCents: 0 });
    await ledger.expectSums(-45_000);
  });

  test("a payment of the overdue amount covers all overdue charges, and only the rest is applied to later charges", async () => {
    const fee = await ledger.charge({ cents: 5_000, dueOn: addDays(today, -5), kind: "late-fee" });
    const next = await ledger.charge({ cents: 300_000, dueOn: addDays(today, 5), label: "Base rent, July" });
    const laterFee = await ledger.charge({ cents: 5_000, dueOn: addDays(today, 1), kind: "late-fee" });
    const pay = (amountCents: number) =>
      ledger.postOk("payments", { amountCents, onDay: today, method: "check" });
    await pay(300_000);
    expect(await readOpen(older, newer, fee, next, laterFee)).toEqual([0, 300_000, 5_000, 300_000, 5_000]);
    const { account } = await pay(305_000);
    expect(account).toMatchObject({ overdueCents: 0, dueNowCents: 0, comingCents: 300_000 });
    expect(await readOpen(older, newer, fee, next, laterFee)).toEqual([0, 0, 0, 300_000, 5_000]);
    await pay(300_000);
    expect(await readOpen(next, laterFee)).toEqual([0, 5_000]);
  });

  test("a payment is applied to the selected charges first", async () => {
    await ledger.postOk("payments", {
      amountCents: 350_000,
      onDay: today,
      method: "card",
      chargeIds: [newer],
    });
    expect(await readOpen(older, newer)).toEqual([250_000, 0]);
    await ledger.expectSums(250_000);
  });

  test("a payment is rejected for a charge on another lease or a date in the future", async () => {
    const foreignChargeId = await ledger.otherLeaseCharge();
    const response = await ledger.post("payments", {
      amountCents: 100,
      onDay: today,
      method: "cash",
      chargeIds: [foreignChargeId],
    });
    expect(response.json()).toMatchObject({
      fields: { chargeIds: "This charge isn't on this lease." },
    });
    const ahead = await ledger.post("payments", {
      amountCents: 100,
      onDay: addDays(today, 2),
      method: "cash",
    });
    expect(ahead.json()).toMatchObject({ fields: { onDay: "That date is in the future at the property." } });
    await ledger.expectSums(600_000);
  });

  test("a payment with an external reference is recorded only once, even with concurrent requests", async () => {
    const { propertyId } = ledger.building;
    const record = () =>
      runAsPortal(ledger.portal.services, (ctx) =>
        takePayment(
          ctx,
          { leaseId: ledger.leaseId(), propertyId, today, startsOn: today, balanceCents: 0, closed: null },
          {
            amountCents: toCents(10_000),
            method: "card",
            onDay: today,
            paidAt: ctx.now,
            payerId: null,
            into: "clearing",
            externalReference: `pi_${ledger.leaseId()}`,
          },
        ),
      );
    const outcomes = await Promise.allSettled([record(), record(), record()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : [])),
    ).toMatchObject([
      { status: 409, message: "This payment has already been recorded." },
      { status: 409, message: "This payment has already been recorded." },
    ]);
    await ledger.expectSums(590_000);
  });

  test("a payment sent again with the same idempotency key is recorded only once", async () => {
    const body = { amountCents: 1_000, onDay: today, method: "cash" };
    const headers = { "idempotency-key": "the-same-payment" };
    const [first, second] = [
      await ledger.post("payments", body, headers),
      await ledger.post("payments", body, headers),
    ];
    expect(second.json()).toEqual(first.json());
    await ledger.expectSums(599_000);
  });
});

describe("credits, waivers, and write-offs", () => {
  test("a credit is applied to the selected charge first and can exceed the balance", async () => {
    await ledger.postOk("credits", { kind: "rent", amountCents: 350_000, chargeId: newer, reason });
    expect(await readOpen(older, newer)).toEqual([250_000, 0]);
    const { account } = await ledger.postOk("credits", { kind: "utilities", amountCents: 300_000, reason });
    // 6,000.00 - 3,500.00 - 3,000.00
    expect(account).toMatchObject({ balanceCents: -50_000, creditCents: 50_000 });
    await ledger.expectSums(-50_000);
  });

  test("a waiver covers all or part of a charge's unpaid amount and never more", async () => {
    const fee = await ledger.charge({ cents: 5_000, dueOn: today, kind: "late-fee", label: "Late fee" });
    await ledger.postOk("waivers", { chargeId: fee, amountCents: 2_000, reason });
    const tooMuch = await ledger.post("waivers", { chargeId: fee, amountCents: 3_001, reason });
    expect(tooMuch.json()).toMatchObject({
      fields: { amountCents: "Only $30.00 of this charge is unpaid." },
    });
    await ledger.postOk("waivers", { chargeId: fee, reason });
    // The older rent was due earlier, but the waiver is only for the fee.
    expect(await readOpen(fee, older, newer)).toEqual([0, 300_000, 300_000]);
    const [latest] = await ledger.entries();
    expect(latest).toMatchObject({
      kind: "waiver",
      description: "Waived: Late fee",
      amountCents: -3_000,
      reason,
    });
    const again = await ledger.post("waivers", { chargeId: fee, reason });
    expect(again.json()).toMatchObject({
      fields: {
        chargeId: "This charge is fully paid. To reduce it, add a credit.",
      },
    });
    await ledger.expectSums(600_000);
  });

  test("a write-off can't exceed the amount due", async () => {
    await ledger.postOk("write-offs", { chargeId: older, amountCents: 100_000, reason });
    expect(await readOpen(older, newer)).toEqual([200_000, 300_000]);
    const tooMuch = await ledger.post("write-offs", { amountCents: 500_001, reason });
    expect(tooMuch.json()).toMatchObject({ fields: { amountCents: "Only $5,000.00 is due." } });
    await ledger.postOk("write-offs", { amountCents: 500_000, reason });
    expect(await readOpen(older, newer)).toEqual([0, 0]);
    const nothing = await ledger.post("write-offs", { amountCents: 1, reason });
    expect(nothing.statusCode).toBe(409);
    expect(nothing.json<{ message: string }>().message).toBe("This lease has no balance due.");
    await ledger.expectSums(0);
  });

  test.each(["credits", "waivers", "write-offs", "deposits", "reversals", "allocations"])(
    "%s require a reason",
    async (verb) => {
      const response = await ledger.post(verb, { reason: "no" });
      expect(response.json()).toMatchObject({
        fields: { reason: "Please enter a reason (at least 3 characters)" },
      });
    },
  );
});

describe("deposits", () => {
  test("a deposit is held apart from the balance and pays unpaid charges when applied", async () => {
    expect((await ledger.account()).hadDeposit).toBe(false);
    const taken = await ledger.postOk("deposits", { action: "received", amountCents: 500_000, reason });
    expect(taken.account).toMatchObject({ balanceCents: 600_000, depositCents: 500_000, hadDeposit: true });
    const applied = await ledger.postOk("deposits", { action: "applied", amountCents: 350_000, reason });
    // 6,000.00 - 3,500.00; 5,000.00 - 3,500.00
    expect(applied.account).toMatchObject({ balanceCents: 250_000, depositCents: 150_000 });
    expect(await readOpen(older, newer)).toEqual([0, 250_000]);
    const tooMuch = await ledger.post("deposits", { action: "refunded", amountCents: 150_001, reason });
    expect(tooMuch.json()).toMatchObject({ fields: { amountCents: "Only $1,500.00 is held." } });
    const returned = await ledger.postOk("deposits", { action: "refunded", amountCents: 150_000, reason });
    expect(returned.account).toMatchObject({ balanceCents: 250_000, depositCents: 0 });
    expect(
      (await ledger.entries()).slice(0, 3).map(({ kind, depositCents }) => [kind, depositCents]),
    ).toEqual([
      ["deposit-refunded", -150_000],
      ["deposit-applied", -350_000],
      ["deposit-received", 500_000],
    ]);
    const none = await ledger.post("deposits", { action: "applied", amountCents: 1, reason });
    expect(none.json()).toMatchObject({ fields: { amountCents: "No deposit is held." } });
    await ledger.expectSums(250_000);
  });

  test("a deposit is applied to the amount due, and the rest is refunded with date, method, and check number", async () => {
    const onDay = addDays(today, -1);
    const check = { method: "check", reference: "2044", reason };
    await ledger.postOk("deposits", { action: "received", amountCents: 900_000, onDay, ...check });
    const { account } = await ledger.postOk("deposits", {
      action: "applied-rest-refunded",
      amountCents: 900_000,
      onDay,
      ...check,
    });
    expect(account).toMatchObject({ balanceCents: 0, depositCents: 0, hadDeposit: true, creditCents: 0 });
    expect(
      (await ledger.entries())
        .filter(({ kind }) => kind.startsWith("deposit"))
        .map(({ description, depositCents, onDay: on }) => [description, depositCents, on]),
    ).toEqual([
      ["Security deposit refunded by check, 2044", -300_000, onDay],
      ["Security deposit applied to balance", -600_000, onDay],
      ["Security deposit received by check, 2044", 900_000, onDay],
    ]);
    expect(await readOpen(older, newer)).toEqual([0, 0]);
    // Nothing is due anymore, so all of it is refunded.
    await ledger.postOk("deposits", { action: "received", amountCents: 100, reason });
    await ledger.postOk("deposits", { action: "applied-rest-refunded", amountCents: 100, reason });
    expect(await ledger.account()).toMatchObject({ balanceCents: 0, depositCents: 0 });
    await ledger.expectSums(0);
  });

  test("a deposit can be applied only to unpaid charges and never becomes credit", async () => {
    await ledger.postOk("deposits", { action: "received", amountCents: 900_000, reason });
    const tooMuch = await ledger.post("deposits", { action: "applied", amountCents: 600_001, reason });
    expect(tooMuch.json()).toMatchObject({
      fields: { amountCents: "Only $6,000.00 is due. You can refund the rest of the deposit." },
    });
    await ledger.postOk("deposits", { action: "applied", amountCents: 600_000, reason });
    const nothing = await ledger.post("deposits", { action: "applied", amountCents: 1, reason });
    expect(nothing.json()).toMatchObject({
      fields: { amountCents: "Nothing is due. You can refund the rest of the deposit." },
    });
    expect(await ledger.account()).toMatchObject({ balanceCents: 0, depositCents: 300_000 });
  });

  test("a deposit can't be refunded or applied before it was received, or if a later refund needs it", async () => {
    const fiveDaysAgo = addDays(today, -5);
    const sixDaysAgo = addDays(today, -6);
    await ledger.postOk("deposits", { action: "received", amountCents: 500_000, onDay: fiveDaysAgo, reason });
    for (const action of ["refunded", "applied"]) {
      const tooEarly = await ledger.post("deposits", { action, amountCents: 1, onDay: sixDaysAgo, reason });
      expect(tooEarly.json()).toMatchObject({
        fields: { amountCents: `No deposit is held as of ${formatCalendarDay(sixDaysAgo)}.` },
      });
    }
    await ledger.postOk("deposits", {
      action: "refunded",
      amountCents: 400_000,
      onDay: addDays(today, -2),
      reason,
    });
    await ledger.postOk("deposits", { action: "received", amountCents: 700_000, reason });
    const needed = { action: "refunded", onDay: fiveDaysAgo, reason };
    expect((await ledger.post("deposits", { ...needed, amountCents: 100_001 })).json()).toMatchObject({
      fields: { amountCents: `Only $1,000.00 is held as of ${formatCalendarDay(fiveDaysAgo)}.` },
    });
    await ledger.postOk("deposits", { ...needed, amountCents: 100_000 });
    expect((await ledger.account()).depositCents).toBe(700_000);
  });

  test("two people can't refund the same deposit concurrently", async () => {
    await ledger.postOk("deposits", { action: "received", amountCents: 500_000, reason });
    const responses = await Promise.all(
      [1, 2, 3].map(() => ledger.post("deposits", { action: "refunded", amountCents: 300_000, reason })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400, 400]);
    expect((await ledger.account()).depositCents).toBe(200_000);
  });
});

test("two people can't waive the same charge concurrently, and the balance stays correct", async () => {
  const responses = await Promise.all([
    ledger.post("waivers", { chargeId: older, reason }),
    ledger.post("write-offs", { chargeId: older, reason }),
    ledger.post("payments", { amountCents: 100_000, onDay: today, method: "cash", chargeIds: [newer] }),
    ledger.post("credits", { kind: "rent", amountCents: 50_000, chargeId: newer, reason }),
  ]);
  expect(responses.slice(2).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  // The second waiver of the older charge is rejected because the charge is already fully paid.
  expect(
    responses
      .slice(0, 2)
      .map(({ statusCode }) => statusCode)
      .sort((a, b) => a - b),
  ).toEqual([201, 400]);
  // 6,000.00 - 3,000.00 - 1,000.00 - 500.00
  expect(await readOpen(older, newer)).toEqual([0, 150_000]);
  await ledger.expectSums(150_000);
});

test("every ledger change is recorded with its reason in the audit log and the lease history", async () => {
  await ledger.postOk("waivers", { chargeId: older, amountCents: 1_000, reason });
  const { rows } = await sql<{ action: string; details: object; property_id: number }>`
    select action, details, property_id from audit_log where subject_type = 'lease'
      and subject_id = ${String(ledger.leaseId())} order by id desc limit 1`.execute(ledger.portal.db);
  expect(rows).toEqual([
    {
      action: "ledger.charge-waived",
      property_id: ledger.building.propertyId,
      details: { entry: "Waived: Base rent, May", day: today, amountCents: 1_000, reason },
    },
  ]);
  const history = await ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/history`, {
    cookie: ledger.building.landlord.cookie,
  });
  expect(history.json()).toMatchObject([
    { who: "Lena Landlord", what: "Ledger: Waived: Base rent, May, $10.00" },
  ]);
});
