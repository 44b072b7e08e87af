import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import { isTorture } from "#test/torture.ts";
import type { CompanyRow } from "../../company-contract.ts";
import type { LeaseRow } from "../../contract.ts";

const leaseCount = 2_400;
const roles = ["admin", "landlord", "tenant"] as const;
type Role = (typeof roles)[number];

/** A lease as this test expects it, used to check the lists. */
interface ExpectedLease {
  id: number;
  propertyId: number;
  companyId: number;
  company: string;
  unit: string;
  state: "draft" | "active" | "notice" | "ended";
  isEnding: boolean;
  isTenants: boolean;
}

let portal: TestPortal;
let people: Record<Role, SignedInPerson>;
let ownPropertyId: number;
let expectedLeases: ExpectedLease[];
beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  ownPropertyId = await createProperty(db, { name: "Harbor House" });
  const other = await createProperty(db, { name: "Quay Rare" });
  const person = async (fields: Parameters<typeof createPerson>[1]) => {
    const made = await createPerson(db, fields);
    return { ...made, cookie: await signInAs(db, made) };
  };
  people = {
    admin: await person({ role: "admin" }),
    landlord: await person({ role: "landlord", propertyIds: [ownPropertyId] }),
    tenant: await person({ role: "tenant" }),
  };
  const states = ["draft", "active", "notice", "ended"] as const;
  expectedLeases = Array.from({ length: leaseCount }, (_, index) => {
    const id = index + 1;
    const state = states[id % 4] ?? "draft";
    const company = [
      "Ltd",
      ...(id % 8 > 0 ? ["Common"] : []),
      ...(id < 600 ? ["Elder"] : []),
      ...(id % 900 === 5 ? ["Rare"] : []),
      `No${id}`,
    ].join(" ");
    return {
      id,
      propertyId: id % 12 === 1 ? ownPropertyId : other,
      companyId: leaseCount + 1 - id,
      company,
      unit: id % 5 === 0 ? `B${id}` : `7-${id}`,
      state,
      isEnding: id % 3 === 0 && (state === "active" || state === "notice"),
      isTenants: id % 100 === 7,
    };
  });
  const rows = sql`jsonb_to_recordset(${JSON.stringify(expectedLeases)}::jsonb) as k(id bigint, "propertyId" bigint, "companyId" bigint,
    company text, unit text, state text, "isEnding" boolean, "isTenants" boolean)`;
  await sql`insert into companies (id, name) select "companyId", company from ${rows}`.execute(db);
  await sql`insert into units (id, property_id, unit_number, type) select id, "propertyId", unit, 'office' from ${rows}`.execute(
    db,
  );
  await sql`
    insert into leases (id, property_id, company_id, state, from_on, to_on)
    select id, "propertyId", "companyId", state, '2020-01-01', case when "isEnding" then current_date + 30 end from ${rows}`.execute(
    db,
  );
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during, holds)
    select l.id, l.id, l.property_id, daterange(l.from_on, null), l.holds_units from leases l`.execute(db);
  await sql`
    insert into lease_members (lease_id, property_id, user_id, from_on)
    select id, "propertyId", ${people.tenant.id}, '2020-01-01' from ${rows} where "isTenants"`.execute(db);
}, 60_000);
afterAll(() => portal.close());

const canSee: Record<Role, (lease: ExpectedLease) => boolean> = {
  admin: () => true,
  landlord: ({ propertyId }) => propertyId === ownPropertyId,
  tenant: ({ isTenants, state }) => isTenants && state !== "draft",
};

const hasWords = (name: string, text: string): boolean => {
  const words = name.toLowerCase().split(" ");
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .every((begin) => words.some((word) => word.startsWith(begin)));
};

/** Each filter of the list, as a query string and as an independent rule. */
const filters: Record<string, (lease: ExpectedLease) => boolean> = {
  "": () => true,
  "state=draft": ({ state }) => state === "draft",
  "state=active": ({ state }) => state === "active",
  "state=notice": ({ state }) => state === "notice",
  "state=ended": ({ state }) => state === "ended",
  "state=ending": ({ isEnding }) => isEnding,
  "propertyId=own": ({ propertyId }) => propertyId === ownPropertyId,
  "unitId=13": ({ id }) => id === 13,
  "companyId=2394": ({ companyId }) => companyId === 2394,
};
const texts = [
  "ltd",
  "common",
  "elder",
  "rare",
  "rare no905",
  "nobody",
  "b",
  "7-",
  "7-23",
  "B2",
  "unit 7-11",
  "house har",
  "quay",
  "%",
];
const hasText = (text: string) => (lease: ExpectedLease) =>
  (/[a-z0-9]/i.test(text) && hasWords(lease.company, text)) ||
  lease.unit.toLowerCase().startsWith(text.toLowerCase().replace(/^unit /, "")) ||
  (/[a-z0-9]/i.test(text) &&
    text
      .toLowerCase()
      .split(" ")
      .every((word) => (lease.propertyId === ownPropertyId ? "harbor house" : "quay rare").includes(word)));

/**
 * `npm run torture` requests the CSV export of every filter as every role, and `npm test` as one role each.
 */
const cases = roles.flatMap((role, turn) =>
  [
    ...Object.entries(filters).map(([filter, matches]) => ({ filter, matches })),
    ...texts.map((text) => ({ filter: `q=${encodeURIComponent(text)}`, matches: hasText(text) })),
    {
      filter: "state=active&q=common",
      matches: (l: ExpectedLease) => l.state === "active" && hasText("common")(l),
    },
  ].map((testCase, at) => ({ ...testCase, role, withCsv: isTorture || at % roles.length === turn })),
);

test.each(cases)(
  "leases with $filter match the filtered set of all leases, for $role",
  async ({ role, filter, matches, withCsv }) => {
    const ids = expectedLeases
      .filter((lease) => canSee[role](lease) && matches(lease))
      .map(({ id }) => id)
      .reverse();
    await expectList(`/api/leases`, {
      role,
      filter: filter.replace("=own", `=${ownPropertyId}`),
      ids,
      withCsv,
    });
  },
);

test.each(
  (["admin", "landlord"] as const).flatMap((role, turn) =>
    ["", ...texts.filter((text) => /^[a-z ]+$/.test(text) && text !== "b")].map((text, at) => ({
      role,
      text,
      withCsv: isTorture || at % 2 === turn,
    })),
  ),
)(
  "companies with $text match the filtered set of all companies, for $role",
  async ({ role, text, withCsv }) => {
    const ids = expectedLeases
      .filter((lease) => canSee[role](lease) && (text === "" || hasWords(lease.company, text)))
      .map(({ companyId }) => companyId)
      .sort((a, b) => b - a);
    await expectList("/api/companies", { role, filter: text === "" ? "" : `q=${text}`, ids, withCsv });
  },
);

async function expectList(
  list: string,
  { role, filter, ids, withCsv }: { role: Role; filter: string; ids: number[]; withCsv: boolean },
): Promise<void> {
  const { cookie } = people[role];
  const total = filter.includes("q=") && ids.length > 1_000 ? "more than 1,000" : String(ids.length);
  const request = async (part: string) => {
    const response = await portal.call("GET", `${list}?${filter}&${part}`, { cookie });
    expect([response.statusCode, response.headers["x-total-count"]], `${filter}&${part}`).toEqual([
      200,
      total,
    ]);
    return response.json<(LeaseRow | CompanyRow)[]>().map(({ id }) => id);
  };
  expect(await request("page=1&pageSize=50")).toEqual(ids.slice(0, 50));
  expect(await request("page=3&pageSize=50")).toEqual(ids.slice(100, 150));
  const middle = ids[Math.floor(ids.length / 2)] ?? 1;
  expect(await request(`limit=20&cursor=${middle}`)).toEqual(ids.filter((id) => id < middle).slice(0, 20));
  if (!withCsv) return;
  const csv = await portal.call("GET", `${list}.csv?${filter}`, { cookie });
  const rows = parse(csv.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row.Lease ?? idOfCompany(row.Name)).map(Number)).toEqual(ids);
}

const idOfCompany = (name = "") => leaseCount + 1 - Number(/\d+$/.exec(name)?.[0]);
