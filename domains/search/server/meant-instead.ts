import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { lettersApart } from "./letters-apart.ts";

/** Shorter words are never guessed, and none with a digit. */
const lettersMin = 4;
const lettersMax = 24;
const nearWords = 12;
/** Of longer texts no kind of records looks for the rest, so that words in it would be shown though nothing has them. */
const wordsMax = 8;
const textLengthMax = 100;
/** So many other texts are tried. */
const textsMax = 3;

interface Sought {
  word: string;
  isKnown: boolean;
  near: string[];
}

/**
 * Other texts that `text` may have been meant to be, the likeliest first: words that nothing begins with become the nearest
 * ones that were ever written, as alike as the connections of `searchDb` have it. Whoever shows one makes sure that it finds
 * something for who asks.
 */
export async function meantInstead({ db }: SignedInCtx, text: string): Promise<string[]> {
  const typed = [...new Set(text.toLowerCase().match(wordForm) ?? [])];
  const words = typed.filter(mayBeMistyped);
  if (words.length === 0 || typed.length > wordsMax) return [];
  const { rows } = await sql<Sought>`
    select sought.word, exists (${begins("work_order_vocabulary")} union all ${begins("document_vocabulary")}
        union all ${begins("search_vocabulary")}) as "isKnown",
      array(${nearIn("work_order_vocabulary")} union ${nearIn("document_vocabulary")} union ${nearIn("search_vocabulary")}) as near
    from unnest(${words}::text[]) with ordinality sought (word, place) order by place`.execute(db);
  const sought = rows.map((row) => ({ ...row, near: nearest(row.word, row.near) }));
  // A word that others have written says nothing to who cannot see theirs.
  const doubtful = sought.some(({ isKnown }) => !isKnown) ? sought.filter(({ isKnown }) => !isKnown) : sought;
  if (doubtful.every(({ near }) => near.length === 0)) return [];
  const texts = Array.from({ length: textsMax }, (_, turn) => {
    const instead = new Map(doubtful.map(({ word, near }) => [word, near[turn] ?? near[0] ?? word]));
    return text.toLowerCase().replace(wordForm, (word) => instead.get(word) ?? word);
  });
  return [...new Set(texts)].filter((one) => one !== text.toLowerCase() && one.length <= textLengthMax);
}

const wordForm = /[\p{L}\p{N}\p{M}]+/gu;

const mayBeMistyped = (word: string): boolean =>
  !/\p{N}/u.test(word) && [...word].length >= lettersMin && word.length <= lettersMax;

const begins = (vocabulary: string) =>
  sql`select from ${sql.table(vocabulary)} known where known.word between sought.word and sought.word || chr(1114111)`;

const nearIn = (vocabulary: string) => sql`(
  select known.word from ${sql.table(vocabulary)} known where known.word % sought.word and length(known.word) <= ${sql.lit(lettersMax)}
  order by similarity(known.word, sought.word) desc, known.word limit ${sql.lit(nearWords)})`;

/** Those that differ by a slip of the fingers, the nearest first. */
const nearest = (word: string, near: readonly string[]): string[] =>
  near
    .filter((one) => one !== word && !/\p{N}/u.test(one))
    .map((one) => ({ one, ...lettersApart(word, one) }))
    .filter(({ beginning }) => beginning <= slipsIn(word))
    .sort((a, b) => a.beginning - b.beginning || a.whole - b.whole || a.one.localeCompare(b.one))
    .map(({ one }) => one);

const slipsIn = (word: string): number => (word.length < 6 ? 1 : word.length < 9 ? 2 : 3);
