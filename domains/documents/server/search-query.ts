import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Reach } from "#server/http/actor.ts";
import type { ListQuery } from "./list-parts.ts";

/** More words than this narrow nothing down. */
const wordsMax = 8;
/** A beginning that more words of texts have finds whole words and titles only. */
const alternativesMax = 48;
/** Buildings that are worth a mark each; more are most of the documents, where few hits lie elsewhere. */
const buildingsMax = 8;
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
 * What is asked of `document_words`, all of which has to be met: words, filters and, as far as marks can say it, the reach.
 * Undefined without a word, and with `besidesTitles` when only titles can have them. What has few alternatives comes first, as
 * the index goes through each of them for what those before it left; asked as one condition it would go through every document
 * that one of the rarest has.
 */
export async function searchQuery(
  db: Db,
  reach: Reach,
  query: ListQuery & { q: string },
  { besidesTitles = false } = {},
): Promise<string[] | undefined> {
  const words = await wordsOf(db, query.q);
  if (words.length === 0) return undefined;
  const said =
    query.in === "files" ? await inFiles(db, words) : [...words.map(asBeginning), ...pairsOf(words)];
  const alternatives = (part: string) => part.split(" | ").length;
  // No text ever had any of the words, so that only titles can.
  if (besidesTitles && said.every((part) => alternatives(part) === 1)) return undefined;
  return [...said.reverse(), ...filterMarks(query), ...reachMarks(reach)].sort(
    (a, b) => alternatives(a) - alternatives(b),
  );
}

const mark = (text: string): string => `'${text}'`;

/** A title has all beginnings of its words. */
const asBeginning = (word: string): string => {
  const letters = [...word];
  return letters.length > lettersMax ? `'<${word}':*` : mark(`<${word}`);
};

/** Each word beside the next one, whichever are the rarest two. */
function pairsOf(words: readonly string[]): string[] {
  const starts = [
    ...new Set(words.map((word) => [...word]).filter(({ length }) => length >= pairLetters)),
  ].map((letters) => letters.slice(0, pairLetters).join(""));
  const distinct = [...new Set(starts)];
  return distinct.slice(1).map((start, place) => {
    const two = [distinct[place] ?? "", start].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    return mark(two.join("+"));
  });
}

/** Words of the title or of the text, each whole or its beginning. */
async function inFiles(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ known: string[] }>`
    select array(select known.word from document_vocabulary known
      where known.word between sought.word and sought.word || chr(1114111) limit ${sql.lit(alternativesMax + 1)}) as known
    from unnest(${words}::text[]) with ordinality sought (word, place) order by place`.execute(db);
  return words.map((word, place) => {
    const known = rows[place]?.known ?? [];
    const inText = known.length > alternativesMax ? [word] : known;
    return `(${[asBeginning(word), ...inText.map(mark)].join(" | ")})`;
  });
}

const filterMarks = ({ type, propertyId, unitId, leaseId }: ListQuery): string[] => [
  ...(type === undefined ? [] : [mark(`=${type}`)]),
  ...(propertyId === undefined ? [] : [mark(`=p${propertyId}`)]),
  ...(unitId === undefined ? [] : [mark(`=n${unitId}`)]),
  ...(leaseId === undefined ? [] : [mark(`=e${leaseId}`)]),
];

/** The reach, where few marks say it; `documentScope` is asked of every hit, whatever they say. */
function reachMarks({
  caller,
  everywhere,
  propertyIds,
  leaseIds,
  leasedPropertyIds,
  userId,
}: Reach): string[] {
  const oneOf = (marks: string[]) => (marks.length === 0 ? [] : [`(${marks.map(mark).join(" | ")})`]);
  const areFew = propertyIds.length > 0 && propertyIds.length <= buildingsMax;
  switch (caller) {
    case "admin":
      return [];
    case "landlord":
      return areFew ? oneOf(propertyIds.map((id) => `=p${id}`)) : [];
    case "maintenance":
      return oneOf([
        ...(everywhere || !areFew ? ["=Maintenance"] : propertyIds.map((id) => `=m${id}`)),
        `=u${userId}`,
      ]);
    case "tenant":
      return oneOf([
        ...leasedPropertyIds.map((id) => `=b${id}`),
        ...leaseIds.map((id) => `=l${id}`),
        `=u${userId}`,
      ]);
    case "pending":
      return oneOf([`=u${userId}`]);
  }
}
