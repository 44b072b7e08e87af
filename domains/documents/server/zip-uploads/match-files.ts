import { type RawBuilder, sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ZipFile } from "../../zip-contract.ts";
import type { ZipEntry } from "./open-zip.ts";
import { findPhrases, type Phrase, readType } from "./read-words.ts";

/** Where a file belongs, with the sentence parts that say why. */
interface Place {
  propertyId: number | null;
  unitId: number | null;
  reasons: string[];
}

/** A record whose name is a phrase of the file `at`. */
interface Match {
  at: number;
  phrase: string;
}
type PropertyMatch = Match & { propertyId: number };
type UnitMatch = Match & { propertyId: number; unitId: number };
/** `unitId` is null if the company leases several units. */
type TenantMatch = Match & { propertyId: number; unitId: number | null };

const unitWords = new Set(["unit", "suite", "ste", "apt", "apartment", "room", "office"]);

/**
 * Matches each file to a property, a unit, and a type by the words in its path: the name of a property, the number of
 * a unit, or the company on a current lease. A name that several records have matches none of them.
 */
export async function matchFiles(ctx: SignedInCtx, entries: readonly ZipEntry[]): Promise<ZipFile[]> {
  const phrases = entries.map((entry) => findPhrases(entry.path));
  const onlyPropertyId = await findOnlyProperty(ctx);
  const properties = await findProperties(ctx, phrases);
  const places = entries.map((_, at): Place => {
    const match = pickLongest(properties, at);
    return match === undefined
      ? { propertyId: onlyPropertyId, unitId: null, reasons: [] }
      : { propertyId: match.propertyId, unitId: null, reasons: [`“${match.phrase}” is a property`] };
  });
  const [units, tenants] = [await findUnits(ctx, phrases, places), await findTenants(ctx, phrases, places)];
  return entries.map(({ path, bytes, error }, at) => {
    const place = addUnit(places[at] as Place, {
      phrases: phrases[at] as Phrase[],
      units: units.filter((match) => match.at === at),
      tenant: pickLongest(tenants, at),
    });
    const { type, word } = readType(path);
    const reasons = word === null ? place.reasons : [...place.reasons, `“${word}” means ${type}`];
    const { propertyId, unitId } = place;
    return { index: at, path, bytes, propertyId, unitId, type, reading: reasons.join(", "), error };
  });
}

/** A number after a word such as `suite` counts most, then the company, then a number of three characters or more. */
function addUnit(
  place: Place,
  { phrases, units, tenant }: { phrases: Phrase[]; units: UnitMatch[]; tenant: TenantMatch | undefined },
): Place {
  const isNamed = ({ before, isWhole }: Phrase) => unitWords.has(before) || isWhole;
  const named = findOnlyUnit(units, phrases.filter(isNamed));
  const numbered = findOnlyUnit(
    units,
    phrases.filter(({ text }) => text.length >= 3),
  );
  const unit = named ?? (tenant === undefined ? numbered : undefined);
  if (unit !== undefined)
    return {
      propertyId: unit.propertyId,
      unitId: unit.unitId,
      reasons: [...place.reasons, `“${unit.phrase}” is a unit`],
    };
  if (tenant === undefined) return place;
  const { propertyId, unitId, phrase } = tenant;
  const reason = unitId === null ? `“${phrase}” leases several units` : `“${phrase}” leases a unit`;
  return { propertyId, unitId, reasons: [...place.reasons, reason] };
}

function findOnlyUnit(units: readonly UnitMatch[], phrases: readonly Phrase[]): UnitMatch | undefined {
  const texts = new Set(phrases.map(({ text }) => text));
  const found = units.filter(({ phrase }) => texts.has(phrase));
  return new Set(found.map(({ unitId }) => unitId)).size === 1 ? found[0] : undefined;
}

/** Returns the match with the longest phrase, or undefined if several records have that name. */
function pickLongest<M extends Match & { propertyId: number }>(
  matches: readonly M[],
  at: number,
): M | undefined {
  const [first, second] = matches
    .filter((match) => match.at === at)
    .sort((a, b) => b.phrase.length - a.phrase.length);
  return first !== undefined && second?.phrase.length === first.phrase.length ? undefined : first;
}

/** A name as folded words, like the phrases of a path. */
const toPhrase = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql`btrim(regexp_replace(fold_text(${name}), '[^[:alnum:]]+', ' ', 'g'))`;

/** The phrases of all files as rows, each with the property that was already found. */
function phraseRows(phrases: readonly Phrase[][], places: readonly Place[] = []): RawBuilder<unknown> {
  const rows = phrases.flatMap((ofFile, at) =>
    [...new Set(ofFile.map(({ text }) => text))].map((text) => ({ at, text })),
  );
  return sql`(select * from unnest(${rows.map(({ at }) => at)}::int[], ${rows.map(({ text }) => text)}::text[],
    ${rows.map(({ at }) => places[at]?.propertyId ?? null)}::bigint[]) as k (at, phrase, property_id)) k`;
}

async function findOnlyProperty(ctx: SignedInCtx): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select p.id from properties p where ${managesProperty(ctx.actor.accessScope, sql`p.id`)} limit 2`.execute(
    ctx.db,
  );
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

async function findProperties(ctx: SignedInCtx, phrases: readonly Phrase[][]): Promise<PropertyMatch[]> {
  const { rows } = await sql<PropertyMatch>`
    select k.at, k.phrase, min(p.id) as "propertyId"
    from ${phraseRows(phrases)} join properties p on ${toPhrase(sql`p.name`)} = k.phrase
    where ${managesProperty(ctx.actor.accessScope, sql`p.id`)} group by k.at, k.phrase having count(*) = 1`.execute(
    ctx.db,
  );
  return rows;
}

async function findUnits(
  ctx: SignedInCtx,
  phrases: readonly Phrase[][],
  places: readonly Place[],
): Promise<UnitMatch[]> {
  const { rows } = await sql<UnitMatch>`
    select k.at, k.phrase, min(u.id) as "unitId", min(u.property_id) as "propertyId"
    from ${phraseRows(phrases, places)} join units u on ${toPhrase(sql`u.unit_number`)} = k.phrase
      and (k.property_id is null or u.property_id = k.property_id)
    where ${managesProperty(ctx.actor.accessScope, sql`u.property_id`)} group by k.at, k.phrase having count(*) = 1`.execute(
    ctx.db,
  );
  return rows;
}

/** Finds companies with a current lease. Their legal form, such as LLC, can be missing in the path. */
async function findTenants(
  ctx: SignedInCtx,
  phrases: readonly Phrase[][],
  places: readonly Place[],
): Promise<TenantMatch[]> {
  const company = sql`regexp_replace(${toPhrase(sql`c.name`)}, ' (llc|llp|lp|inc|corp|corporation|co|ltd|pllc|pc)$', '')`;
  const { rows } = await sql<TenantMatch>`
    select k.at, k.phrase, min(lu.property_id) as "propertyId",
      case when count(distinct lu.unit_id) = 1 then min(lu.unit_id) end as "unitId"
    from ${phraseRows(phrases, places)} join companies c on ${company} = k.phrase
      join leases l on l.company_id = c.id join current_lease_units lu on lu.lease_id = l.id
        and (k.property_id is null or lu.property_id = k.property_id)
    where ${managesProperty(ctx.actor.accessScope, sql`lu.property_id`)} group by k.at, k.phrase having count(distinct lu.property_id) = 1`.execute(
    ctx.db,
  );
  return rows;
}
