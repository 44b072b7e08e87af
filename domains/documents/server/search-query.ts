import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import { preparedOf } from "#server/db/statements.ts";
import type { Reach } from "#server/http/actor.ts";
import { documentScope } from "./access.ts";
import { filtersOf, type ListQuery } from "./list-parts.ts";

/** More words than this narrow nothing down. */
const wordsMax = 8;
/** A beginning that more words of texts have finds whole words and titles only. */
const alternativesMax = 48;
/** As `words_of_title` has them: longer words are there with these many letters and whole, and two together by these few. */
const lettersMax = 16;
const pairLetters = 3;

/** The words of a search text, as the database makes words of a text: only it knows what is a letter beyond the plain ones. */
export async function wordsOf(db: Db, text: string): Promise<string[]> {
  const asked = text.normalize("NFC");
  const words = /^[ -~]*$/.test(asked)
    ? (asked.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    : (await sql<{ words: string[] }>`select words_of_text(${asked}) as words`.execute(db)).rows[0]?.words;
  return [...new Set(words)].slice(0, wordsMax);
}

/**
 * What is asked of `document_words`: parts, each of which has to be met by one of its words or marks. A word that may go on has
 * `:*` at its end.
 */
export type Asked = readonly (readonly string[])[];

/** As PostgreSQL's full text search reads it. */
export const asTsquery = (asked: Asked): string => asked.map(oneOf).join(" & ");

const oneOf = (words: readonly string[]): string =>
  `(${words.map((word) => (word.endsWith(":*") ? `'${word.slice(0, -2)}':*` : `'${word}'`)).join(" | ")})`;

/** A select of ids of documents `d`: those of `documents` that are within reach and filters, as they come. */
export type Within = (documents: RawBuilder<unknown>) => RawBuilder<{ id: number }>;

export const withinReach =
  (reach: Reach, query: ListQuery): Within =>
  (documents) =>
    sql<{ id: number }>`
    select d.id from (${documents} offset 0) d
    where ${sql.join([documentScope(reach), ...filtersOf(query)], sql` and `)}`;

/** Words and filters. Undefined without a word, and with `besidesTitles` when only titles can have them. */
export async function searchQuery(
  db: Db,
  query: ListQuery & { q: string },
  { besidesTitles = false } = {},
): Promise<Asked | undefined> {
  const words = await wordsOf(db, query.q);
  if (words.length === 0) return undefined;
  const said =
    query.in === "files"
      ? await inFiles(db, words)
      : [...words.map(asBeginning), ...pairsOf(words)].map((word) => [word]);
  // No text ever had any of the words, so that only titles can.
  if (besidesTitles && said.every(({ length }) => length === 1)) return undefined;
  return [...said.reverse(), ...filterMarks(query).map((mark) => [mark])];
}

/**
 * What is asked, and the reach as far as marks can say it; `documentScope` is asked of every hit, whatever they say. Each building
 * has one while there are `buildingsMax` at most: more are most of the documents, where few hits lie elsewhere. What has few
 * alternatives comes first, as the index goes through each of them for what those before it left; asked as one condition it
 * would go through every document that one of the rarest has.
 */
export const withReach = (asked: Asked, reach: Reach, buildingsMax: number): Asked =>
  [...asked, ...reachMarks(reach, buildingsMax)].sort((a, b) => a.length - b.length);

/** A title has all beginnings of its words. */
const asBeginning = (word: string): string => {
  const letters = [...word];
  return letters.length > lettersMax ? `<${word}:*` : `<${word}`;
};

/** Each word beside the next one, whichever are the rarest two. */
function pairsOf(words: readonly string[]): string[] {
  const starts = [
    ...new Set(words.map((word) => [...word]).filter(({ length }) => length >= pairLetters)),
  ].map((letters) => letters.slice(0, pairLetters).join(""));
  const distinct = [...new Set(starts)];
  return distinct.slice(1).map((start, place) => {
    const two = [distinct[place] ?? "", start].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return two.join("+");
  });
}

/** Words of the title or of the text, each whole or its beginning. */
async function inFiles(db: Db, words: readonly string[]): Promise<string[][]> {
  const { rows } = await preparedOf(
    db,
    sql<{ known: string[] }>`
    select array(select known.word from document_vocabulary known
      where known.word between sought.word and sought.word || chr(1114111) limit ${sql.lit(alternativesMax + 1)}) as known
    from unnest(${words}::text[]) with ordinality sought (word, place) order by place`,
  );
  return words.map((word, place) => {
    const known = rows[place]?.known ?? [];
    return [asBeginning(word), ...(known.length > alternativesMax ? [word] : known)];
  });
}

const filterMarks = ({ type, propertyId, unitId, leaseId }: ListQuery): string[] => [
  ...(type === undefined ? [] : [`=${type}`]),
  ...(propertyId === undefined ? [] : [`=p${propertyId}`]),
  ...(unitId === undefined ? [] : [`=n${unitId}`]),
  ...(leaseId === undefined ? [] : [`=e${leaseId}`]),
];

/**
 * Whether all that is asked is within reach by itself: of the marks that `withReach` gave for `buildingsMax` it has those among
 * `words`; `buildings` is the number of all there are.
 */
export function doMarksSayReach(
  reach: Reach,
  { buildingsMax, buildings, words }: { buildingsMax: number; buildings: number; words: readonly string[] },
): boolean {
  const { caller, everywhere, propertyIds, userId } = reach;
  if (caller === "tenant" || caller === "pending" || everywhere || propertyIds.length === buildings)
    return true;
  // Own uploads of a technician may lie in buildings that are theirs no more.
  return isWorthMarks(reach, buildingsMax) && !(caller === "maintenance" && words.includes(`=u${userId}`));
}

const isWorthMarks = ({ propertyIds }: Reach, buildingsMax: number): boolean =>
  propertyIds.length > 0 && propertyIds.length <= buildingsMax;

function reachMarks(reach: Reach, buildingsMax: number): Asked {
  const { caller, everywhere, propertyIds, leaseIds, leasedPropertyIds, userId } = reach;
  const areFew = isWorthMarks(reach, buildingsMax);
  switch (caller) {
    case "admin":
      return [];
    case "landlord":
      return areFew ? [propertyIds.map((id) => `=p${id}`)] : [];
    case "maintenance":
      return [
        [...(everywhere || !areFew ? ["=Maintenance"] : propertyIds.map((id) => `=m${id}`)), `=u${userId}`],
      ];
    case "tenant":
      return [
        [...leasedPropertyIds.map((id) => `=b${id}`), ...leaseIds.map((id) => `=l${id}`), `=u${userId}`],
      ];
    case "pending":
      return [[`=u${userId}`]];
  }
}
