import { median } from "../figures.ts";
import { sharedProperty, tenantLease } from "../seed.ts";
import type { Row } from "../setting.ts";
import { compareWithStatements, ratioOf, worstOf, worstTable } from "../statements.ts";

const filters = {
  "/api/work-orders": [
    "",
    "status=open",
    "status=completed",
    "status=cancelled",
    "category=HVAC",
    "priority=urgent",
    "status=completed&category=Security&priority=high",
    "status=open&age=over-30",
    `propertyId=${sharedProperty}`,
    `leaseId=${tenantLease}`,
    "assignee=me",
    "assignee=none",
    "planned=to-plan",
    "due=overdue",
    "due=none",
    "watched=me",
    "watched=me&sort=due-first",
    "sort=oldest",
    "sort=highest",
    "sort=to-do-first",
    "sort=building-a-z",
    "sort=assignee-a-z",
    "sort=due-first",
    "sort=due-last",
  ],
  "/api/documents": ["", "type=Lease", `propertyId=${sharedProperty}`, `leaseId=${tenantLease}`],
  "/api/payments": ["", "status=completed", "status=overdue", "method=zelle", `leaseId=${tenantLease}`],
  "/api/leases": ["", "state=active"],
  "/api/units": ["", "occupancy=vacant"],
  "/api/users": ["", "role=tenant"],
  "/api/properties": [""],
  "/api/companies": [""],
  "/api/reports/aged": [""],
  "/api/reports/rent-roll": [""],
};
const pages = Object.entries(filters).flatMap(([list, each]) =>
  each.map((filter) => [`${list}?limit=50`, ...(filter === "" ? [] : [filter])].join("&")),
);
const paths = [...pages, "/api/my-day"];

/** Every long list, for every role that may see it: the first page and the next, each with its total; and `My Day`. */
export const lists: Row = {
  name: "lists",
  goal: 2,
  title: "First and next page of any list, for any role, against its SQL statements alone",
  async measure(setting) {
    const compared = await compareWithStatements(setting, paths, { next: true });
    const worst = worstOf(compared);
    const middle = median(compared.map(ratioOf));
    const over = compared.filter((one) => ratioOf(one) > 4).length;
    // A page whose own statements are slow has a good ratio.
    const slowest = compared.reduce((most, one) => (one.portal > most.portal ? one : most));
    return {
      figures: [
        { what: "Median", must: "4", aim: "2.5", now: middle.toFixed(2), reached: middle <= 4 },
        {
          what: `Worst (${worst.person}, \`${worst.path}\`)`,
          must: "4",
          aim: "2.5",
          now: `${ratioOf(worst).toFixed(2)}; ${over} of ${compared.length} over 4`,
          reached: over === 0,
        },
        {
          what: `Slowest (${slowest.person}, \`${slowest.path}\`)`,
          must: "",
          aim: "",
          now: `${slowest.portal.toFixed(1)} ms`,
        },
      ],
      details: worstTable(compared),
    };
  },
};
