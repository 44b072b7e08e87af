import { type RawBuilder, sql } from "kysely";
import { beginsWith } from "#server/db/begins-with.ts";
import type { Db } from "#server/db/database.ts";
import { plannedForValues } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { unitStatusLabels } from "../unit-statuses.ts";
import { propertyScope, unitPlaceScope } from "./access.ts";
import { anywhere } from "./list-part.ts";

/** What the search of the top bar shows of a building or a unit. */
export interface PlaceFound {
  id: number;
  title: string;
  detail: string;
}

const wordsMax = 8;
/** As people say where something is; none of them narrows anything down. */
const wordsBeforeNumbers = new Set(["unit", "units", "suite", "apartment", "apt", "number", "no"]);

/** Buildings within reach whose name and address have each of the words, newest first (of `properties_words`). */
export async function findPropertiesByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PlaceFound[]> {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return select(
    ctx,
    sql`${buildingHas(words)} and ${propertyScope(ctx.actor.reach)} order by p.id desc limit ${sql.lit(limit)}`,
  );
}

/** Those of the buildings with these ids that are within reach. */
export const propertiesFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<PlaceFound[]> =>
  select(ctx, sql`p.id = any(${ids}::bigint[]) and ${propertyScope(ctx.actor.reach)}`);

async function select({ db }: SignedInCtx, conditions: RawBuilder<unknown>): Promise<PlaceFound[]> {
  const { rows } = await sql<PlaceFound>`
    select p.id, p.name as title, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as detail
    from properties p where ${conditions}`.execute(db);
  return rows;
}

/** So many units whose number begins alike are looked at for the nearest ones. */
const candidatesMax = 400;

/**
 * Units within reach: one word is the number or its beginning, the others are of the building's name and address: `101`,
 * `unit 101`, `harbor 101`. What comes first is taken for the number before what comes later.
 */
export async function findUnitsByWords(ctx: SignedInCtx, text: string, limit: number): Promise<PlaceFound[]> {
  const words = wordsOf(text).filter((word) => !wordsBeforeNumbers.has(word));
  const numbers = words.length === 0 ? [] : await beginningsOfNumbers(ctx.db, words);
  if (numbers.length === 0) return [];
  const numbered = numbers.map((number, place) => {
    const others = words.filter((word) => word !== number);
    const inBuilding =
      others.length === 0
        ? sql`true`
        : sql`u.property_id in (select p.id from properties p where ${buildingHas(others)})`;
    const within = sql`${unitPlaceScope(ctx.actor.reach)} and ${inBuilding}`;
    // The number itself first, however many begin with it.
    return sql`
      (select ${sql.lit(place)} as place, true as is_number, u.* from units u
        where lower(u.unit_number) = ${number} and ${within} limit ${sql.lit(limit)})
      union all (select ${sql.lit(place)}, false, u.* from units u
        where ${beginsWith(numberOfUnit, sql`${number}::text`)} and lower(u.unit_number) <> ${number} and ${within} limit ${sql.lit(candidatesMax)})`;
  });
  const found = await selectUnits(
    ctx,
    sql.join(numbered, sql` union all `),
    sql`order by u.place, u.is_number desc, length(u.unit_number), u.unit_number, u.id desc limit ${sql.lit(limit)}`,
  );
  return found.filter(({ id }, place) => found.findIndex((one) => one.id === id) === place);
}

const numberOfUnit = sql<string>`lower(u.unit_number)`;

/** Those of the words that any unit's number begins with: each of them costs a look of its own at units and buildings. */
async function beginningsOfNumbers(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) with ordinality words (word, place)
    where exists (select from units u where ${beginsWith(numberOfUnit, sql`word`)}) order by place`.execute(
    db,
  );
  return rows.map(({ word }) => word);
}

/** Those of the units with these ids that are within reach. */
export const unitsFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<PlaceFound[]> =>
  selectUnits(
    ctx,
    sql`select u.* from units u where u.id = any(${ids}::bigint[]) and ${unitPlaceScope(ctx.actor.reach)}`,
    sql``,
  );

async function selectUnits(
  { db }: SignedInCtx,
  units: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<PlaceFound[]> {
  const { rows } = await plannedForValues(
    db,
    sql<{ id: number; number: string; status: string; building: string }>`
    select u.id, u.unit_number as number, u.status, p.name as building
    from (${units}) u join properties p on p.id = u.property_id ${order}`,
  );
  return rows.map(({ id, number, status, building }) => ({
    id,
    title: `Unit ${number}`,
    detail: `${building} · ${unitStatusLabels[status as keyof typeof unitStatusLabels]}`,
  }));
}

/** Words part at spaces only: `101-A` and `St.` are looked for as they are written. */
const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s,]+/))]
    .map((word) => word.replace(/^#/, ""))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsMax);

/** As the index `properties_words` has it. */
const buildingHas = (words: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    words.map(
      (word) =>
        sql`lower(p.name || ' ' || p.address || ' ' || p.city || ' ' || p.state || ' ' || p.zip) like ${anywhere(word)}`,
    ),
    sql` and `,
  )})`;
