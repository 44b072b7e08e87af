/** Further words of a search are ignored. */
export const searchWordsMax = 8;

/**
 * The words of a search text in lower case, each once. They are split at spaces and commas only: `101-A` and `St.` are searched
 * as written. What has no letter or digit is not a word.
 */
export const searchWords = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[\s,]+/))]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, searchWordsMax);
