import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Found } from "#server/db/newest-first.ts";
import { preparedOf } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { idsInBits, idsOfBits, noBits } from "./keep-bits.ts";
import { type Asked, asTsquery, doMarksSayReach, type Within, withReach } from "./search-query.ts";

/** So many buildings are worth a mark each; where no mark of so many is common, the smaller number decides, and asks less of marks. */
const buildingsTried = [16, 8];
/** More documents whose bits are of before are too many to ask each of them. */
export const justWrittenMax = 2_000;

/**
 * The newest hits, `limit` at most, of what many documents have: documents for which the bits of all parts are
 * set, and those that bits do not know of. `rare` when a part has no common word, so that the index has few documents to go
 * through; `unknown` while no bits are kept, or too many documents were written since.
 */
export async function newestByBits(
  ctx: SignedInCtx,
  said: Asked,
  within: Within,
  limit: number,
): Promise<Found | "rare" | "unknown"> {
  const { db, actor } = ctx;
  const ways = buildingsTried.map((max) => ({ buildingsMax: max, asked: withReach(said, actor.reach, max) }));
  const words = [...new Set(ways.flatMap(({ asked }) => asked.flat()))];
  // Before any bits, so that a document whose bits are set in the meantime is still asked itself.
  const { rows } = await preparedOf(
    db,
    sql<Kept>`
    select exists (select from document_common_words where is_complete) as "areKept",
      array(select word from document_common_words where is_complete and word = any(${words}::text[])) as common,
      array(select document_id from document_words_written limit ${sql.lit(justWrittenMax + 1)}) as written,
      (select coalesce(max(id), 0) / ${idsOfBits} from document_words) as last, (select count(*) from properties) as buildings`,
  );
  const [kept] = rows;
  if (kept === undefined || !kept.areKept || kept.written.length > justWrittenMax) return "unknown";
  const common = new Set(kept.common);
  const way = ways.find(({ asked }) => asked.every((part) => part.some((word) => common.has(word))));
  if (way === undefined) return "rare";
  const parts = way.asked.map((part) => part.filter((word) => common.has(word)));
  const isFiltered = said.some(([word = ""]) => word.startsWith("="));
  const search = { db, asked: way.asked, parts, kept, limit, within, isFiltered };
  const areWithin = doMarksSayReach(actor.reach, { ...way, buildings: kept.buildings, words: parts.flat() });
  // About so many of the hits are within reach.
  const share = areWithin ? 1 : actor.reach.propertyIds.length / kept.buildings;
  const found = await Promise.all([whereBitsMeet(search, share), besidesBits(search)]);
  // One that is written at this moment may be in both.
  const ids = [...new Set(found.flat())].sort((a, b) => b - a);
  return { ids: ids.slice(0, limit), total: Math.min(ids.length, limit) };
}

interface Kept {
  areKept: boolean;
  common: string[];
  /** Documents whose words were written since their bits were. */
  written: number[];
  /** The newest block. */
  last: number;
  /** All that there are. */
  buildings: number;
}

interface Search {
  db: Db;
  asked: Asked;
  /** Of what is asked the words that have bits. */
  parts: Asked;
  kept: Kept;
  limit: number;
  within: Within;
  isFiltered: boolean;
}

/** Blocks that are read first: words that meet often have enough hits in them. */
const blocksAtFirst = 4;
/** Longer stretches are read by two connections side by side. */
const blocksAtOnceMax = 16;
/** Of documents that may be within reach so many at most are looked up at once. */
const lookedUpMax = 8_192;

/** Documents within reach for which the bits of all parts are set, from the newest on, `limit` or some more. */
async function whereBitsMeet(search: Search, share: number): Promise<number[]> {
  const { db, parts, kept, limit } = search;
  const found: number[] = [];
  let blocks = blocksAtFirst;
  for (let through = kept.last; through >= 0 && found.length < limit; through -= blocks) {
    if (through < kept.last) {
      const likely = (1.3 * (limit - found.length) * (kept.last - through)) / found.length;
      blocks = Math.ceil(Math.min(through + 1, Math.max(2 * blocks, likely)));
    }
    const first = Math.max(0, through - blocks + 1);
    const middle = blocks > blocksAtOnceMax ? Math.ceil((first + through) / 2) : first;
    const met = await Promise.all([
      blocksWithBits(db, parts, middle, through),
      middle > first ? blocksWithBits(db, parts, first, middle - 1) : [],
    ]);
    const ids = newestIn(met.flat(), new Set(kept.written));
    while (found.length < limit) {
      const wanted = Math.ceil((limit - found.length) / share);
      const some = take(ids, Math.min(wanted, lookedUpMax));
      if (some.length === 0) break;
      found.push(...(share === 1 ? some : await thoseWithin(search, some)));
    }
  }
  return found;
}

async function thoseWithin({ db, within }: Search, ids: readonly number[]): Promise<number[]> {
  const { rows } = await preparedOf(
    db,
    within(sql`select * from document_words w where w.id = any(${ids}::bigint[])`),
  );
  return rows.map(({ id }) => id);
}

interface Block {
  block: number;
  bits: Buffer;
}

/** Blocks in which the bits of all parts meet somewhere, newest first. */
async function blocksWithBits(db: Db, parts: Asked, first: number, through: number): Promise<Block[]> {
  const places = parts.flatMap((part, place) => part.map(() => place));
  const { rows } = await preparedOf(
    db,
    sql<Block>`
    select block, bit_send(bit_and(bits)) as bits from (
      select part, block, bit_or(bits) as bits
      from unnest(${places}::integer[], ${parts.flat()}::text[]) asked (part, word) join document_word_bits using (word)
      where block between ${first}::integer and ${through}::integer group by part, block
    ) parts group by block having count(*) = ${parts.length}::integer and bit_and(bits) <> ${noBits} order by block desc`,
  );
  return rows;
}

/** As PostgreSQL sends bits: their number in four bytes, then the first bit as the highest of the first byte. */
const bytesBefore = 4;

/** The ids with a bit in them that are not `besides`, newest first. */
function* newestIn(blocks: readonly Block[], besides: ReadonlySet<number>): Generator<number> {
  for (const { block, bits } of blocks)
    for (let at = bits.length - 1; at >= bytesBefore; at -= 1) {
      const byte = bits[at] ?? 0;
      for (let bit = 7; byte !== 0 && bit >= 0; bit -= 1) {
        const id = block * idsInBits + (at - bytesBefore) * 8 + bit;
        if ((byte & (0x80 >> bit)) !== 0 && !besides.has(id)) yield id;
      }
    }
}

function take<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  for (let item = items.next(); item.done !== true; item = items.next())
    if (taken.push(item.value) === count) break;
  return taken;
}

/**
 * Documents whose bits are of before, and those that have a part only as a word without bits. These are few; in the index each
 * further word costs more than a look at the document.
 */
async function besidesBits({ db, asked, parts, kept, limit, within, isFiltered }: Search): Promise<number[]> {
  const rare = asked.flatMap((part) => {
    const words = part.filter((word) => !kept.common.includes(word));
    const clearest = asked.filter((other) => other !== part).slice(0, 1);
    return words.length === 0 ? [] : [asTsquery([words, ...clearest])];
  });
  const written = sql`${kept.written}::bigint[]`;
  const have = (query: string) => sql`w.words @@ (select ${query}::tsquery)`;
  const documents = [
    ...(kept.written.length === 0 ? [] : [sql`select * from document_words w where w.id = any(${written})`]),
    ...rare.map(
      (query) => sql`
      select * from (select * from document_words w where ${have(query)} offset 0) w
      where w.id <> all(${written}) and not ${have(asTsquery(parts))}`,
    ),
  ];
  if (documents.length === 0) return [];
  const selects = documents.map((some) => {
    const hits = within(sql`select * from (${some} offset 0) w where ${have(asTsquery(asked))}`);
    return sql`(${hits} order by d.id desc limit ${sql.lit(limit)})`;
  });
  const statement = sql<{ id: number }>`${sql.join(selects, sql` union `)}`;
  // Filters make many texts, and each that is prepared costs memory on every connection.
  const { rows } = await (isFiltered ? statement.execute(db) : preparedOf(db, statement));
  return rows.map(({ id }) => id);
}
