import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import type { SignedInPerson } from "#test/building.ts";
import { describeList, type ModelFilter } from "#test/lists/list-model.ts";
import { createPerson, createProperty, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";

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
    insert into leases (id, property_id, company_id, state, starts_on, ends_on)
    select id, "propertyId", "companyId", state, '2020-01-01', case when "isEnding" then current_date + 30 end from ${rows}`.execute(
    db,
  );
  await sql`
    insert into lease_units (lease_id, unit_id, property_id, during, holds)
    select l.id, l.id, l.property_id, daterange(l.starts_on, null), l.holds_units from leases l`.execute(db);
  await sql`
    insert into lease_members (lease_id, property_id, user_id, starts_on)
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
    .every((prefix) => words.some((word) => word.startsWith(prefix)));
};

const hasText = (lease: ExpectedLease, text: string) =>
  (/[a-z0-9]/i.test(text) && hasWords(lease.company, text)) ||
  lease.unit.toLowerCase().startsWith(text.toLowerCase().replace(/^unit /, "")) ||
  (/[a-z0-9]/i.test(text) &&
    text
      .toLowerCase()
      .split(" ")
      .every((word) => (lease.propertyId === ownPropertyId ? "harbor house" : "quay rare").includes(word)));

const fixtures = () => ({ portal, people });
const isField = (
  name: keyof ExpectedLease,
  values: () => (string | number)[],
): ModelFilter<ExpectedLease, Role> => ({
  values,
  matches: (lease, value) => String(lease[name]) === value,
});

describeList("/api/leases", fixtures, {
  viewers: roles,
  rows: () => expectedLeases,
  canSee: (lease, role) => canSee[role](lease),
  filters: {
    state: {
      values: () => ["draft", "active", "notice", "ended"],
      matches: (lease, state) => lease.state === state,
    },
    propertyId: isField("propertyId", () => [ownPropertyId]),
    unitId: isField("id", () => [13]),
    companyId: isField("companyId", () => [2_394]),
    q: {
      values: () => [
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
      ],
      matches: hasText,
    },
  },
  csv: ["Lease", ({ id }) => String(id)],
});

describeList("/api/companies", fixtures, {
  viewers: ["admin", "landlord"],
  rows: () => expectedLeases.map((lease) => ({ ...lease, id: lease.companyId })),
  canSee: (company, role) => canSee[role](company),
  filters: {
    q: {
      values: () => ["ltd", "common", "elder", "rare", "nobody", "house har", "quay"],
      matches: ({ company }, text) => hasWords(company, text),
    },
  },
  csv: ["Name", ({ company }) => company],
});
