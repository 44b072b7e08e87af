import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { holds } from "#server/list/search.ts";
import type { Property } from "../contract.ts";
import { unitStatusLabels } from "../unit-statuses.ts";
import { propertyScope, unitPlaceScope } from "./access.ts";
import { properties } from "./list-properties.ts";
import { propertyText } from "./property-queries.ts";

/** What the search of the top bar shows for a building or a unit. */
export interface PlaceFound {
  id: number;
  title: string;
  detail: string;
}

const wordsMax = 8;
/** Words people write before a number; they are ignored in the search. */
const wordsBeforeNumbers = new Set(["unit", "units", "suite", "apartment", "apt", "number", "no"]);

/** The newest buildings that the list would show for the text. */
export const findPropertiesByWords = async (
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PlaceFound[]> => (await properties.first(ctx, { q: text }, limit)).map(buildingFound);

/** The buildings with these ids that are within the access scope. */
export async function propertiesFound(
  { db, actor }: SignedInCtx,
  ids: readonly number[],
): Promise<PlaceFound[]> {
  const { rows } = await sql<Property>`
    select p.id, p.name, p.address, p.city, p.state, p.zip from properties p
    where p.id = any(${ids}::bigint[]) and ${propertyScope(actor.accessScope)}`.execute(db);
  return rows.map(buildingFound);
}

const buildingFound = ({ id, name, address, city, state, zip }: Property): PlaceFound => ({
  id,
  title: name,
  detail: `${address}, ${city}, ${state} ${zip}`,
});

/**
 * Units within the access scope: one word is the number or its beginning, the others match the building's name and address:
 * `unit 101`, `harbor 101`.
 */
export async function findUnitsByWords(ctx: SignedInCtx, text: string, limit: number): Promise<PlaceFound[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const asNumber = words.map((number) => {
    const ofBuilding = words.filter((word) => word !== number).map((word) => holds(propertyText, word));
    const beginning = `${number.replace(/[\\%_]/g, "\\$&")}%`;
    return sql`(${sql.join([sql`lower(u.unit_number) like ${beginning}`, ...ofBuilding], sql` and `)})`;
  });
  return selectUnits(
    ctx,
    sql`(${sql.join(asNumber, sql` or `)})`,
    // An exact number comes first, however many begin with it.
    sql`order by lower(u.unit_number) = any(${words}::text[]) desc, length(u.unit_number), u.unit_number, u.id desc
      limit ${limit}`,
  );
}

/** The units with these ids that are within the access scope. */
export const unitsFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<PlaceFound[]> =>
  selectUnits(ctx, sql`u.id = any(${ids}::bigint[])`, sql``);

async function selectUnits(
  { db, actor }: SignedInCtx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<PlaceFound[]> {
  const { rows } = await sql<{ id: number; number: string; status: string; building: string }>`
    select u.id, u.unit_number as number, u.status, p.name as building
    from units u join properties p on p.id = u.property_id
    where ${condition} and ${unitPlaceScope(actor.accessScope)} ${order}`.execute(db);
  return rows.map(({ id, number, status, building }) => ({
    id,
    title: `Unit ${number}`,
    detail: `${building} · ${unitStatusLabels[status as keyof typeof unitStatusLabels]}`,
  }));
}

/** Splits at spaces only: `101-A` and `St.` are searched for as they are written. */
const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s,]+/))]
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !wordsBeforeNumbers.has(word))
    .slice(0, wordsMax);
