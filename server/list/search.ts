import { type RawBuilder, sql } from "kysely";
import { foldText } from "#shared/fold-text.ts";
import { maxSearchWords, splitSearchWords } from "#shared/search-words.ts";

/**
 * Returns the words of a search text in the form of the `words` columns: runs of folded letters and digits,
 * without duplicates.
 */
export const extractWords = (text: string): string[] =>
  [...new Set(foldText(text).match(/[\p{Alphabetic}0-9]+/gu) ?? [])].slice(0, maxSearchWords);

/**
 * Whether the tsvector `column` has all words of the text, each as a whole word or a prefix. A single letter
 * among other words must match a whole word because nearly every record has a word that starts with it.
 */
export function matchesWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = extractWords(text);
  if (words.length === 0) return sql`false`;
  const query = words
    .map((word) => (word.length === 1 && words.length > 1 ? `'${word}'` : `'${word}':*`))
    .join(" & ");
  return sql`${column} @@ ${query}::tsquery`;
}

/** Whether `column`, folded text with a trigram index, contains the text. */
export const containsText = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql`${column} like ${`%${foldText(text).replace(/[\\%_]/g, "\\$&")}%`}`;

/** Whether `column`, folded text with a trigram index, contains each word of the text. */
export function containsWords(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const words = splitSearchWords(text);
  if (words.length === 0) return sql`false`;
  return sql`(${sql.join(
    words.map((word) => containsText(column, word)),
    sql` and `,
  )})`;
}
