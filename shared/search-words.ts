import { foldText } from "./fold-text.ts";

/** Additional words of a search are ignored. */
export const maxSearchWords = 8;

/**
 * Returns the words of a search text in lower case, without duplicates. They are split at spaces and commas
 * only, so `101-A` and `St.` are searched as written. Text without a letter or digit isn't a word.
 */
export const splitSearchWords = (text: string): string[] =>
  [...new Set(foldText(text).split(/[\s,]+/))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxSearchWords);
