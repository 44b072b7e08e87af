import { isDatabaseUnavailable } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { unavailable } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import type { SearchResponse } from "../contract.ts";
import type { RankedHit, SearchGroup } from "./search-groups.ts";
import { getSearchGroups } from "./search-groups.ts";

/** The maximum wait for each type. `searchDb` stops its statements. */
const timeoutMs = 2_000;

/**
 * Returns the records in the user's lists that match `text`, grouped by type. The best match and its type
 * come first (NAV-31). If nothing matches, returns those that match with one typo per word.
 * @throws AppError unavailable when no type could be searched in time
 */
export async function searchEverything(ctx: SignedInCtx, text: string): Promise<SearchResponse> {
  const result = await searchGroups(ctx, text, ({ findByText }, boundedCtx) => findByText(boundedCtx, text));
  const partialTexts = getPartialTexts(text);
  if (result.hits.length > 0 || result.unanswered.length > 0 || partialTexts.length === 0) return result;
  const corrected = await searchGroups(ctx, text, async ({ findByText }, boundedCtx) => {
    const hits: RankedHit[] = [];
    for (const partialText of partialTexts)
      for (const hit of await findByText(boundedCtx, partialText))
        if (hasWordsWithTypo(hit.title, text) && !hits.some(({ id }) => id === hit.id)) hits.push(hit);
    return hits;
  });
  // The lists find nothing for a typo.
  return { ...corrected, counts: [] };
}

/** Searches all types in parallel with `find`, each with its own time limit. */
async function searchGroups(
  ctx: SignedInCtx,
  text: string,
  find: (group: SearchGroup, boundedCtx: SignedInCtx) => Promise<RankedHit[]>,
): Promise<SearchResponse> {
  const groups = getSearchGroups(ctx);
  const responses = await Promise.allSettled(
    groups.map((group) =>
      withTimeout(ctx, async (boundedCtx) => {
        const hits = await find(group, boundedCtx);
        // With fewer hits, all matches are among them.
        const count = hits.length < group.limit ? undefined : await group.countByText?.(boundedCtx, text);
        return { ...rankHits(hits, text, group.limit), count: count ?? hits.length };
      }),
    ),
  );
  const failures = responses.flatMap((response) => (response.status === "rejected" ? [response.reason] : []));
  for (const failure of failures) {
    if (isDatabaseUnavailable(failure)) throw failure;
    ctx.log.warn({ err: failure }, "Part of a search failed.");
  }
  if (failures.length === groups.length) throw unavailable("Search is taking too long. Please try again.");
  const successes = responses.flatMap((response) =>
    response.status === "fulfilled" ? [response.value] : [],
  );
  return {
    hits: successes.sort((a, b) => a.rank - b.rank).flatMap(({ bestHits }) => bestHits),
    counts: groups.flatMap(({ kind }, index) => {
      const response = responses[index];
      if (response?.status !== "fulfilled") return [];
      const { count, bestHits } = response.value;
      return count > bestHits.length ? [{ kind, count }] : [];
    }),
    unanswered: groups.filter((_, index) => responses[index]?.status === "rejected").map(({ kind }) => kind),
  };
}

/** Runs `read` on the connections reserved for searches, and stops waiting after `timeoutMs`. */
async function withTimeout<T>(ctx: SignedInCtx, read: (ctx: SignedInCtx) => Promise<T>): Promise<T> {
  const reading = read({ ...ctx, db: ctx.searchDb });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Part of a search took too long.")), timeoutMs);
  });
  try {
    return await Promise.race([reading, timeout]);
  } finally {
    clearTimeout(timer);
    reading.catch(() => undefined);
  }
}

/** The words people type before a number. */
const numberPrefix = /^(?:#?\s*wo-?|receipt|unit|suite|apartment|apt\.?)?\s*#?\s*/;

/**
 * Returns the `limit` best matches for a search text. Exact number matches come first, then exact titles,
 * then titles that start with the text, then titles with a word that starts with it, then the rest. Within
 * each rank, the original order (newest first) is kept. Also returns the rank of the best match. Lower is
 * better.
 */
function rankHits(
  hits: readonly RankedHit[],
  text: string,
  limit: number,
): { bestHits: RankedHit[]; rank: number } {
  const query = foldText(text);
  const number = query.replace(numberPrefix, "");
  const words = splitWords(query);
  const getRank = (hit: RankedHit): number => {
    const title = foldText(hit.title);
    if (hit.number !== undefined && (hit.number === number || hit.number === number.replace(/^0+/, "")))
      return 0;
    if (title === query) return 1;
    if (title.startsWith(query)) return 2;
    const titleWords = splitWords(title);
    return words.every((word) => titleWords.some((titleWord) => titleWord.startsWith(word))) ? 3 : 4;
  };
  const rankedHits = hits
    .map((hit, index) => ({ hit, index, rank: getRank(hit) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  return {
    bestHits: rankedHits.slice(0, limit).map(({ hit }) => hit),
    rank: rankedHits[0]?.rank ?? 0,
  };
}

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const minLettersForTypo = 5;
const maxWordsWithTypo = 2;

/**
 * Returns search texts that find words with one typo. In each, one of the longest words is shortened: to one
 * half, because the typo is in the other half, or to its first two or three letters, because most types match
 * only the start of words. In the last, all of them are shortened to their first letters.
 */
function getPartialTexts(text: string): string[] {
  const words = splitWords(foldText(text));
  const longWords = words
    .filter((word) => word.length >= minLettersForTypo && /^\p{L}+$/u.test(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, maxWordsWithTypo);
  const texts = longWords.flatMap((word) => {
    const half = Math.max(3, Math.floor(word.length / 2));
    return [word.slice(0, half), word.slice(0, 3), word.slice(0, 2), word.slice(-half)].map((part) =>
      words.map((other) => (other === word ? part : other)).join(" "),
    );
  });
  const starts = words.map((word) => (longWords.includes(word) ? word.slice(0, 3) : word)).join(" ");
  return longWords.length === 0 ? [] : [...new Set([...texts, starts])];
}

/** Whether the title has all words of the text, one or two of them with a typo. */
function hasWordsWithTypo(title: string, text: string): boolean {
  const titleWords = splitWords(foldText(title));
  const missingWords = splitWords(foldText(text)).filter(
    (word) => !titleWords.some((titleWord) => titleWord.startsWith(word)),
  );
  return (
    missingWords.length > 0 &&
    missingWords.length <= maxWordsWithTypo &&
    missingWords.every((word) => titleWords.some((titleWord) => isOneTypoApart(titleWord, word)))
  );
}

/** Whether one letter is missing, added, or different, or two neighbors are swapped. */
function isOneTypoApart(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  let prefixLength = 0;
  while (prefixLength < length && a[prefixLength] === b[prefixLength]) prefixLength += 1;
  let suffixLength = 0;
  while (suffixLength < length - prefixLength && a.at(-1 - suffixLength) === b.at(-1 - suffixLength))
    suffixLength += 1;
  const [restA, restB] = [
    a.slice(prefixLength, a.length - suffixLength),
    b.slice(prefixLength, b.length - suffixLength),
  ];
  return (
    (restA.length <= 1 && restB.length <= 1) ||
    (restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0])
  );
}
