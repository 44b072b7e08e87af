import { describe, expect, it } from "vitest";
import { commercialTerms } from "#test/money/commercial-lease.ts";
import type { Lease } from "./contract.ts";
import { buildTimeline, getTimelineSpan, shortenTimeline } from "./timeline.ts";
import { lease } from "./web/testing/leases.ts";

const commercial: Lease = {
  ...lease,
  from: "2027-01-15",
  to: "2030-01-14",
  units: [
    { id: 6, unitNumber: "201", from: "2027-01-15", to: "2030-01-14", status: "occupied" },
    { id: 7, unitNumber: "202", from: "2027-01-15", to: "2028-06-30", status: "occupied" },
  ],
  today: "2027-06-10",
};
const versions = [{ number: 1, from: "2027-01-15", terms: commercialTerms() }];
const toLines = (events: ReturnType<typeof buildTimeline>) =>
  events.map(({ date, title, detail }) =>
    [date, title, ...(detail === undefined ? [] : [detail])].join(" | "),
  );

describe("the timeline of a lease", () => {
  it("the timeline lists the start, free rent, rent steps, vacated units, expiring documents, today, and the end in date order", () => {
    const documents = [
      { title: "Liability certificate", expiresOn: "2027-12-31" },
      { title: "Fire inspection", expiresOn: "2027-03-31" },
      { title: "Lease", expiresOn: null },
    ];
    // 1,850 sq ft at $24.50 a year is $3,777.08 a month, then two 3% increases.
    expect(toLines(buildTimeline(commercial, versions, documents))).toEqual([
      "2027-01-15 | Lease started | Free rent",
      "2027-03-15 | Rent starts | $3,777.08 per month",
      "2027-03-31 | Document expired | Fire inspection",
      "2027-06-10 | Today",
      "2027-12-31 | Document expires | Liability certificate",
      "2028-01-15 | Rent increase | $3,890.40 per month",
      "2028-06-30 | Unit 202 vacated",
      "2029-01-15 | Rent increase | $4,007.12 per month",
      "2030-01-14 | Lease ends",
    ]);
  });

  it("the timeline names amendments, reduced rent, and notice", () => {
    const [first] = versions as [(typeof versions)[0]];
    const amended = {
      number: 2,
      from: "2028-03-01",
      terms: commercialTerms({
        escalations: [],
        freeRent: [{ from: "2028-07-01", to: "2028-07-31", basisPoints: 5_000 }],
      }),
    };
    const withNotice: Lease = { ...commercial, state: "notice", to: "2028-12-31", units: [] };
    expect(toLines(buildTimeline(withNotice, [first, amended], [])).slice(3)).toEqual([
      "2028-01-15 | Rent increase | $3,890.40 per month",
      "2028-03-01 | Lease amended | $3,777.08 per month",
      "2028-07-01 | Reduced rent | $1,888.54 per month",
      "2028-08-01 | Rent increase | $3,777.08 per month",
      "2028-12-31 | Lease ends | Notice was given",
    ]);
  });

  it("the timeline spans an extra year for an open-ended lease and shows only dates for a lease without terms", () => {
    const open: Lease = { ...commercial, to: null, units: [] };
    const events = buildTimeline(open, versions, []);
    expect(getTimelineSpan(open, events)).toEqual({ from: "2027-01-15", to: "2029-12-31" });
    expect(toLines(buildTimeline(open, [], []))).toEqual([
      "2027-01-15 | Lease started",
      "2027-06-10 | Today",
    ]);
  });

  it("a long timeline is shortened to its start, its end, and the events around today", () => {
    const terms = commercialTerms({
      freeRent: [],
      escalations: Array.from({ length: 12 }, (_, index) => ({
        on: `${2028 + index}-01-15`,
        basisPoints: 300,
      })),
    });
    const long: Lease = { ...commercial, to: "2040-01-14", units: [], today: "2032-06-10" };
    const events = buildTimeline(long, [{ number: 1, from: "2027-01-15", terms }], []);
    expect(events).toHaveLength(15);
    expect(shortenTimeline(events).map(({ date }) => date.slice(0, 4))).toEqual([
      "2027",
      "2032",
      "2032",
      "2033",
      "2034",
      "2035",
      "2040",
    ]);
  });
});
