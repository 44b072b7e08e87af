/** An order's number as people type it: `7`, `0007`, `wo-7`, `#WO-0007`. */
const asNumber = /^#?\s*(?:wo-?)?0*(\d{1,15})$/i;

/** What a search text asks for: an order by its number, or orders whose title and location have all of its words. */
export type SearchedFor = { number: number } | { words: string[] };

/** More words than this narrow nothing down. */
const wordsMax = 8;

export function readSearch(text: string): SearchedFor {
  const number = asNumber.exec(text.trim())?.[1];
  if (number !== undefined) return { number: Number(number) };
  // As the column `words` is made: letters and digits are a word, everything else parts words.
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return { words: [...new Set(words)].slice(0, wordsMax) };
}

/**
 * The words as PostgreSQL's full text search reads them; `unfinished` ones may go on. Beginnings cost far more than whole
 * words, and one letter among other words says too little to be worth it.
 */
export function asTsquery(words: readonly string[], unfinished: readonly string[]): string {
  return words
    .map((word) => {
      const mayGoOn = unfinished.includes(word) && (words.length === 1 || word.length > 1);
      return `'${word}'${mayGoOn ? ":*" : ""}`;
    })
    .join(" & ");
}
