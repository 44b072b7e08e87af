import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TermsDetails } from "#domains/leases/terms-fields.ts";
import { type NotificationContent, notificationText } from "#domains/notifications/kinds.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";
import { camLine, EstimatesPortal } from "#test/money/estimates.ts";

let tested: EstimatesPortal;

beforeAll(async () => {
  tested = await EstimatesPortal.start();
});
afterAll(() => tested.portal.close());
beforeEach(() => tested.addProperty());

const getCam = ({ versions }: TermsDetails) =>
  versions.at(-1)?.terms.lines.filter(({ kind }) => kind === "common-area");

describe("applying estimates", () => {
  test("applied estimates amend charges from their month on, add missing charges, and appear in the lease's history [REC-32]", async () => {
    const response = await tested.apply([
      { leaseId: tested.shopLease, monthlyCents: 24_250 },
      { leaseId: tested.cafeLease, monthlyCents: 9_125 },
    ]);
    expect(response.json()).toEqual({ leases: 2 });
    const shop = await tested.readTerms(tested.shopLease);
    expect(shop.versions.at(-1)).toMatchObject({
      from: "2027-01-01",
      reason: "Estimates for 2027",
      madeBy: tested.building.landlord.fullName,
    });
    expect(getCam(shop)).toEqual([camLine({ price: { monthlyCents: toCents(24_250) } })]);
    expect(shop.versions[0]?.terms.lines).toContainEqual(camLine());
    expect(getCam(await tested.readTerms(tested.cafeLease))).toEqual([
      camLine({ from: "2027-01-01", price: { monthlyCents: toCents(9_125) } }),
    ]);
    const { rows } = await tested.read();
    const applied = { by: tested.building.landlord.fullName, at: "2026-11-20T20:00:00.000Z" };
    expect(rows).toMatchObject([
      { scheduledCents: 9_125, currentCents: 0, applied },
      { scheduledCents: 24_250, currentCents: 150_000, applied },
    ]);
  });

  test("the total of the applied estimates stays the same with another source of costs [REC-30]", async () => {
    await tested.apply([
      { leaseId: tested.shopLease, monthlyCents: 24_250 },
      { leaseId: tested.cafeLease, monthlyCents: 9_125 },
    ]);
    const applied = {
      leases: 2,
      beforeCents: 150_000,
      afterCents: 33_375,
      by: tested.building.landlord.fullName,
      at: "2026-11-20T20:00:00.000Z",
    };
    expect((await tested.read()).applied).toEqual(applied);
    const budget = await tested.read("?source=budget");
    expect(budget.rows).toEqual([]);
    expect(budget.applied).toEqual(applied);
  });

  test("an estimate of $0.00 ends the charge, and amounts that are already in the terms change nothing [REC-32]", async () => {
    expect((await tested.apply([{ leaseId: tested.shopLease, monthlyCents: 150_000 }])).json()).toMatchObject(
      {
        fields: { rows: "These are the amounts already charged. Change at least one." },
      },
    );
    expect((await tested.apply([{ leaseId: tested.shopLease, monthlyCents: 0 }])).statusCode).toBe(200);
    expect(getCam(await tested.readTerms(tested.shopLease))).toEqual([]);
  });

  test("only tenants on the lease are notified when their estimates change [REC-32]", async () => {
    const { db } = tested.portal;
    await db.deleteFrom("notifications").execute();
    await db
      .insertInto("lease_members")
      .values([
        {
          lease_id: tested.shopLease,
          property_id: tested.propertyId,
          user_id: tested.building.tenant.id,
          starts_on: "2024-01-01",
        },
        {
          lease_id: tested.shopLease,
          property_id: tested.propertyId,
          user_id: tested.building.neighbor.id,
          starts_on: "2024-01-01",
          ends_on: "2026-12-31",
        },
      ])
      .execute();
    await tested.apply([{ leaseId: tested.shopLease, monthlyCents: 24_250 }]);
    const { rows } = await sql<NotificationContent & { user_id: number; link: string }>`
      select user_id, kind, details, link from notifications`.execute(db);
    expect(rows.map(({ user_id, link }) => [user_id, link])).toEqual([
      [tested.building.tenant.id, `/leases/${tested.shopLease}?tab=schedule`],
    ]);
    expect(notificationText(rows[0] as NotificationContent)).toMatch(
      /^The monthly estimates for Harborview Center, unit U\d+ change on Jan 1, 2027: CAM from \$1,500.00 to \$242.50$/,
    );
  });

  const reject = async (...parameters: Parameters<typeof tested.apply>): Promise<string> => {
    const before = await readVersions();
    const response = await tested.apply(...parameters);
    expect(response.statusCode, response.body).toBe(409);
    expect(await readVersions()).toEqual(before);
    return response.json<{ message: string }>().message;
  };
  const readVersions = async () =>
    (await sql`select lease_id, number from lease_terms order by 1, 2`.execute(tested.portal.db)).rows;

  test("if one lease has changed since, all estimates are rejected, and the message names the lease [REC-33]", async () => {
    const { version } = await tested.readTerms(tested.shopLease);
    await tested.apply([{ leaseId: tested.shopLease, monthlyCents: 100_000 }]);
    const message = await reject([
      { leaseId: tested.cafeLease, monthlyCents: 9_125 },
      { leaseId: tested.shopLease, monthlyCents: 24_250, version },
    ]);
    expect(message).toBe(
      "Lena Landlord changed the lease of Northlight Optical after you opened these estimates, so none were applied. Reload the page.",
    );
  });

  test("if a lease is already charged for the month or ends before it, all estimates are rejected [REC-33]", async () => {
    const rows = [
      { leaseId: tested.cafeLease, monthlyCents: 9_125 },
      { leaseId: tested.shopLease, monthlyCents: 24_250 },
    ];
    tested.portal.clock.now = new Date("2026-12-27T20:00:00Z");
    await runAsPortal(tested.portal.services, (ctx) => ctx.postCharges(ctx, [tested.shopLease]));
    tested.portal.clock.now = new Date("2026-11-20T20:00:00Z");
    expect(await reject(rows)).toBe(
      "The estimates of Northlight Optical can't change on Jan 1, 2027, so none were applied. The lease is charged through Jan 31, 2027.",
    );
    const endedLease = await tested.addLease("Ended Early", { squareFeet: 100, lines: [], to: "2026-12-31" });
    expect(await reject([{ leaseId: endedLease, monthlyCents: 1_000 }])).toBe(
      "The estimates of Ended Early can't change on Jan 1, 2027, so none were applied. The lease ends Dec 31, 2026.",
    );
  });

  test("estimates can't be applied in a closed month [REC-33]", async () => {
    await sql`
      insert into closed_months (property_id, month, closed_by_id, closed_at)
      values (${tested.propertyId}, '2027-01-01', ${tested.building.admin.id}, now())`.execute(
      tested.portal.db,
    );
    expect(await reject([{ leaseId: tested.cafeLease, monthlyCents: 9_125 }])).toBe(
      "January 2027 is closed. Select a month after January 2027.",
    );
  });

  test("when two people apply estimates at the same time, one of them is rejected [REC-33]", async () => {
    const { version } = await tested.readTerms(tested.shopLease);
    const rows = [
      { leaseId: tested.shopLease, monthlyCents: 24_250, version },
      { leaseId: tested.cafeLease, monthlyCents: 9_125, version },
    ];
    const responses = await Promise.all([
      tested.apply(rows),
      tested.apply(rows.toReversed(), { cookie: tested.building.admin.cookie }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await tested.readTerms(tested.shopLease)).toMatchObject({
      versions: [{ number: 1 }, { number: 2 }],
    });
  });

  test("a lease at another property and an estimate listed twice are rejected [REC-33]", async () => {
    const other = await tested.apply([{ leaseId: tested.building.leaseId, monthlyCents: 1 }], {
      cookie: tested.building.admin.cookie,
    });
    expect(other.statusCode).toBe(404);
    const row = { leaseId: tested.shopLease, monthlyCents: 1 };
    expect((await tested.apply([row, row])).json()).toMatchObject({
      fields: { "rows.1.leaseId": "This estimate is listed twice." },
    });
    expect((await tested.apply([row], { from: "2027-01-15" })).json()).toMatchObject({
      fields: { from: "Estimates apply from the first day of a month" },
    });
    expect((await tested.apply([row], { from: "2030-01-01" })).json()).toMatchObject({
      fields: { from: "Select a month of 2027" },
    });
  });
});
