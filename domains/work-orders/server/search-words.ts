/** An order's number as people type it: `7`, `0007`, `wo-7`, `#WO-0007`. */
const asNumber = /^#?\s*(?:wo-?)?0*(\d{1,15})$/i;

/** What a search text asks for: an order by its number, or orders whose title and location have all of its words. */
export type SearchedFor = { number: number } | { words: string[] };

/** A word that an order must have, or of which it must have the beginning. */
export interface SoughtWord {
  word: string;
  goesOn: boolean;
}

/** More words than this narrow nothing down. */
const wordsMax = 8;

export function readSearch(text: string): SearchedFor {
  const number = asNumber.exec(text.trim())?.[1];
  if (number !== undefined) return { number: Number(number) };
  return { words: wordsOf(text) };
}

/** As the column `words` is made: letters and digits are a word, everything else parts words. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words)].slice(0, wordsMax);
}

/** The words, of which the `unfinished` ones may go on; one letter among other words says too little for that. */
export const sought = (words: readonly string[], unfinished: readonly string[]): SoughtWord[] =>
  words.map((word) => ({
    word,
    goesOn: unfinished.includes(word) && (words.length === 1 || word.length > 1),
  }));

/** The words as PostgreSQL's full text search reads them. */
export const asTsquery = (words: readonly SoughtWord[]): string =>
  words.map(({ word, goesOn }) => `'${word}'${goesOn ? ":*" : ""}`).join(" & ");
