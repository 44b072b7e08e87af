import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Reach } from "#server/http/actor.ts";
import type { ListQuery } from "./list-filters.ts";
import type { SoughtWord } from "./search-words.ts";

/** A beginning that more words have is too vague for pairs, and so are pairs of beginnings. */
const alternativesMax = 128;
/** Buildings that are worth a pair each; more are most of the orders, where few hits lie elsewhere. */
const buildingsMax = 8;

/** The words searched for as the index of pairs knows them: numbers that stand for words. */
export interface SoughtPairs {
  /** For each word the one, or all that begin with it. */
  words: number[][];
  /** The few buildings the orders may be in. */
  buildings: number[];
}

/** Undefined when a word is too vague; a word that nobody ever wrote has no alternatives. */
export async function readPairs(
  db: Db,
  reach: Reach,
  query: ListQuery,
  words: readonly SoughtWord[],
): Promise<SoughtPairs | undefined> {
  const { rows } = await sql<{ words: number[]; buildings: number[] }>`
    select array(select hashtext(known.word) from work_order_vocabulary known
        where known.word between sought.word and case when goes_on then sought.word || chr(1114111) else sought.word end
        limit ${sql.lit(alternativesMax + 1)}) as words,
      array(select hashtext('@' || id) from unnest(${buildingsOf(reach, query)}::bigint[]) id) as buildings
    from unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ goesOn }) => goesOn)}::boolean[])
      with ordinality sought (word, goes_on, place)
    order by place`.execute(db);
  const pairs = { words: rows.map((row) => row.words), buildings: rows[0]?.buildings ?? [] };
  const isVague = pairs.words.some(({ length }) => length > alternativesMax);
  return isVague || (words.length > 1 && pairConditions(pairs).length === 0) ? undefined : pairs;
}

/** Those of the words that some order had at some time. */
export async function everWritten(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from work_order_vocabulary where word = any(${words}::text[])`.execute(db);
  return rows.map(({ word }) => word);
}

function buildingsOf({ everywhere, caller, propertyIds }: Reach, { propertyId }: ListQuery): number[] {
  if (propertyId !== undefined) return [propertyId];
  return everywhere || caller === "admin" || propertyIds.length > buildingsMax ? [] : propertyIds;
}

/**
 * Conditions that every hit meets, and few other orders `o`: each word stands with the next one, whichever are the rarest
 * two, and the clearest word stands in one of the buildings.
 */
export function pairConditions(pairs: SoughtPairs): RawBuilder<unknown>[] {
  const { words, buildings } = pairs;
  // Two words are one pair, and three words three: the last one stands with the first.
  const followed = words.slice(words.length > 2 ? 0 : 1);
  const beside = followed.map((word, place) => pairsOf(word, words.at(place - followed.length + 1) ?? []));
  if (buildings.length > 0) beside.push(pairsOf(clearest(pairs), buildings));
  const few = beside.filter(({ length }) => length <= alternativesMax);
  const whole = few.filter(({ length }) => length === 1).flat();
  return [
    ...(whole.length > 0 ? [sql`${pairsOfOrder} @> ${whole}::integer[]`] : []),
    ...few.filter(({ length }) => length !== 1).map((any) => sql`${pairsOfOrder} && ${any}::integer[]`),
  ];
}

/** The same within the block of ids whose mark has the hash `blocks.hash`. */
export function pairConditionsInBlock(pairs: SoughtPairs): RawBuilder<unknown>[] {
  const inBlock = sql.join(clearest(pairs).map((word) => sql`blocks.hash # ${word}::integer`));
  return [...pairConditions(pairs), sql`${pairsOfOrder} && array[${inBlock}]`];
}

/** As the index has it. */
const pairsOfOrder = sql`work_order_pairs(o.words, o.property_id, o.id)`;

const pairsOf = (these: readonly number[], those: readonly number[]): number[] =>
  these.flatMap((one) => those.map((other) => one ^ other));

const clearest = ({ words: [first = [], ...others] }: SoughtPairs): number[] =>
  others.reduce((least, word) => (word.length < least.length ? word : least), first);
