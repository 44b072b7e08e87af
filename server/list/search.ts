import { type RawBuilder, sql } from "kysely";
import { searchWords, searchWordsMax } from "#shared/search-words.ts";

/** The words of a search text in the form of the `words` columns: runs of letters and digits in lower case, each once. */
export const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .normalize("NFC")
        .toLowerCase()
        .match(/[\p{Alphabetic}0-9]+/gu) ?? [],
    ),
  ].slice(0, searchWordsMax);

/**
 * Whether the tsvector `column` has all words of the text, each as a whole word or a prefix. A single letter among other
 * words has to match a whole word, as nearly every record has a word that begins with it.
 */
export function hasWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = wordsOf(text);
  if (words.length === 0) return sql`false`;
  const query = words
    .map((word) => (word.length === 1 && words.length > 1 ? `'${word}'` : `'${word}':*`))
    .join(" & ");
  return sql`${column} @@ ${query}::tsquery`;
}

/** Whether `column`, lower-case text with a trigram index, contains the text. */
export const holds = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql`${column} like ${`%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`;

/** Whether `column`, lower-case text with a trigram index, contains each word of the text. */
export function holdsWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = searchWords(text);
  if (words.length === 0) return sql`false`;
  return sql`(${sql.join(
    words.map((word) => holds(column, word)),
    sql` and `,
  )})`;
}
