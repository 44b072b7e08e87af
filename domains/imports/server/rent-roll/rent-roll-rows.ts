import { sql } from "kysely";
import * as z from "zod/mini";
import { createLease } from "#domains/leases/server/lifecycle/create-lease.ts";
import { writeTerms } from "#domains/leases/server/terms/write-terms.ts";
import type { Terms } from "#domains/leases/terms.ts";
import { type OpeningBalance, openAccount } from "#domains/ledger/server/entries/open-account.ts";
import { newProperty } from "#domains/properties/property-fields.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import { createProperty } from "#domains/properties/server/properties/create-property.ts";
import { createUnits } from "#domains/properties/server/units/create-unit.ts";
import { newUnit } from "#domains/properties/unit-fields.ts";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { foldText } from "#shared/fold-text.ts";
import { toCents } from "#shared/format/money.ts";
import { importUndoHours } from "../../contract.ts";
import { selectBadLines } from "../queries.ts";
import { lockUnitsAndMonths, namedProperties } from "../row-kinds/link-properties.ts";
import { type RowKind, recordErrors } from "../row-kinds/row-kind.ts";
import { rememberLease, rememberRecords } from "../write/import-records.ts";
import { describePastCharges } from "./past-charges.ts";
import { type RentRollFields, rentRollFields, toRentRollInput } from "./rent-roll-fields.ts";
import { buildBalances, buildTerms, findRentRollErrors, getChargedFrom, getRent } from "./rent-roll-lease.ts";

const maxSharedCompanies = 20;

interface NewPlace {
  address: string;
  city: string;
  state: string;
  zip: string;
}

/** A row of a rent roll as it will be written. */
interface RentRollRow {
  properties: [name: string];
  place: NewPlace | null;
  units: string[];
  type: RentRollFields["type"];
  area: number | null;
  companyName: string | null;
  from: string | null;
  to: string | null;
  chargedFrom: string;
  rent: number;
  depositHeld: number;
  balances: OpeningBalance[];
  terms: Terms | null;
}

/** The property of the row, if it has an address. */
const toNewProperty = ({
  property,
  address,
  city,
  state,
  zip,
}: Partial<Record<"property" | keyof NewPlace, string>>) =>
  newProperty.safeParse({ name: property, address, city, state, zip, country: "USA", type: "multi" });

/** Imports a rent roll: properties, suites, companies, and leases with their terms and accounts, in one pass. */
export const rentRollRows: RowKind = {
  read: (values, { rowsBelow, today }) => toRentRollInput(values, rowsBelow, today),
  // The address applies to the property's other rows even if this row has errors.
  readNames: (values) => ({ properties: [values.property ?? ""], place: toNewProperty(values).data ?? null }),
  rules: z.pipe(
    rentRollFields.check(({ value, issues }) => {
      const hasPlace = [value.address, value.city, value.state, value.zip].some((text) => text !== "");
      const place = hasPlace ? toNewProperty(value) : undefined;
      for (const { path, message } of place?.success === false ? place.error.issues : [])
        issues.push({ code: "custom", input: value, path: [...path], message });
      for (const [field, message] of findRentRollErrors(value))
        issues.push({
          code: "custom",
          input: value,
          path: typeof field === "string" ? [field] : [...field],
          message,
        });
    }),
    z.transform((fields): Record<string, unknown> & RentRollRow => {
      const terms = buildTerms(fields);
      return {
        ...fields,
        properties: [fields.property],
        place: toNewProperty(fields).data ?? null,
        companyName: fields.company,
        chargedFrom: getChargedFrom(fields),
        rent: fields.company === null ? 0 : getRent(fields),
        depositHeld: fields.depositHeld ?? 0,
        balances: buildBalances(fields),
        terms,
      };
    }),
  ),

  async checkAgainstPortal(ctx, importId) {
    const { db, actor } = ctx;
    const propertyMatches = namedProperties(actor.accessScope, importId);
    await sql`
      update import_rows r set property_id = n.id from ${propertyMatches} n
      where r.import_id = ${importId} and n.name = r.content -> 'properties' ->> 0 and r.property_id is distinct from n.id`.execute(
      db,
    );
    await recordErrors(
      db,
      importId,
      "Property",
      sql`select r.line, format('Several properties are called “%s”. Enter the number in the page URL of the property instead.', left(n.name, 80)) as message
      from ${propertyMatches} n join import_rows r on r.import_id = ${importId} and r.content -> 'properties' ->> 0 = n.name
      where n.matches > 1`,
    );
    await recordErrors(
      db,
      importId,
      "Address",
      sql`select line, first, format(case when line = first then '“%s” isn''t in the portal yet. Enter its address, city, state, and ZIP here.'
          else '“%s” isn''t in the portal yet. Enter its address on line %s.' end, left(name, 80), first) as message
      from (
        select r.line, r.content -> 'properties' ->> 0 as name, min(r.line) over of_property as first,
          bool_and(coalesce(r.content ->> 'place', '') = '') over of_property as is_missing
        from import_rows r where r.import_id = ${importId} and r.property_id is null and r.content -> 'properties' ->> 0 <> ''
          and r.content -> 'properties' ->> 0 not in (select n.name from ${propertyMatches} n where n.matches > 1)
        window of_property as (partition by fold_text(r.content -> 'properties' ->> 0))) r
      where is_missing`,
      sql`nullif(problem.first, problem.line)`,
    );
    await recordErrors(
      db,
      importId,
      "Suite",
      sql`select line, 'A single-unit property can have only one unit. Change it to a multi-unit property to add more.' as message from (
        select r.line, p.id, dense_rank() over (partition by p.id order by fold_text(number)) as nth
        from import_rows r join properties p on p.id = r.property_id and p.type = 'single', jsonb_array_elements_text(r.content -> 'units') number
        where r.import_id = ${importId} and not exists (
          select from units u where u.property_id = p.id and fold_text(u.unit_number) = fold_text(number))) new_unit
      where nth > 1 or exists (select from units u where u.property_id = new_unit.id) group by line`,
    );
    // A tenant in a merged cell over two suites, or a lease with a row for each suite.
    await recordErrors(
      db,
      importId,
      "Suite",
      sql`select line, format('Line %s has the same tenant and dates, and this row has no charges. Enter both suites on line %s, and leave this row out.', first_line, first_line) as message
      from (
        select r.line, min(r.line) over (partition by fold_text(r.content -> 'properties' ->> 0), fold_text(r.content ->> 'companyName'),
            r.content ->> 'from', r.content ->> 'to') as first_line,
          jsonb_typeof(r.content -> 'terms') = 'object' or (r.content ->> 'depositHeld')::bigint > 0
            or jsonb_array_length(r.content -> 'balances') > 0 as has_amounts
        from import_rows r where r.import_id = ${importId} and r.content ->> 'companyName' is not null
          and r.content ? 'terms') leases
      where line > first_line and not has_amounts`,
    );
    const leased = sql`
      select r.line, r.property_id, fold_text(r.content -> 'properties' ->> 0) as property, fold_text(number) as unit, number as unit_number,
        daterange((r.content ->> 'from')::date, (r.content ->> 'to')::date, '[]') as during
      from import_rows r, jsonb_array_elements_text(r.content -> 'units') number
      where r.import_id = ${importId} and r.content ->> 'companyName' is not null`;
    await recordErrors(
      db,
      importId,
      "Suite",
      // For each row, the last day on which any lease in an earlier row has the suite, with the line of that
      // row. Joining the rows with themselves would compare each row with every other.
      sql`select line, format('Line %s already leases suite %s on some of these dates.', min(split_part(until, ':', 2)::integer), min(unit_number)) as message
      from (
        select w.line, w.unit_number, to_char(lower(w.during), 'YYYYMMDD') as first_day,
          max(coalesce(to_char(upper(w.during) - 1, 'YYYYMMDD'), '99999999') || ':' || w.line)
            over (partition by w.property, w.unit order by lower(w.during), w.line rows between unbounded preceding and 1 preceding) as until
        from (${leased}) w) spans
      where split_part(until, ':', 1) >= first_day group by line`,
    );
    await recordErrors(
      db,
      importId,
      "Suite",
      sql`select w.line, format('Suite %s is already leased to %s.', min(u.unit_number), min(left(c.name, 120))) as message
      from (${leased}) w join units u on u.property_id = w.property_id and fold_text(u.unit_number) = w.unit
        join lease_units lu on lu.unit_id = u.id and lu.holds and lu.during && w.during
        join leases l on l.id = lu.lease_id join companies c on c.id = l.company_id
      group by w.line`,
    );
  },

  async summarize({ db, actor }, importId) {
    const scope = propertyScope(actor.accessScope);
    const { rows } = await sql<
      Record<"properties" | "suites" | "companies" | "leases", number> &
        Record<"rent" | "due" | "deposits", number>
    >`
      with row as (
        select r.*, fold_text(r.content -> 'properties' ->> 0) as property from import_rows r where r.import_id = ${importId}
          and r.line not in (${selectBadLines(importId)})
      )
      select (select count(distinct property) from row where property_id is null) as properties,
        (select count(distinct (property, fold_text(number))) from row, jsonb_array_elements_text(content -> 'units') number
          where not exists (select from units u where u.property_id = row.property_id and fold_text(u.unit_number) = fold_text(number))) as suites,
        (select count(distinct fold_text(content ->> 'companyName')) from row where content ->> 'companyName' is not null
          and not exists (select from companies c join leases l on l.company_id = c.id join properties p on p.id = l.property_id
            where fold_text(c.name) = fold_text(content ->> 'companyName') and ${scope})) as companies,
        (select count(*) from row where content ->> 'companyName' is not null) as leases,
        (select coalesce(sum((content ->> 'rent')::bigint), 0)::bigint from row) as rent,
        (select coalesce(sum((content ->> 'depositHeld')::bigint), 0)::bigint from row) as deposits,
        (select coalesce(sum((balance ->> 'amountCents')::bigint), 0)::bigint from row, jsonb_array_elements(content -> 'balances') balance) as due`.execute(
      db,
    );
    const [totals] = rows;
    if (totals === undefined) throw new Error("The totals are missing.");
    const { properties, suites, companies, leases, rent, due, deposits } = totals;
    return {
      creates: [
        { noun: properties === 1 ? "property" : "properties", count: properties },
        { noun: suites === 1 ? "suite" : "suites", count: suites },
        { noun: companies === 1 ? "company" : "companies", count: companies },
        { noun: leases === 1 ? "lease" : "leases", count: leases },
      ],
      totals: [
        { label: "Monthly rent", cents: rent },
        { label: "Opening balances", cents: due },
        { label: "Deposits held", cents: deposits },
      ],
      notes: [
        ...(await findSharedCompanies(db, importId)),
        ...(await describePastCharges(db, importId)),
        due === 0 && deposits === 0
          ? `The portal posts the first charges ${importUndoHours} hours after the import or later. Until then, you can undo it.`
          : "Balances and deposits are posted to the ledger, so this import can't be undone.",
      ],
    };
  },

  batchSize: 20,
  lock: lockUnitsAndMonths,

  async write(ctx, importId, lines) {
    const { rows } = await sql<{ line: number; content: RentRollRow }>`
      select line, content from import_rows where import_id = ${importId} and line = any(${lines}::integer[]) order by line`.execute(
      ctx.db,
    );
    for (const { line, content } of rows) await writeRow(ctx, { importId, line }, content);
  },
};

/** Names the companies with more than one lease. Tenants with the same name become one company. */
async function findSharedCompanies(db: Db, importId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string; leases: number }>`
    select min(content ->> 'companyName') as name, count(*) as leases from import_rows
    where import_id = ${importId} and content ->> 'companyName' is not null and line not in (${selectBadLines(importId)})
    group by fold_text(content ->> 'companyName') having count(*) > 1 order by min(line)`.execute(db);
  const moreCount = rows.length - maxSharedCompanies;
  return [
    ...rows
      .slice(0, maxSharedCompanies)
      .map(({ name, leases }) => `${name} has ${leases} leases. They'll be imported under one company.`),
    ...(moreCount > 0 ? [`${moreCount} more companies have more than one lease.`] : []),
  ];
}

async function writeRow(
  ctx: SignedInCtx,
  place: { importId: number; line: number },
  row: RentRollRow,
): Promise<void> {
  const propertyId = await findOrCreateProperty(ctx, place, row);
  const leaseCtx = await withNewProperties(ctx);
  const unitIds = await findOrCreateUnits(leaseCtx, place.importId, propertyId, row);
  const { companyName, from, to, chargedFrom, balances, depositHeld, terms } = row;
  if (companyName === null || from === null) return;
  const leaseId = await createLease(leaseCtx, {
    companyName,
    propertyId,
    unitIds,
    from,
    to,
    state: "active",
  });
  await openAccount(leaseCtx, leaseId, { from: chargedFrom, balances, depositCents: toCents(depositHeld) });
  if (terms !== null) await writeTerms(leaseCtx, leaseId, { from: chargedFrom, terms }, undefined);
  await rememberLease(leaseCtx, place.importId, leaseId);
}

/** A landlord can access the properties that this import has created. */
async function withNewProperties(ctx: SignedInCtx): Promise<SignedInCtx> {
  const { accessScope } = ctx.actor;
  if (accessScope.effectiveRole !== "landlord") return ctx;
  const rows = await ctx.db
    .selectFrom("property_landlords")
    .select("property_id")
    .where("user_id", "=", ctx.actor.id)
    .execute();
  const propertyIds = rows.map(({ property_id: id }) => id);
  return { ...ctx, actor: { ...ctx.actor, accessScope: { ...accessScope, propertyIds } } };
}

/** Returns the property that the check found for the row, or that an earlier row created. */
async function findOrCreateProperty(
  ctx: SignedInCtx,
  { importId, line }: { importId: number; line: number },
  { properties: [name] }: RentRollRow,
): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select property_id as id from import_rows where import_id = ${importId} and line = ${line}`.execute(
    ctx.db,
  );
  if (rows[0]?.id != null) return rows[0].id;
  const { rows: places } = await sql<{ place: NewPlace }>`
    select content -> 'place' as place from import_rows
    where import_id = ${importId} and fold_text(content -> 'properties' ->> 0) = ${foldText(name)}
      and coalesce(content ->> 'place', '') <> '' order by line limit 1`.execute(ctx.db);
  const [found] = places;
  if (found === undefined) throw new Error("The new property has no address.");
  const { id } = await createProperty(
    ctx,
    newProperty.parse({ ...found.place, name, country: "USA", type: "multi" }),
  );
  await rememberRecords(ctx, importId, "property", [id]);
  await sql`
    update import_rows set property_id = ${id}
    where import_id = ${importId} and fold_text(content -> 'properties' ->> 0) = ${foldText(name)}`.execute(
    ctx.db,
  );
  return id;
}

async function findOrCreateUnits(
  ctx: SignedInCtx,
  importId: number,
  propertyId: number,
  { units: numbers, type, area }: RentRollRow,
): Promise<number[]> {
  const find = async () => {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, fold_text(unit_number) as key from units
      where property_id = ${propertyId} and fold_text(unit_number) = any(${numbers.map(foldText)}::text[])`.execute(
      ctx.db,
    );
    return rows;
  };
  const existing = new Set((await find()).map(({ key }) => key));
  const missing = numbers.filter((number) => !existing.has(foldText(number)));
  if (missing.length > 0) {
    // If a lease has more than one suite, its area isn't the area of each.
    const rentableSqft = numbers.length === 1 ? area : null;
    const units = await createUnits(
      ctx,
      propertyId,
      missing.map((unitNumber) => newUnit.parse({ propertyId, unitNumber, type, rentableSqft })),
    );
    await rememberRecords(
      ctx,
      importId,
      "unit",
      units.map(({ id }) => id),
    );
  }
  return (await find()).map(({ id }) => id);
}
