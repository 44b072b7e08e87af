import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LeaseFixtures, startLeaseFixtures } from "#test/leases.ts";
import { commercialTerms, monthlyRent } from "#test/money/commercial-lease.ts";
import { readSums } from "#test/money/ledger.ts";
import { signInAs } from "#test/people.ts";
import type { Lease } from "../../contract.ts";
import type { Terms } from "../../terms.ts";
import type { Schedule, TermsDetails } from "../../terms-fields.ts";
import { advanceLeaseStates } from "../lifecycle/advance-lease-states.ts";

let leasing: LeaseFixtures;
beforeAll(async () => {
  leasing = await startLeaseFixtures();
});
afterAll(() => leasing.portal.close());
beforeEach(() => goTo("2027-01-10"));

/** Sets the clock to noon at the property on this day, with the landlord signed in. */
async function goTo(day: string): Promise<void> {
  const { portal, building } = leasing;
  portal.clock.now = new Date(`${day}T20:00:00Z`);
  building.landlord.cookie = await signInAs(portal.db, building.landlord, portal.clock.now);
}

const put = (id: number, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  leasing.portal.call("PUT", `/api/leases/${id}/terms`, {
    cookie: leasing.building.landlord.cookie,
    body,
    headers,
  });
const amend = (id: number, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  leasing.send(
    "POST",
    `/api/leases/${id}/amendments`,
    { reason: "The parties agreed on it.", ...body },
    headers,
  );
const readTerms = async (id: number) =>
  (await leasing.send("GET", `/api/leases/${id}/terms`)).json<TermsDetails>();
const preview = async (id: number, body: Record<string, unknown> = {}) => {
  const response = await leasing.send("POST", `/api/leases/${id}/schedule`, body);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Schedule>();
};

async function createDraft(
  terms: Terms | undefined,
  days: { from: string; to: string | null },
): Promise<Lease> {
  const draft = await leasing.create(await leasing.newUnit(), { ...days, state: "draft" });
  if (terms === undefined) return draft;
  const written = await put(draft.id, { terms });
  expect(written.statusCode, written.body).toBe(200);
  return draft;
}

/** Creates and activates a lease on the current day, charged under these terms. */
async function createActiveLease(
  terms: Terms,
  days: { from: string; to: string | null } = { from: "2027-01-01", to: null },
): Promise<Lease> {
  const { id } = await createDraft(terms, days);
  const response = await leasing.send("POST", `/api/leases/${id}/activate`, {});
  expect(response.statusCode, response.body).toBe(200);
  return response.json<Lease>();
}

async function expectBalance(leaseId: number, cents: number): Promise<void> {
  expect(await readSums(leasing.portal.db, leaseId)).toEqual({
    stored: cents,
    postings: cents,
    receivables: cents,
    open: cents,
  });
}

const charges = ({ months }: Schedule, month: string) =>
  months
    .find((entry) => entry.month === month)
    ?.charges.map(({ label, from, to, dueOn, amountCents }) => [label, from, to, dueOn, amountCents]);

const readHistory = async (id: number) =>
  (await leasing.send("GET", `/api/leases/${id}/history`)).json<{ what: string }[]>().map(({ what }) => what);

describe("a commercial lease from Jan 15, 2027 to Jun 10, 2029", () => {
  const days = { from: "2027-01-15", to: "2029-06-10" };

  test("a draft's schedule is previewed month by month before activation, to the cent", async () => {
    const draft = await createDraft(commercialTerms(), days);
    const previewed = await preview(draft.id, { months: 36 });
    expect(previewed.months.map(({ month }) => month)).toEqual([
      ...["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map((n) => `2027-${n}-01`),
      ...["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"].map((n) => `2028-${n}-01`),
      ...["01", "02", "03", "04", "05", "06"].map((n) => `2029-${n}-01`),
    ]);
    // January has 17 of 31 days, and the rent is abated. 4.10 x 1,850 = 7,585.00 a year, / 12 x 17/31 =
    // 346.626...; 150.00 x 17/31 = 82.258...
    expect(charges(previewed, "2027-01-01")).toEqual([
      ["Common areas", "2027-01-15", "2027-01-31", "2027-01-15", 34_663],
      ["Two parking spaces", "2027-01-15", "2027-01-31", "2027-01-15", 8_226],
    ]);
    // The rent is abated through Mar 14: 24.50 x 1,850 = 45,325.00 a year, / 12 x 17/31 = 2,071.303...
    expect(charges(previewed, "2027-03-01")).toEqual([
      ["Base rent", "2027-03-01", "2027-03-31", "2027-03-01", 207_130],
      ["Common areas", "2027-03-01", "2027-03-31", "2027-03-01", 63_208],
      ["Two parking spaces", "2027-03-01", "2027-03-31", "2027-03-01", 15_000],
    ]);
    // 45,325.00 / 12 = 3,777.083...; 7,585.00 / 12 = 632.083...
    expect(charges(previewed, "2027-04-01")?.map((charge) => charge[4])).toEqual([377_708, 63_208, 15_000]);
    // 24.50 x 1.03 = 25.235 from Jan 15, 2028: 46,684.75 a year. (45,325.00 x 14/31 + 46,684.75 x 17/31) / 12
    // = 3,839.222...
    expect(charges(previewed, "2028-01-01")?.map((charge) => charge[4])).toEqual([383_922, 63_208, 15_000]);
    // 46,684.75 / 12 = 3,890.395...
    expect(charges(previewed, "2028-02-01")?.map((charge) => charge[4])).toEqual([389_040, 63_208, 15_000]);
    // 25.235 x 1.03 = 25.99205, rounded to 25.9921: 48,085.385 a year; / 12 = 4,007.115...
    expect(charges(previewed, "2029-02-01")?.map((charge) => charge[4])).toEqual([400_712, 63_208, 15_000]);
    // 10 of 30 days: 48,085.385 / 36 = 1,335.705...; 7,585.00 / 36 = 210.694...; 150.00 / 3 = 50.00
    expect(charges(previewed, "2029-06-01")).toEqual([
      ["Base rent", "2029-06-01", "2029-06-10", "2029-06-01", 133_571],
      ["Common areas", "2029-06-01", "2029-06-10", "2029-06-01", 21_069],
      ["Two parking spaces", "2029-06-01", "2029-06-10", "2029-06-01", 5_000],
    ]);
    expect(previewed.totalCents).toBe(previewed.months.reduce((sum, { totalCents }) => sum + totalCents, 0));
    // 5% of 3,777.08 is 188.854, up to 150.00, on the sixth day after the 1st.
    expect(previewed.months[3]?.lateFees).toEqual([
      { dueOn: "2027-04-01", feeOn: "2027-04-07", rentCents: 377_708, feeCents: 15_000 },
    ]);
    expect(previewed.months[0]?.lateFees).toEqual([]);
    // On Jan 10, the charges due by Jan 20 are posted immediately: 346.63 + 82.26 = 428.89
    expect(previewed.postedImmediatelyCents).toBe(42_889);
  });

  test("a draft's schedule is previewed for 24 months by default, starting at the requested month", async () => {
    const draft = await createDraft(commercialTerms(), days);
    expect((await preview(draft.id)).months).toHaveLength(24);
    const two = await preview(draft.id, { months: 2, startOn: "2028-03-20" });
    expect(two.months.map(({ month }) => month)).toEqual(["2028-03-01", "2028-04-01"]);
  });

  test("activating a draft charges the previewed amounts", async () => {
    const draft = await createDraft(commercialTerms(), days);
    const previewed = await preview(draft.id);
    const response = await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    expect(response.json<Lease>().justPosted).toEqual({
      entries: 2,
      cents: previewed.postedImmediatelyCents,
    });
    await expectBalance(draft.id, 42_889);
    expect((await readHistory(draft.id))[0]).toMatch(/^Activated the lease\. .*\$428\.89 charged$/);
    expect((await preview(draft.id)).postedImmediately).toEqual([]);
    expect(await readTerms(draft.id)).toMatchObject({
      current: 1,
      chargedThrough: "2027-01-31",
      amendableFrom: "2027-02-01",
      can: { edit: false, amend: true },
      versions: [{ number: 1, from: "2027-01-15", period: days, madeBy: "Lena Landlord", reason: "" }],
    });
  });

  test("a lease activated months late is charged for every month since its start", async () => {
    const draft = await createDraft(commercialTerms(), days);
    await goTo("2027-04-05");
    const response = await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    // 428.89 + (632.08 + 150.00) + (2,071.30 + 632.08 + 150.00) + (3,777.08 + 632.08 + 150.00) = 8,623.51
    expect(response.json<Lease>().justPosted).toEqual({ entries: 10, cents: 862_351 });
    expect(response.json<Lease>().monthlyRentCents).toBe(377_708);
    expect(draft.monthlyRentCents).toBeNull();
  });

  test("a schedule can be previewed with unsaved terms without writing anything", async () => {
    const draft = await createDraft(undefined, days);
    const previewed = await preview(draft.id, { terms: commercialTerms(), months: 1 });
    expect(previewed.totalCents).toBe(42_889);
    expect((await readTerms(draft.id)).versions).toEqual([]);
    expect(await preview(draft.id, { months: 1 })).toMatchObject({
      totalCents: 0,
      postedImmediatelyCents: 0,
    });
  });
});

describe("a lease at $3,100.00 a month, charged through Feb 28", () => {
  let lease: Lease;
  beforeEach(async () => {
    await goTo("2027-02-05");
    lease = await createActiveLease(monthlyRent("2027-01-01"));
    await expectBalance(lease.id, 620_000);
  });

  test("the last charges and credits are previewed before notice is recorded, and the notice then posts the same amounts", async () => {
    const endOn = "2027-02-14";
    const previewed = await preview(lease.id, { endOn, startOn: "2027-01-01", months: 3 });
    // 3,100.00 x 14/28 = 1,550.00 is still charged, and 1,550.00 is credited.
    expect(previewed.months.map(({ totalCents }) => totalCents)).toEqual([310_000, 155_000]);
    expect(previewed.creditedCents).toBe(155_000);
    expect((await preview(lease.id, {})).creditedCents).toBe(0);
    const response = await leasing.send("POST", `/api/leases/${lease.id}/notice`, { to: endOn });
    const { justPosted, toBeforeNotice } = response.json<Lease>();
    expect(justPosted).toEqual({ entries: 1, cents: -previewed.creditedCents });
    expect((await preview(lease.id, { endOn: toBeforeNotice })).postedImmediatelyCents).toBe(155_000);
    const withdrawal = await leasing.send("POST", `/api/leases/${lease.id}/withdraw-notice`);
    expect(withdrawal.json<Lease>().justPosted).toEqual({ entries: 1, cents: 155_000 });
  });

  test("after an amendment on Mar 12, each part of the month is charged under its own terms", async () => {
    const terms = monthlyRent("2027-01-01", 3_255);
    const previewed = await preview(lease.id, { from: "2027-03-12", terms, months: 2 });
    // 3,100.00 x 11/31 = 1,100.00 and 3,255.00 x 20/31 = 2,100.00
    expect(charges(previewed, "2027-03-01")).toEqual([
      ["Base rent", "2027-03-01", "2027-03-11", "2027-03-01", 110_000],
      ["Base rent", "2027-03-12", "2027-03-31", "2027-03-12", 210_000],
    ]);
    expect(previewed.postedImmediately).toEqual([]);
    const response = await amend(lease.id, { from: "2027-03-12", terms, reason: "A second room." });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json<TermsDetails>()).toMatchObject({
      current: 1,
      versions: [
        { number: 1, period: { from: "2027-01-01", to: "2027-03-11" } },
        { number: 2, period: { from: "2027-03-12", to: null }, reason: "A second room." },
      ],
    });
    await goTo("2027-03-10");
    expect(await preview(lease.id, { startOn: "2027-03-01", months: 1 })).toMatchObject({
      totalCents: 320_000,
      postedImmediatelyCents: 320_000,
    });
    expect((await readHistory(lease.id))[0]).toBe(
      "Amended the terms effective Mar 12, 2027: Base rent $3,100.00 per month from Jan 1, 2027 → " +
        "Base rent $3,255.00 per month from Mar 12, 2027 (A second room.)",
    );
  });

  test("terms can't be amended for dates already charged, and the message gives the date", async () => {
    const rejected = await amend(lease.id, { from: "2027-02-28", terms: monthlyRent("2027-01-01", 3_255) });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json()).toMatchObject({
      fields: {
        from: "Rent has been charged through Feb 28, 2027, so the earliest effective date is Mar 1, 2027. To adjust earlier dates, add a credit.",
      },
    });
    expect((await readTerms(lease.id)).versions).toHaveLength(1);
  });

  test("an amendment is rejected if it's after the end date, changes nothing, or has no reason", async () => {
    const terms = monthlyRent("2027-01-01", 3_255);
    await leasing.send("PATCH", `/api/leases/${lease.id}`, { to: "2027-06-30" });
    expect((await amend(lease.id, { from: "2027-07-01", terms })).json()).toMatchObject({
      fields: { from: "The lease ends Jun 30, 2027, so an amendment can't take effect after that." },
    });
    expect(
      (await amend(lease.id, { from: "2027-04-01", terms: monthlyRent("2027-01-01") })).json(),
    ).toMatchObject({
      fields: {
        terms: "Nothing has changed. Edit the terms you want to amend.",
      },
    });
    expect((await amend(lease.id, { from: "2027-04-01", terms, reason: " " })).json()).toMatchObject({
      fields: { reason: "Please enter a reason for the amendment" },
    });
  });

  test("an amendment can be undone by another amendment that restores the earlier terms", async () => {
    await amend(lease.id, { from: "2027-05-01", terms: monthlyRent("2027-01-01", 3_255) });
    const response = await amend(lease.id, { from: "2027-04-01", terms: monthlyRent("2027-01-01") });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json<TermsDetails>().versions.map(({ period }) => period)).toEqual([
      { from: "2027-01-01", to: "2027-03-31" },
      null,
      { from: "2027-04-01", to: null },
    ]);
  });

  test("a month whose charge was reversed is charged again under terms that start with that month", async () => {
    const { entry_id: entryId } = await leasing.portal.db
      .selectFrom("receivables")
      .select("entry_id")
      .where("lease_id", "=", lease.id)
      .where("due_on", "=", "2027-02-01")
      .executeTakeFirstOrThrow();
    const reason = "The rent was agreed otherwise.";
    await leasing.send("POST", `/api/leases/${lease.id}/reversals`, { entryId, reason });
    expect(await readTerms(lease.id)).toMatchObject({
      chargedThrough: "2027-01-31",
      amendableFrom: "2027-02-01",
    });
    // Terms from mid-month leave the first half as staff left it, and the preview doesn't show it as
    // upcoming.
    const change = { from: "2027-02-15", terms: monthlyRent("2027-01-01", 2_800) };
    expect(charges(await preview(lease.id, change), "2027-02-01")).toEqual([
      ["Base rent", "2027-02-15", "2027-02-28", "2027-02-15", 140_000],
    ]);
    await amend(lease.id, { ...change, from: "2027-02-01", reason });
    // 3,100.00 for January and 2,800.00 for February
    await expectBalance(lease.id, 590_000);
  });

  test("if two people amend terms concurrently, one amendment is rejected with the current terms", async () => {
    const { version } = await readTerms(lease.id);
    const headers = { "if-match": `"${version}"` };
    const responses = await Promise.all([
      amend(lease.id, { from: "2027-04-01", terms: monthlyRent("2027-01-01", 3_200) }, headers),
      amend(lease.id, { from: "2027-04-01", terms: monthlyRent("2027-01-01", 3_300) }, headers),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409]);
    const rejected = responses
      .find(({ statusCode }) => statusCode === 409)
      ?.json<{ current: TermsDetails }>();
    expect(rejected).toMatchObject({
      message: "Lena Landlord changed this lease after you opened it.",
      current: { version: version + 1, versions: [{ number: 1 }, { number: 2 }] },
    });
    expect((await readTerms(lease.id)).versions).toHaveLength(2);
  });

  test("charges after a new end date are reversed, and they post again when the lease is extended", async () => {
    const url = `/api/leases/${lease.id}`;
    const notice = await leasing.send("POST", `${url}/notice`, { to: "2027-02-14" });
    // 3,100.00 x 14/28 = 1,550.00 of February is left.
    expect(notice.json<Lease>().justPosted).toEqual({ entries: 1, cents: -155_000 });
    await expectBalance(lease.id, 465_000);
    expect((await readHistory(lease.id))[0]).toBe(
      "Recorded notice effective Feb 14, 2027. $1,550.00 reversed",
    );
    const longer = await leasing.send("PATCH", url, { to: "2027-03-31" });
    expect(longer.json<Lease>().justPosted).toEqual({ entries: 1, cents: 155_000 });
    await expectBalance(lease.id, 620_000);
    // Ended on Jan 31, in the past, so all of February is reversed.
    const ended = await leasing.send("POST", `${url}/end`, { on: "2027-01-31" });
    expect(ended.json<Lease>()).toMatchObject({
      state: "ended",
      justPosted: { entries: 1, cents: -310_000 },
    });
    await expectBalance(lease.id, 310_000);
    expect((await readTerms(lease.id)).chargedThrough).toBe("2027-01-31");
    expect(
      (await amend(lease.id, { from: "2027-04-01", terms: monthlyRent("2027-01-01", 1) })).json(),
    ).toMatchObject({
      message: "This lease has ended and can't be changed.",
    });
  });

  test("an active lease's terms can only be changed with an amendment", async () => {
    const rejected = await put(lease.id, { terms: monthlyRent("2027-01-01", 1) });
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      message: "You can't edit the terms of an active lease. Add an amendment instead.",
    });
  });
});

describe("terms of a lease", () => {
  test("a lease that ended during downtime is charged through its end date", async () => {
    const lease = await createActiveLease(monthlyRent("2027-02-01"), {
      from: "2027-02-01",
      to: "2027-04-10",
    });
    await expectBalance(lease.id, 0);
    await goTo("2027-06-01");
    await advanceLeaseStates(leasing.portal.services);
    // 3,100.00 + 3,100.00 + 3,100.00 x 10/30
    await expectBalance(lease.id, 723_333);
    expect((await readHistory(lease.id))[0]).toContain("$7,233.33 charged");
  });

  test("an active lease without terms is charged from the date in its first terms", async () => {
    const lease = await leasing.create(await leasing.newUnit(), { from: "2020-01-01", to: null });
    expect(await readTerms(lease.id)).toMatchObject({
      current: null,
      chargedThrough: null,
      amendableFrom: null,
      can: { edit: true, amend: false },
    });
    expect(
      (await amend(lease.id, { from: "2027-01-01", terms: monthlyRent("2020-01-01") })).json(),
    ).toMatchObject({
      message: "This lease has no terms yet. Add terms first.",
    });
    const response = await put(lease.id, { from: "2027-01-01", terms: monthlyRent("2020-01-01") });
    expect(response.json<TermsDetails>()).toMatchObject({
      current: 1,
      chargedThrough: "2027-01-31",
      versions: [{ from: "2027-01-01" }],
    });
    await expectBalance(lease.id, 310_000);
    expect((await readHistory(lease.id))[0]).toBe(
      "Added terms, charged from Jan 1, 2027: Base rent $3,100.00 per month from Jan 1, 2020; " +
        "area 1,200 sq ft; due date day 1 of each month. $3,100.00 charged",
    );
  });

  test("a draft is deleted with its terms, but a lease with ledger entries can't be deleted", async () => {
    const draft = await createDraft(monthlyRent("2027-01-01"), { from: "2027-01-01", to: null });
    expect((await leasing.send("DELETE", `/api/leases/${draft.id}`)).statusCode).toBe(200);
    const later = await createActiveLease(monthlyRent("2027-03-01"), { from: "2027-03-01", to: null });
    expect(later).toMatchObject({ can: { delete: true, end: false } });
    expect((await leasing.send("DELETE", `/api/leases/${later.id}`)).statusCode).toBe(200);
    const charged = await createActiveLease(monthlyRent("2027-01-15"), { from: "2027-01-15", to: null });
    expect(charged).toMatchObject({ can: { delete: false, end: true } });
    const rejected = await leasing.send("DELETE", `/api/leases/${charged.id}`);
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      message:
        "This lease has ledger entries or a payment in progress, so it can't be deleted. End it instead. Charges for later dates will be reversed.",
    });
  });

  test("a draft's charges move with its start date, and the draft can't be activated until its terms fit its dates", async () => {
    const draft = await createDraft(commercialTerms(), { from: "2027-01-15", to: "2029-06-10" });
    await leasing.send("PATCH", `/api/leases/${draft.id}`, { from: "2027-02-01" });
    const [moved] = (await readTerms(draft.id)).versions;
    expect(moved).toMatchObject({
      from: "2027-02-01",
      terms: { lines: [{ from: "2027-02-01" }, { from: "2027-02-01" }, { from: "2027-02-01" }] },
    });
    await leasing.send("PATCH", `/api/leases/${draft.id}`, { to: "2028-12-31" });
    const rejected = await leasing.send("POST", `/api/leases/${draft.id}/activate`, {});
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json()).toMatchObject({
      message:
        "The terms no longer match the lease dates. The lease ends Dec 31, 2028, so a rent step can't extend past then.",
    });
  });

  test("the server rejects terms based on an outdated version and keeps the other person's terms", async () => {
    const draft = await createDraft(monthlyRent("2027-01-01"), { from: "2027-01-01", to: null });
    const stale = await put(
      draft.id,
      { terms: monthlyRent("2027-01-01", 1) },
      { "if-match": `"${draft.version}"` },
    );
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      current: { version: draft.version + 1, versions: [{ terms: monthlyRent("2027-01-01") }] },
    });
    // Saving the same terms again isn't a change.
    await put(draft.id, { terms: monthlyRent("2027-01-01") });
    expect((await readTerms(draft.id)).version).toBe(draft.version + 1);
  });
});
