import type { Found } from "./groups.ts";

/** The words people write before a number. */
const beforeNumbers = /^(?:#?\s*wo-?|receipt|unit|suite|apartment|apt\.?)?\s*#?\s*/;

/**
 * The `shown` best matches for a search text. Exact number matches come first, then exact titles, then titles that begin with
 * the text, then titles with a word that begins with it, then the rest; within each rank the given order (newest first) is
 * kept. Also gives the rank of the best match; lower is better.
 */
export function bestFirst(
  found: readonly Found[],
  text: string,
  shown: number,
): { best: Found[]; worth: number } {
  const asked = text.toLowerCase();
  const number = asked.replace(beforeNumbers, "");
  const words = wordsIn(asked);
  const worthOf = (one: Found): number => {
    const title = one.title.toLowerCase();
    if (one.number !== undefined && (one.number === number || one.number === number.replace(/^0+/, "")))
      return 0;
    if (title === asked) return 1;
    if (title.startsWith(asked)) return 2;
    const titled = wordsIn(title);
    return words.every((word) => titled.some((one) => one.startsWith(word))) ? 3 : 4;
  };
  const inOrder = found
    .map((one, place) => ({ one, place, worth: worthOf(one) }))
    .sort((a, b) => a.worth - b.worth || a.place - b.place);
  return { best: inOrder.slice(0, shown).map(({ one }) => one), worth: inOrder[0]?.worth ?? 0 };
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
