import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { containsText } from "#server/list/search.ts";
import { foldText } from "#shared/fold-text.ts";
import type { Property } from "../contract.ts";
import { unitStatusLabels } from "../unit-statuses.ts";
import { propertyScope, unitPropertyScope } from "./access.ts";
import { propertyList } from "./properties/list-properties.ts";
import { propertyText } from "./properties/property-queries.ts";

/** A property or unit in the top bar's search results. */
export interface PropertyOrUnitResult {
  id: number;
  title: string;
  detail: string;
}

const maxWords = 8;
/** Words people type before a number. The search ignores them. */
const wordsBeforeNumbers = new Set(["unit", "units", "suite", "apartment", "apt", "number", "no"]);

/** Returns the newest properties that the list would show for the search text. */
export const searchProperties = async (
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PropertyOrUnitResult[]> =>
  (await propertyList.first(ctx, { q: text }, limit)).map(toPropertyResult);

/** Returns the properties with these IDs that the user can access. */
export async function findPropertiesByIds(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<PropertyOrUnitResult[]> {
  const { rows } = await sql<Property>`
    select p.id, p.name, p.address, p.city, p.state, p.zip from properties p
    where p.id = any(${ids}::bigint[]) and ${propertyScope(actor.accessScope)}`.execute(db);
  return rows.map(toPropertyResult);
}

const toPropertyResult = ({ id, name, address, city, state, zip }: Property): PropertyOrUnitResult => ({
  id,
  title: name,
  detail: `${address}, ${city}, ${state} ${zip}`,
});

/**
 * Searches the units the user can access. One word is the unit number or its prefix, and the others match
 * the property's name and address: `unit 101`, `harbor 101`.
 */
export async function searchUnits(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PropertyOrUnitResult[]> {
  const words = splitWords(text);
  if (words.length === 0) return [];
  const numberConditions = words.map((number) => {
    const propertyConditions = words
      .filter((word) => word !== number)
      .map((word) => containsText(propertyText, word));
    const prefix = `${number.replace(/[\\%_]/g, "\\$&")}%`;
    return sql`(${sql.join([sql`fold_text(u.unit_number) like ${prefix}`, ...propertyConditions], sql` and `)})`;
  });
  return selectUnits(
    ctx,
    sql`(${sql.join(numberConditions, sql` or `)})`,
    // Exact matches come first, no matter how many other numbers start with the same digits.
    sql`order by fold_text(u.unit_number) = any(${words}::text[]) desc, length(u.unit_number), u.unit_number, u.id desc
      limit ${limit}`,
  );
}

/** Returns the units with these IDs that the user can access. */
export const findUnitsByIds = (ctx: SignedInCtx, ids: readonly number[]): Promise<PropertyOrUnitResult[]> =>
  selectUnits(ctx, sql`u.id = any(${ids}::bigint[])`, sql``);

async function selectUnits(
  { db, actor }: SignedInCtx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<PropertyOrUnitResult[]> {
  const { rows } = await sql<{ id: number; number: string; status: string; property: string }>`
    select u.id, u.unit_number as number, u.status, p.name as property
    from units u join properties p on p.id = u.property_id
    where ${condition} and ${unitPropertyScope(actor.accessScope)} ${order}`.execute(db);
  return rows.map(({ id, number, status, property }) => ({
    id,
    title: `Unit ${number}`,
    detail: `${property} · ${unitStatusLabels[status as keyof typeof unitStatusLabels]}`,
  }));
}

/** Splits only at spaces and commas, so that `101-A` and `St.` are searched as typed. */
const splitWords = (text: string): string[] =>
  [...new Set(foldText(text).split(/[\s,]+/))]
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !wordsBeforeNumbers.has(word))
    .slice(0, maxWords);
