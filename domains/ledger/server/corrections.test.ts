import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { addDays, type Day } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { toCents } from "#shared/format/money.ts";
import { type LedgerOfLease, startLedger } from "#test/ledger-of-lease.ts";
import { createLease, createUnit } from "#test/people.ts";

let ledger: LedgerOfLease;
const reason = "Agreed on the phone.";
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger.portal.close());

/** A new lease with two open charges of rent: 3,000.00 due ten days ago, and 3,000.00 due today. */
let older: number;
let newer: number;
let today: Day;
beforeEach(async () => {
  await ledger.newLease();
  today = ledger.today();
  older = await ledger.charge({ cents: 300_000, dueOn: addDays(today, -10), label: "Base rent, May" });
  newer = await ledger.charge({ cents: 300_000, dueOn: today, label: "Base rent, June" });
});

const openOf = (...ids: number[]) => ledger.openOf(...ids);

describe("a one-time charge", () => {
  test("is owed from its due date on, and is settled by existing credit", async () => {
    const { account, entryId } = await ledger.ok("charges", {
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
    ["an amount of nothing", { amountCents: 0 }, { amountCents: "Please enter an amount above $0.00" }],
    ["parts of a cent", { amountCents: 10.5 }, { amountCents: "Please enter an amount above $0.00" }],
    ["no name", { label: " " }, { label: "Please name the charge" }],
    [
      "a due day that does not exist",
      { dueOn: "2026-02-30" },
      { dueOn: "Please enter the day on which it is due" },
    ],
    [
      "a due day beyond a year",
      { dueOn: "2190-01-01" },
      { dueOn: "Please enter a day within a year from today." },
    ],
    ["a future day", { onDay: "2190-01-01" }, { onDay: "This day has not come yet at the property." }],
  ])("is refused with %s", async (_, change, fields) => {
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

  test("is refused before the account begins, and on a draft", async () => {
    const response = await ledger.post("charges", {
      kind: "other",
      label: "Key",
      amountCents: 100,
      dueOn: today,
      onDay: "1999-01-01",
    });
    expect(response.json<{ message: string }>().message).toMatch(
      /^The account of this lease begins on .+; please enter that day or a later one\.$/,
    );
    const { propertyId } = ledger.building;
    const unitId = await createUnit(ledger.portal.db, propertyId);
    const draft = await createLease(ledger.portal.db, { propertyId, unitId, isDraft: true });
    const refused = await ledger.portal.call("POST", `/api/leases/${draft}/charges`, {
      cookie: ledger.building.landlord.cookie,
      body: { kind: "other", label: "Key", amountCents: 100, dueOn: today },
    });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<{ message: string }>().message).toBe(
      "This lease is a draft. Activate it before something is entered on its ledger.",
    );
  });
});

describe("a payment", () => {
  test("settles the oldest due charges first, late fees last, and the rest is credit", async () => {
    const fee = await ledger.charge({ cents: 5_000, dueOn: addDays(today, -20), kind: "late-fee" });
    const { account } = await ledger.ok("payments", {
      amountCents: 450_000,
      onDay: addDays(today, -1),
      method: "check",
      reference: "1042",
      note: "Brought to the office",
    });
    // 6,050.00 - 4,500.00 = 1,550.00: 1,500.00 of June and the fee.
    expect(account).toMatchObject({ balanceCents: 155_000, creditCents: 0 });
    expect(await openOf(older, newer, fee)).toEqual([0, 150_000, 5_000]);
    const open = await ledger.portal.call("GET", `/api/leases/${ledger.leaseId()}/open-charges`, {
      cookie: ledger.building.tenant.cookie,
    });
    // Late fees come last, although this one was due first.
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
    const more = await ledger.ok("payments", { amountCents: 200_000, onDay: today, method: "cash" });
    // 1,550.00 - 2,000.00 = 450.00 of credit.
    expect(more.account).toMatchObject({ balanceCents: -45_000, creditCents: 45_000, overdueCents: 0 });
    await ledger.expectSums(-45_000);
  });

  test("settles the named charges first", async () => {
    await ledger.ok("payments", { amountCents: 350_000, onDay: today, method: "card", chargeIds: [newer] });
    expect(await openOf(older, newer)).toEqual([250_000, 0]);
    await ledger.expectSums(250_000);
  });

  test("is refused for a charge of another lease, and for a future day", async () => {
    const strange = await ledger.strangeCharge();
    const response = await ledger.post("payments", {
      amountCents: 100,
      onDay: today,
      method: "cash",
      chargeIds: [strange],
    });
    expect(response.json()).toMatchObject({
      fields: { chargeIds: "This charge does not belong to this lease." },
    });
    const ahead = await ledger.post("payments", {
      amountCents: 100,
      onDay: addDays(today, 2),
      method: "cash",
    });
    expect(ahead.json()).toMatchObject({ fields: { onDay: "This day has not come yet at the property." } });
    await ledger.expectSums(600_000);
  });

  test("with an external reference is written once, even when sent twice at once", async () => {
    const { propertyId } = ledger.building;
    const record = () =>
      asPortal(ledger.portal.services, (ctx) =>
        takePayment(
          ctx,
          { leaseId: ledger.leaseId(), propertyId, today, beginsOn: today, balanceCents: 0 },
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
      { status: 409, message: "This payment was already recorded." },
      { status: 409, message: "This payment was already recorded." },
    ]);
    await ledger.expectSums(590_000);
  });

  test("sent again with its idempotency key is written once", async () => {
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

describe("credits, waivers and write-offs", () => {
  test("a credit settles the named charge first, and may exceed the balance", async () => {
    await ledger.ok("credits", { kind: "rent", amountCents: 350_000, chargeId: newer, reason });
    expect(await openOf(older, newer)).toEqual([250_000, 0]);
    const { account } = await ledger.ok("credits", { kind: "utilities", amountCents: 300_000, reason });
    // 6,000.00 - 3,500.00 - 3,000.00
    expect(account).toMatchObject({ balanceCents: -50_000, creditCents: 50_000 });
    await ledger.expectSums(-50_000);
  });

  test("a waiver covers the open amount of its charge, or a part of it, and never more", async () => {
    const fee = await ledger.charge({ cents: 5_000, dueOn: today, kind: "late-fee", label: "Late fee" });
    await ledger.ok("waivers", { chargeId: fee, amountCents: 2_000, reason });
    const tooMuch = await ledger.post("waivers", { chargeId: fee, amountCents: 3_001, reason });
    expect(tooMuch.json()).toMatchObject({ fields: { amountCents: "Only $30.00 of this charge is open." } });
    await ledger.ok("waivers", { chargeId: fee, reason });
    // The older rent was due before, but the waiver is only for the fee.
    expect(await openOf(fee, older, newer)).toEqual([0, 300_000, 300_000]);
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
        chargeId: "Nothing of this charge is open any more. To lower it all the same, give a credit.",
      },
    });
    await ledger.expectSums(600_000);
  });

  test("a write-off is never more than is owed", async () => {
    await ledger.ok("write-offs", { chargeId: older, amountCents: 100_000, reason });
    expect(await openOf(older, newer)).toEqual([200_000, 300_000]);
    const tooMuch = await ledger.post("write-offs", { amountCents: 500_001, reason });
    expect(tooMuch.json()).toMatchObject({ fields: { amountCents: "Only $5,000.00 is owed." } });
    await ledger.ok("write-offs", { amountCents: 500_000, reason });
    expect(await openOf(older, newer)).toEqual([0, 0]);
    const nothing = await ledger.post("write-offs", { amountCents: 1, reason });
    expect(nothing.statusCode).toBe(409);
    expect(nothing.json<{ message: string }>().message).toBe("Nothing is owed on this lease.");
    await ledger.expectSums(0);
  });

  test.each(["credits", "waivers", "write-offs", "deposits", "reversals", "allocations"])(
    "%s are refused without a reason",
    async (verb) => {
      const response = await ledger.post(verb, { reason: "no" });
      expect(response.json()).toMatchObject({
        fields: { reason: "Please give the reason, in 3 characters or more" },
      });
    },
  );
});

describe("deposits", () => {
  test("are held apart from the balance; when applied they settle open charges", async () => {
    const taken = await ledger.ok("deposits", { action: "taken", amountCents: 500_000, reason });
    expect(taken.account).toMatchObject({ balanceCents: 600_000, depositCents: 500_000 });
    const applied = await ledger.ok("deposits", { action: "applied", amountCents: 350_000, reason });
    // 6,000.00 - 3,500.00; 5,000.00 - 3,500.00
    expect(applied.account).toMatchObject({ balanceCents: 250_000, depositCents: 150_000 });
    expect(await openOf(older, newer)).toEqual([0, 250_000]);
    const tooMuch = await ledger.post("deposits", { action: "returned", amountCents: 150_001, reason });
    expect(tooMuch.json()).toMatchObject({ fields: { amountCents: "Only $1,500.00 is held." } });
    const returned = await ledger.ok("deposits", { action: "returned", amountCents: 150_000, reason });
    expect(returned.account).toMatchObject({ balanceCents: 250_000, depositCents: 0 });
    expect(
      (await ledger.entries()).slice(0, 3).map(({ kind, depositCents }) => [kind, depositCents]),
    ).toEqual([
      ["deposit-returned", -150_000],
      ["deposit-applied", -350_000],
      ["deposit-taken", 500_000],
    ]);
    const none = await ledger.post("deposits", { action: "applied", amountCents: 1, reason });
    expect(none.json()).toMatchObject({ fields: { amountCents: "No deposit is held." } });
    await ledger.expectSums(250_000);
  });

  test("are applied to open charges only and never become credit", async () => {
    await ledger.ok("deposits", { action: "taken", amountCents: 900_000, reason });
    const tooMuch = await ledger.post("deposits", { action: "applied", amountCents: 600_001, reason });
    expect(tooMuch.json()).toMatchObject({
      fields: { amountCents: "Only $6,000.00 is owed. What is left of the deposit can be returned." },
    });
    await ledger.ok("deposits", { action: "applied", amountCents: 600_000, reason });
    const nothing = await ledger.post("deposits", { action: "applied", amountCents: 1, reason });
    expect(nothing.json()).toMatchObject({
      fields: { amountCents: "Nothing is owed. What is left of the deposit can be returned." },
    });
    expect(await ledger.account()).toMatchObject({ balanceCents: 0, depositCents: 300_000 });
  });

  test("cannot be returned or applied on a day before they were taken, nor what a later return needs", async () => {
    const fiveDaysAgo = addDays(today, -5);
    const sixDaysAgo = addDays(today, -6);
    await ledger.ok("deposits", { action: "taken", amountCents: 500_000, onDay: fiveDaysAgo, reason });
    for (const action of ["returned", "applied"]) {
      const tooEarly = await ledger.post("deposits", { action, amountCents: 1, onDay: sixDaysAgo, reason });
      expect(tooEarly.json()).toMatchObject({
        fields: { amountCents: `No deposit is held from ${formatCalendarDay(sixDaysAgo)} on.` },
      });
    }
    await ledger.ok("deposits", {
      action: "returned",
      amountCents: 400_000,
      onDay: addDays(today, -2),
      reason,
    });
    await ledger.ok("deposits", { action: "taken", amountCents: 700_000, reason });
    const needed = { action: "returned", onDay: fiveDaysAgo, reason };
    expect((await ledger.post("deposits", { ...needed, amountCents: 100_001 })).json()).toMatchObject({
      fields: { amountCents: `Only $1,000.00 is held from ${formatCalendarDay(fiveDaysAgo)} on.` },
    });
    await ledger.ok("deposits", { ...needed, amountCents: 100_000 });
    expect((await ledger.account()).depositCents).toBe(700_000);
  });

  test("cannot be returned twice by two people at once", async () => {
    await ledger.ok("deposits", { action: "taken", amountCents: 500_000, reason });
    const responses = await Promise.all(
      [1, 2, 3].map(() => ledger.post("deposits", { action: "returned", amountCents: 300_000, reason })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 400, 400]);
    expect((await ledger.account()).depositCents).toBe(200_000);
  });
});

test("two people at once cannot waive one charge twice, and the balance is correct", async () => {
  const responses = await Promise.all([
    ledger.post("waivers", { chargeId: older, reason }),
    ledger.post("write-offs", { chargeId: older, reason }),
    ledger.post("payments", { amountCents: 100_000, onDay: today, method: "cash", chargeIds: [newer] }),
    ledger.post("credits", { kind: "rent", amountCents: 50_000, chargeId: newer, reason }),
  ]);
  expect(responses.slice(2).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  // The second waiver of the older charge is refused, as nothing of it is open any more.
  expect(
    responses
      .slice(0, 2)
      .map(({ statusCode }) => statusCode)
      .sort((a, b) => a - b),
  ).toEqual([201, 400]);
  // 6,000.00 - 3,000.00 - 1,000.00 - 500.00
  expect(await openOf(older, newer)).toEqual([0, 150_000]);
  await ledger.expectSums(150_000);
});

test("each change is in the audit log and in the history of the lease, with its reason", async () => {
  await ledger.ok("waivers", { chargeId: older, amountCents: 1_000, reason });
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
  expect(history.json()).toMatchObject([{ who: "Lena Landlord", what: "Ledger: Waived: Base rent, May" }]);
});
