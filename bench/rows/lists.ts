import type { Row } from "../environment.ts";
import { compareRates, type Figure, inTurn, median, upTo } from "../figures.ts";
import { sendOk, throughput } from "../load.ts";
import { type Person, sessionCookie, sharedProperty, tenantLease } from "../seed.ts";
import { openRecorder } from "../statements.ts";

/** The list as pages request it, compared with 50 rows relayed without session, access scope, or total. */
export const list: Row = {
  name: "list",
  goal: 1,
  title: "A list of 50 with session, scope, and filter, 32 connections, against PAGE",
  async measure(environment) {
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const figures: Figure[] = [];
    for (const person of ["admin", "landlord", "maintenance", "tenant"] as const) {
      const request = (path: string) => () => ({ path, cookie: sessionCookie(person) });
      const side = (origin: string, path: string) => () =>
        throughput(origin, { connections: 32, seconds: 1.5, request: request(path) });
      figures.push(
        await compareRates(
          `Responses per second, ${person}`,
          {
            bare: side(floor.origin, "/page"),
            portal: side(portal.origin, "/api/work-orders?status=open&page=1&pageSize=50"),
          },
          { must: 0.4, aim: 0.6 },
        ),
      );
    }
    return figures;
  },
};

const filters = {
  "/api/work-orders": [
    "",
    "status=open",
    "status=completed",
    "category=HVAC",
    "status=completed&category=Security&priority=high",
    "status=open&age=over-30",
    `propertyId=${sharedProperty}`,
    `leaseId=${tenantLease}`,
    "assignee=me",
    "assignee=none",
    "planned=to-plan",
    "due=overdue",
    "watched=me&sort=due-first",
    "sort=oldest",
    "sort=highest",
    "sort=to-do-first",
    "sort=property-a-z",
    "sort=assignee-a-z",
    "sort=due-last",
  ],
  "/api/documents": ["", "type=Lease", `propertyId=${sharedProperty}`, `leaseId=${tenantLease}`],
  "/api/payments": ["", "status=overdue", "method=zelle", `leaseId=${tenantLease}`],
  "/api/leases": ["", "state=active"],
  "/api/units": ["", "occupancy=vacant"],
  "/api/users": ["", "role=tenant"],
  "/api/properties": [""],
  "/api/companies": [""],
  "/api/reports/aged": [""],
  "/api/reports/rent-roll": [""],
};
const paths = [
  ...Object.entries(filters).flatMap(([path, queries]) =>
    queries.map((query) => `${path}?limit=50${query === "" ? "" : `&${query}`}`),
  ),
  "/api/my-day",
];

/** Every long list for every role that can see it: the first page and the next, each with its total. */
export const lists: Row = {
  name: "lists",
  goal: 2,
  title: "First and next page of any list, for any role, against its SQL statements alone",
  async measure(environment) {
    const [portal, floor] = [await environment.portal(), await environment.floor()];
    const recorder = await openRecorder(await environment.databaseUrl());
    const compared: { label: string; ratio: number; ms: number }[] = [];
    const compare = async (person: Person, path: string): Promise<string | undefined> => {
      const recorded = await recorder.record(sessionCookie(person), path);
      if (recorded === undefined) return;
      const { body } = await sendOk(floor.origin, {
        method: "POST",
        path: "/statements",
        body: recorded.statements,
      });
      const side = (origin: string, request: { path: string; cookie?: string }) => async () =>
        (await sendOk(origin, request)).milliseconds;
      const ms = await inTurn({
        floor: side(floor.origin, { path: `/statements/${body}` }),
        portal: side(portal.origin, { path, cookie: sessionCookie(person) }),
      });
      compared.push({ label: `${person}, \`${path}\``, ratio: ms.portal / ms.floor, ms: ms.portal });
      return recorded.next;
    };
    try {
      for (const person of ["admin", "landlord", "bigLandlord", "maintenance", "tenant"] as const)
        for (const path of paths) {
          const next = await compare(person, path);
          if (next !== undefined) await compare(person, next);
        }
    } finally {
      await recorder.stop();
    }
    const worst = compared.toSorted((a, b) => b.ratio - a.ratio).slice(0, 3);
    // The ratio alone would hide a page whose bare statements are slow too.
    const [slowest] = compared.toSorted((a, b) => b.ms - a.ms);
    return [
      upTo(`Median of ${compared.length} pages`, median(compared.map(({ ratio }) => ratio)), {
        must: 4,
        aim: 2,
        unit: "x",
        note: `slowest: ${slowest?.ms.toFixed(0)} ms, ${slowest?.label}`,
      }),
      upTo("Worst", worst[0]?.ratio ?? Number.NaN, {
        must: 4,
        aim: 2,
        unit: "x",
        note: worst.map(({ label, ratio }) => `${ratio.toFixed(1)} ${label}`).join("; "),
      }),
    ];
  },
};
