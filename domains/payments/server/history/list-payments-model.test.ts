import { sql } from "kysely";
import { afterAll, beforeAll } from "vitest";
import { describeList, type ModelFilter } from "#test/lists/list-model.ts";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { PaymentStatus } from "../../contract.ts";
import { type PaymentMethod, paymentMethods } from "../../methods.ts";

const entriesMany = 360;
const companies = ["Harbor Lane Coffee", "Stone & Sons", "Harbor Books"];
const payers = ["Anna Ash", "Benno Birch"];
const roles = ["admin", "landlord", "tenant", "technician"] as const;
type Role = (typeof roles)[number];

/** An entry as this test expects it, to compare the list with. A charge has no method. */
interface Entry {
  id: number;
  day: string;
  propertyId: number;
  leaseId: number;
  unitId: number;
  unit: string;
  company: string;
  status: PaymentStatus | "covered";
  method: PaymentMethod | null;
  payer: string | null;
  text: string;
  receiptNumber: number | null;
}

let portal: TestPortal;
let people: Record<Role, { cookie: string }>;
let places: { propertyId: number; leaseId: number; unitId: number; unit: string; company: string }[];
let allEntries: Entry[];
beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  const [property, otherProperty] = [await createProperty(db), await createProperty(db)];
  const signedIn = async (input: Parameters<typeof createPerson>[1]) => ({
    cookie: await signInAs(db, await createPerson(db, input)),
  });
  const tenant = await createPerson(db, { role: "tenant" });
  places = [];
  for (let index = 0; index < 6; index += 1) {
    const propertyId = index < 4 ? property : otherProperty;
    const unit = `${index % 2 === 0 ? "10" : "B"}${index}`;
    const unitId = await createUnit(db, propertyId, unit);
    const leaseId = await createLease(db, { propertyId, unitId, memberIds: index === 1 ? [tenant.id] : [] });
    const company = companies[index % 3] ?? "";
    await sql`update companies set name = ${company} where id = (select company_id from leases where id = ${leaseId})`.execute(
      db,
    );
    places.push({ propertyId, leaseId, unitId, unit, company });
  }
  people = {
    admin: await signedIn({ role: "admin" }),
    landlord: await signedIn({ role: "landlord", propertyIds: [property] }),
    tenant: { cookie: await signInAs(db, tenant) },
    technician: await signedIn({ role: "maintenance", propertyIds: [property] }),
  };
  const payerIds: number[] = [];
  for (const fullName of payers) payerIds.push((await createPerson(db, { role: "tenant", fullName })).id);
  allEntries = Array.from({ length: entriesMany }, (_, index) => {
    const id = 1_000 + index;
    const place = places[index % 6] ?? { propertyId: 0, leaseId: 0, unitId: 0, unit: "", company: "" };
    const isCharge = index % 5 === 4;
    const isFailed = !isCharge && index % 11 === 3;
    return {
      ...place,
      id,
      day: new Date(Date.UTC(2020, 0, 1 + ((index * 37) % 200))).toISOString().slice(0, 10),
      status: isCharge
        ? index % 2 === 0
          ? "overdue"
          : "covered"
        : isFailed
          ? "failed"
          : ((["completed", "mistake", "refunded", "returned", "moved"] as const)[index % 5] ?? "completed"),
      method: isCharge
        ? null
        : isFailed
          ? "us_bank_account"
          : (paymentMethods[index % paymentMethods.length] ?? "other"),
      payer: isFailed ? "Benno Birch" : isCharge || index % 3 === 0 ? null : (payers[index % 2] ?? null),
      text: isCharge
        ? "Base rent"
        : isFailed
          ? `Failed debit ${id}`
          : index % 7 === 0
            ? "Rent of April Check 4711"
            : `Parking Check ${id}`,
      receiptNumber: null,
    };
  });
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    allEntries.map((entry) => ({ ...entry, payerId: entry.payer && payerIds[payers.indexOf(entry.payer)] })),
  )}::jsonb) as k(id bigint, day date, "propertyId" bigint, "leaseId" bigint, status text, method text, "payerId" bigint, text text)`;
  await sql`
    with entries as (
      insert into ledger_entries (id, property_id, lease_id, kind, on_day, description)
      select id, "propertyId", "leaseId", case when method is null then 'charge' else 'payment' end, day, text from ${rows}
      where status <> 'failed'
    ), postings as (
      insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
      select id, position, "propertyId", "leaseId", case position when 1 then 'receivable' else 'bank' end,
        100 * (case when method is null then 1 else -1 end) * (case position when 1 then 1 else -1 end)
      from ${rows}, generate_series(1, 2) position where status <> 'failed'
    ), receivable as (
      insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents)
      select id, "propertyId", "leaseId", day, day, case when method is null then 100 else -100 end,
        case when status = 'overdue' then 100 else 0 end from ${rows} where status <> 'failed'
    ), intent as (
      insert into payment_intents (property_id, lease_id, user_id, fingerprint, amount_cents, fee_basis_points, fee_cents,
        description, created_at, changed_at, checked_at)
      select "propertyId", "leaseId", ${payerIds[1]}, '', 100, 0, 0, '', day, day, day from ${rows} limit 1 returning id
    ), failed as (
      insert into failed_debits (id, property_id, lease_id, intent_id, payer_id, description, amount_cents, problem, failed_on, failed_at)
      select k.id, "propertyId", "leaseId", intent.id, "payerId", text, 100, 'The bank returned it.', day, day
      from ${rows}, intent where status = 'failed'
    )
    insert into payments (entry_id, property_id, lease_id, payer_id, receipt_number, method, description, reference, amount_cents,
      refunded_cents, reversal_cause, paid_on, paid_at)
    select id, "propertyId", "leaseId", "payerId", 0, method, split_part(text, ' Check', 1), 'Check' || split_part(text, ' Check', 2),
      100, case when status = 'refunded' then 100 else 0 end, case when status in ('returned', 'mistake', 'moved') then status end, day, day
    from ${rows} where method is not null and status <> 'failed'`.execute(db);
  const receipts = await db.selectFrom("payments").select(["entry_id", "receipt_number"]).execute();
  for (const { entry_id, receipt_number } of receipts) {
    const entry = allEntries.find(({ id }) => id === entry_id);
    if (entry !== undefined) entry.receiptNumber = receipt_number;
  }
}, 60_000);
afterAll(() => portal.close());

const canSee: Record<Role, (entry: Entry) => boolean> = {
  admin: () => true,
  landlord: ({ propertyId }) => propertyId === places[0]?.propertyId,
  tenant: ({ leaseId }) => leaseId === places[1]?.leaseId,
  technician: () => false,
};

const wordsBegin = (name: string, text: string): boolean => {
  const splitWords = (of: string) => of.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return splitWords(text).every((prefix) => splitWords(name).some((word) => word.startsWith(prefix)));
};
const hasText = (entry: Entry, text: string) =>
  wordsBegin(entry.company, text) ||
  entry.unit.toLowerCase().startsWith(text.toLowerCase().replace(/^unit /, "")) ||
  (entry.method === null
    ? text.length > 2 && entry.text.toLowerCase().includes(text.toLowerCase())
    : wordsBegin(entry.text, text)) ||
  (entry.payer !== null && text.length > 2 && entry.payer.toLowerCase().includes(text.toLowerCase())) ||
  (entry.receiptNumber !== null && String(entry.receiptNumber) === text.replace(/^(receipt )?#?0*/, ""));

const texts = [
  "harbor",
  "harbor books",
  "check 4711",
  "rent",
  "se",
  "nn",
  "anna",
  "b1",
  "unit 10",
  "receipt 7",
  "7",
  "april of",
  "x",
];
const isField = (
  name: keyof Entry,
  values: () => readonly (string | number | undefined)[],
): ModelFilter<Entry, Role> => ({
  values: () => values().map((value) => value ?? 0),
  matches: (entry, value) => String(entry[name]) === value,
});

describeList("/api/payments", () => ({ portal, people }), {
  viewers: roles,
  rows: () => allEntries.filter(({ status }) => status !== "covered"),
  canSee: (entry, role) => canSee[role](entry),
  compare: (a, b) => b.day.localeCompare(a.day) || b.id - a.id,
  filters: {
    ids: {
      values: () => ["1003,1004,1009,99999"],
      matches: ({ id }, list) => list.split(",").includes(String(id)),
    },
    status: isField("status", () => [
      "completed",
      "refunded",
      "returned",
      "mistake",
      "moved",
      "failed",
      "overdue",
    ]),
    method: isField("method", () => paymentMethods),
    from: { values: () => ["2020-03-01"], matches: ({ day }, from) => day >= from },
    to: { values: () => ["2020-03-01"], matches: ({ day }, to) => day <= to },
    propertyId: isField("propertyId", () => [places[0]?.propertyId]),
    unitId: isField("unitId", () => [places[1]?.unitId]),
    leaseId: isField("leaseId", () => [places[1]?.leaseId]),
    q: { values: () => texts, matches: hasText },
  },
  csv: ["Number", ({ id }) => String(id)],
});
