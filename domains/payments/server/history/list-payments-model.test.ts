import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLease, createPerson, createProperty, createUnit, signInAs } from "#test/people.ts";
import { startPortal, type TestPortal } from "#test/portal.ts";
import type { Payment, PaymentStatus } from "../../contract.ts";
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
let cookies: Record<Role, string>;
let places: { propertyId: number; leaseId: number; unitId: number; unit: string; company: string }[];
let allEntries: Entry[];
beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  const [property, otherProperty] = [await createProperty(db), await createProperty(db)];
  const cookieOf = async (input: Parameters<typeof createPerson>[1]) =>
    signInAs(db, await createPerson(db, input));
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
  cookies = {
    admin: await cookieOf({ role: "admin" }),
    landlord: await cookieOf({ role: "landlord", propertyIds: [property] }),
    tenant: await signInAs(db, tenant),
    technician: await cookieOf({ role: "maintenance", propertyIds: [property] }),
  };
  const payerIds: number[] = [];
  for (const fullName of payers) payerIds.push((await createPerson(db, { role: "tenant", fullName })).id);
  allEntries = Array.from({ length: entriesMany }, (_, index) => {
    const id = 1_000 + index;
    const place = places[index % 6] ?? { propertyId: 0, leaseId: 0, unitId: 0, unit: "", company: "" };
    const isCharge = index % 5 === 4;
    return {
      ...place,
      id,
      day: new Date(Date.UTC(2020, 0, 1 + ((index * 37) % 200))).toISOString().slice(0, 10),
      status: isCharge
        ? index % 2 === 0
          ? "overdue"
          : "covered"
        : ((["completed", "completed", "refunded", "returned"] as const)[index % 4] ?? "completed"),
      method: isCharge ? null : (paymentMethods[index % paymentMethods.length] ?? "other"),
      payer: isCharge || index % 3 === 0 ? null : (payers[index % 2] ?? null),
      text: isCharge ? "Base rent" : index % 7 === 0 ? "Rent of April Check 4711" : `Parking Check ${id}`,
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
    ), postings as (
      insert into ledger_postings (entry_id, position, property_id, lease_id, account, amount_cents)
      select id, position, "propertyId", "leaseId", case position when 1 then 'receivable' else 'bank' end,
        100 * (case when method is null then 1 else -1 end) * (case position when 1 then 1 else -1 end)
      from ${rows}, generate_series(1, 2) position
    ), owed as (
      insert into receivables (entry_id, property_id, lease_id, on_day, due_on, amount_cents, open_cents)
      select id, "propertyId", "leaseId", day, day, case when method is null then 100 else -100 end,
        case when status = 'overdue' then 100 else 0 end from ${rows}
    )
    insert into payments (entry_id, property_id, lease_id, payer_id, receipt_number, method, description, reference, amount_cents,
      refunded_cents, is_reversed, paid_on, paid_at)
    select id, "propertyId", "leaseId", "payerId", 0, method, split_part(text, ' Check', 1), 'Check' || split_part(text, ' Check', 2),
      100, case when status = 'refunded' then 100 else 0 end, status = 'returned', day, day
    from ${rows} where method is not null`.execute(db);
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
  const wordsOf = (of: string) => of.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return wordsOf(text).every((begin) => wordsOf(name).some((word) => word.startsWith(begin)));
};
const hasText = (text: string) => (entry: Entry) =>
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
/** Each filter of the list, as a query string and as an independent rule. */
const filters: [string, (entry: Entry) => boolean][] = [
  ["", () => true],
  ...(["completed", "refunded", "returned", "overdue"] as const).map(
    (status): [string, (entry: Entry) => boolean] => [`status=${status}`, (entry) => entry.status === status],
  ),
  ...paymentMethods.map((method): [string, (entry: Entry) => boolean] => [
    `method=${method}`,
    (entry) => entry.method === method,
  ]),
  ["method=check&status=overdue", () => false],
  ["from=2020-03-01", ({ day }) => day >= "2020-03-01"],
  ["to=2020-03-01", ({ day }) => day <= "2020-03-01"],
  ["propertyId=$property", ({ propertyId }) => propertyId === places[0]?.propertyId],
  ["unitId=$unit", ({ unitId }) => unitId === places[1]?.unitId],
  ["leaseId=$lease", ({ leaseId }) => leaseId === places[1]?.leaseId],
  ...texts.map((text): [string, (entry: Entry) => boolean] => [`q=${text}`, hasText(text)]),
  ["status=overdue&q=harbor", (entry) => entry.status === "overdue" && hasText("harbor")(entry)],
];

test.each(roles.flatMap((role) => filters.map(([filter, matches]) => ({ role, filter, matches }))))(
  "for $role, payments with $filter equal the filtered set of all payments",
  async ({ role, filter, matches }) => {
    const ids = allEntries
      .filter((entry) => entry.status !== "covered" && canSee[role](entry) && matches(entry))
      .sort((a, b) => b.day.localeCompare(a.day) || b.id - a.id)
      .map(({ id }) => id);
    const query = filter
      .replace("$property", String(places[0]?.propertyId))
      .replace("$unit", String(places[1]?.unitId))
      .replace("$lease", String(places[1]?.leaseId));
    const request = async (part: string) => {
      const response = await portal.call("GET", `/api/payments?${query}&${part}`, { cookie: cookies[role] });
      expect([response.statusCode, response.headers["x-total-count"]], query).toEqual([
        200,
        String(ids.length),
      ]);
      return response.json<Payment[]>().map(({ id }) => id);
    };
    expect(await request("page=1&pageSize=20")).toEqual(ids.slice(0, 20));
    expect(await request("page=3&pageSize=20")).toEqual(ids.slice(40, 60));
    const middle = Math.floor(ids.length / 2);
    expect(await request(`limit=20&cursor=${ids[middle] ?? 1}`)).toEqual(ids.slice(middle + 1, middle + 21));
    const file = await portal.call("GET", `/api/payments.csv?${query}`, { cookie: cookies[role] });
    const rows = parse(file.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ Number: number }) => Number(number))).toEqual(ids);
  },
);
