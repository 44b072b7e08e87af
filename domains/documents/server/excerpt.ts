import { type RawBuilder, sql } from "kysely";
import type { DocumentCard } from "../contract.ts";

/** What `read-pdf-text.mjs` writes between pages. */
const pageBreak = "\f";
/** How much of a text is searched for a hit to show. */
const lookedAt = 100_000;
const lettersBefore = 80;
const lettersShown = 260;

/**
 * The search words as patterns: each word, and a number with its separators as a whole, since the digit groups of
 * 1,000,000 occur everywhere.
 */
export function soughtIn(asked: string, words: readonly string[]): string[] {
  const numbers = (asked.match(/\d+(?:[.,'\u2019]\d+)+/g) ?? []).map((number) => number.split(/\D/));
  const alone = words.filter((word) => !numbers.some((groups) => groups.includes(word)));
  return [...alone, ...numbers.map((groups) => groups.join("[.,'\u2019]"))];
}

/** What `surroundings` selects. */
export interface Surroundings {
  page: number;
  text: string;
}

/** The text of `documents d` around the first hit, with one more letter at either end where it was cut, and its page. */
export const surroundings = (words: readonly string[]): RawBuilder<unknown> => {
  const pattern = `(?<![[:alnum:]])(${longestFirst(words).join("|")})`;
  return sql`(select jsonb_build_object('page', regexp_count(left(d.text, place), ${pageBreak}) + 1, 'text', (case when place > ${lettersBefore + 1} then '\u2026' else '' end)
      || substr(d.text, greatest(1, place - ${lettersBefore}), ${lettersShown})
      || (case when length(d.text) >= greatest(1, place - ${lettersBefore}) + ${lettersShown} then '\u2026' else '' end))
    from -- once, and not for each place it is named at
      (select regexp_instr(left(d.text, ${lookedAt}), ${pattern}, 1, 1, 0, 'i') as place offset 0) found
    where place > 0)`;
};

/** The text in pieces; words that begin with one of `words` are hits. */
export function piecesOf(
  text: string,
  words: readonly string[],
): NonNullable<DocumentCard["excerpt"]>["pieces"] {
  const letter = String.raw`[\p{L}\p{N}\p{M}]`;
  const hit = new RegExp(`((?<!${letter})(?:${longestFirst(words).join("|")})${letter}*)`, "giu");
  return text
    .replace(/\s+/g, " ")
    .split(hit)
    .map((piece, place) => ({ text: piece, isHit: place % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

const longestFirst = (words: readonly string[]): string[] => [...words].sort((a, b) => b.length - a.length);
