import { type RawBuilder, sql } from "kysely";
import { beginsWith } from "#server/db/begins-with.ts";
import type { Db } from "#server/db/database.ts";

/** With a search text a total is counted up to here (requirements, "Lists"). */
export const searchCountedUpTo = 1_000;

const wordsMax = 8;
/** Among so many leases each is looked at; among more the companies and units with the words are looked up first. */
const fewLeases = 10_000;
/** The leases of so many companies and units are looked up one by one; beyond, leases are gone through, newest first. */
const fewHits = 5_000;
/** So many are held in memory while the leases are gone through; more are met among any few hundred leases. */
const manyHits = 60_000;

export interface LeaseWords {
  /** Leases of a company with the words, or of a unit whose number begins with the text, as a condition on `leases l`. */
  has: RawBuilder<boolean>;
  /** Where many leases have them: the same, asked of each, which finds the newest of them sooner. */
  hasEach?: RawBuilder<boolean> | undefined;
}

/** Leases with the words. `among` is how many leases it will be asked of, undefined when that is not known but few. */
export async function leaseWords(db: Db, text: string, among: number | undefined): Promise<LeaseWords> {
  const companies = sql`select c.id from companies c where ${companyHasWords(text)}`;
  const units = sql`select u.id from units u where ${unitNumberBegins(text)}`;
  const ofEach = sql<boolean>`(${isOfEach(companies)} or ${hasEachUnit(units)})`;
  if (among === undefined || among <= fewLeases) return { has: ofEach };
  const { rows } = await sql<{ named: number; numbered: number }>`
    select (select count(*) from (${companies} limit ${sql.lit(manyHits)}) named) as named,
      (select count(*) from (${units} limit ${sql.lit(manyHits)}) numbered) as numbered`.execute(db);
  const { named, numbered } = rows[0] ?? { named: 0, numbered: 0 };
  const leasesOfUnits = sql`select lu.lease_id from lease_units lu where lu.unit_id in (${units})`;
  if (numbered === 0 && named <= fewHits) return { has: sql`l.company_id in (${companies})` };
  if (named === 0 && numbered <= fewHits) return { has: sql`l.id in (${leasesOfUnits})` };
  if (named + numbered <= fewHits)
    return {
      has: sql`l.id in (select hit.id from leases hit where hit.company_id in (${companies}) union ${leasesOfUnits})`,
    };
  const parts = [
    ...(named === 0 ? [] : [named < manyHits ? isAmong("l.company_id", companies) : isOfEach(companies)]),
    ...(numbered === 0 ? [] : [isAmong("l.id", leasesOfUnits)]),
  ];
  return {
    has: sql`(${sql.join(parts, sql` or `)})`,
    hasEach: numbered > fewHits ? ofEach : undefined,
  };
}

/** The same as a condition on `leases l` alone. */
export const leaseHasWords = async (
  db: Db,
  text: string,
  among: number | undefined,
): Promise<RawBuilder<boolean>> => (await leaseWords(db, text, among)).has;

/** Held in memory and looked up there; without the second half the database would look each one up in the table. */
const isAmong = (column: string, ids: RawBuilder<unknown>) => sql`(${sql.ref(column)} in (${ids}) or false)`;

/** Asked of each lease. */
const isOfEach = (companies: RawBuilder<unknown>) =>
  sql`exists (${companies} and c.id = l.company_id offset 0)`;
const hasEachUnit = (units: RawBuilder<unknown>) =>
  sql`exists (select from lease_units lu where lu.lease_id = l.id and exists (${units} and u.id = lu.unit_id) offset 0)`;

/** Companies whose name has words beginning with those of the text, as a condition on companies under the name given. */
export function companyHasWords(text: string, company = "c"): RawBuilder<boolean> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return sql`false`;
  const query = [...new Set(words)]
    .slice(0, wordsMax)
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql`${sql.ref(`${company}.words`)} @@ ${query}::tsquery`;
}

/** Units whose number begins with the text, as a condition on `units u`; `Unit 101` is said too. */
export function unitNumberBegins(text: string): RawBuilder<boolean> {
  const number = text.toLowerCase().replace(/^unit\s+/, "");
  return beginsWith(sql`lower(u.unit_number)`, sql`${number}::text`);
}
