import { describe, expect, it } from "vitest";
import { commercialTerms } from "#test/commercial-lease.ts";
import type { Lease } from "./contract.ts";
import { eventsOf, nearToday, spanOf } from "./timeline.ts";
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
const said = (events: ReturnType<typeof eventsOf>) =>
  events.map(({ on, what, detail }) => [on, what, ...(detail === undefined ? [] : [detail])].join(" | "));

describe("the timeline of a lease", () => {
  it("has the first day, free rent, steps, a unit given back, expiring documents, today and the end, in their order", () => {
    const documents = [
      { title: "Liability certificate", expiresOn: "2027-12-31" },
      { title: "Fire inspection", expiresOn: "2027-03-31" },
      { title: "Lease", expiresOn: null },
    ];
    // 1,850 sq ft at $24.50 a year are $3,777.08 a month; then 3% more, twice.
    expect(said(eventsOf(commercial, versions, documents))).toEqual([
      "2027-01-15 | Lease began | Free rent",
      "2027-03-15 | Rent starts | $3,777.08 a month",
      "2027-03-31 | Document expired | Fire inspection",
      "2027-06-10 | Today",
      "2027-12-31 | Document expires | Liability certificate",
      "2028-01-15 | Rent rises | $3,890.40 a month",
      "2028-06-30 | Unit 202 given back",
      "2029-01-15 | Rent rises | $4,007.12 a month",
      "2030-01-14 | Lease ends",
    ]);
  });

  it("names amendments, reduced rent and notice", () => {
    const [first] = versions as [(typeof versions)[0]];
    const amended = {
      number: 2,
      from: "2028-03-01",
      terms: commercialTerms({
        escalations: [],
        freeRent: [{ from: "2028-07-01", to: "2028-07-31", basisPoints: 5_000 }],
      }),
    };
    const noticed: Lease = { ...commercial, state: "notice", to: "2028-12-31", units: [] };
    expect(said(eventsOf(noticed, [first, amended], [])).slice(3)).toEqual([
      "2028-01-15 | Rent rises | $3,890.40 a month",
      "2028-03-01 | Lease amended | $3,777.08 a month",
      "2028-07-01 | Reduced rent | $1,888.54 a month",
      "2028-08-01 | Rent rises | $3,777.08 a month",
      "2028-12-31 | Lease ends | Notice was given",
    ]);
  });

  it("of an open-ended lease spans a year more than is known; of a lease without terms it has its days alone", () => {
    const open: Lease = { ...commercial, to: null, units: [] };
    const events = eventsOf(open, versions, []);
    expect(spanOf(open, events)).toEqual({ from: "2027-01-15", to: "2029-12-31" });
    expect(said(eventsOf(open, [], []))).toEqual(["2027-01-15 | Lease began", "2027-06-10 | Today"]);
  });

  it("that is long shows its ends and what is around today", () => {
    const terms = commercialTerms({
      freeRent: [],
      escalations: Array.from({ length: 12 }, (_, at) => ({ on: `${2028 + at}-01-15`, basisPoints: 300 })),
    });
    const long: Lease = { ...commercial, to: "2040-01-14", units: [], today: "2032-06-10" };
    const events = eventsOf(long, [{ number: 1, from: "2027-01-15", terms }], []);
    expect(events).toHaveLength(15);
    expect(nearToday(events).map(({ on }) => on.slice(0, 4))).toEqual([
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
