import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { enqueue } from "#server/jobs/tasks.ts";

/** Ids of documents in a row of `document_word_bits`. */
export const idsInBits = 8_192;
export const idsOfBits = sql.lit(idsInBits);
export const noBits = sql`B'0'::bit(8192)`;

/** Among fewer documents the index of words is as quick. */
const documentsMin = 5_000;
/** A word is common when at least this share of the documents has it: `=Lease`, `<certificate`, `shall`. */
const shareMin = 0.0025;
const documentsAtOnce = 2_000;
/** Other jobs have their turn after so long. */
const runMsMax = 20_000;
const queue = "document-bits";

/** Once a minute, and at once when there is more. A killed run goes on with the next. */
export async function keepBits({ db }: Services, msMax = runMsMax): Promise<void> {
  if (await setBits(db, msMax))
    await enqueue(db, "keep-document-bits", {}, { queue, key: "keep-document-bits" });
}

/**
 * Sets the bits of documents whose words were written, and all bits of words that have become common, for so many milliseconds.
 * Says whether there is more to do.
 */
export async function setBits(db: Db, msMax: number): Promise<boolean> {
  const beganAt = performance.now();
  await addCommonWords(db);
  while ((await setBitsOfWritten(db)) || (await setBitsOfNextBlock(db)))
    if (performance.now() - beganAt > msMax) return true;
  return false;
}

/** PostgreSQL knows the most common words from its last look at the table. Blocks are common in none of what is asked. */
async function addCommonWords(db: Db): Promise<void> {
  await sql`
    insert into document_common_words (word)
    select common.word from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) common (word, share)
    where s.schemaname = current_schema() and s.tablename = 'document_words' and s.attname = 'words'
      and common.share >= ${shareMin} and left(common.word, 1) <> '#'
      and (select reltuples from pg_class where oid = 'document_words'::regclass) >= ${documentsMin}
    on conflict do nothing`.execute(db);
}

/** Says whether there may be more. */
const setBitsOfWritten = (db: Db): Promise<boolean> =>
  inNoHurry(db, async (transaction) => {
    const { rows } = await sql<{ id: number; documentId: number }>`
      select id, document_id as "documentId" from document_words_written
      order by id limit ${documentsAtOnce} for update skip locked`.execute(transaction);
    if (rows.length === 0) return false;
    const taken = sql`${rows.map(({ id }) => id)}::bigint[]`;
    await sql`
      update document_word_bits kept set bits = kept.bits & ~ lost.bits from (
        select word, document_id / ${idsOfBits} as block, ${bitsOf(sql`document_id`)} as bits
        from document_words_written cross join lateral unnest(lost) word
        where id = any(${taken}) and word in (select word from document_common_words) group by 1, 2
      ) lost where (kept.word, kept.block) = (lost.word, lost.block)`.execute(transaction);
    const words = await transaction.selectFrom("document_common_words").select("word").execute();
    await addBits(transaction, sql`w.id = any(${rows.map(({ documentId }) => documentId)}::bigint[])`, words);
    await sql`delete from document_words_written where id = any(${taken})`.execute(transaction);
    return rows.length === documentsAtOnce;
  });

/** One block of documents for the words that wait for it; says whether there was one. */
const setBitsOfNextBlock = (db: Db): Promise<boolean> =>
  inNoHurry(db, async (transaction) => {
    const { rows } = await sql<{ block: number; last: number; word: string }>`
      select c.blocks_done as block, c.word, (select coalesce(max(id), 0) / ${idsOfBits} from document_words) as last
      from document_common_words c where not c.is_complete
        and c.blocks_done = (select min(blocks_done) from document_common_words where not is_complete)`.execute(
      transaction,
    );
    const [next] = rows;
    if (next === undefined) return false;
    const { block, last } = next;
    const first = block * idsInBits;
    await addBits(transaction, sql`w.id >= ${first} and w.id < ${first + idsInBits}`, rows);
    await sql`
      update document_common_words set blocks_done = ${block + 1}, is_complete = ${block >= last}
      where word = any(${rows.map(({ word }) => word)}::text[])`.execute(transaction);
    return true;
  });

/** Long papers have many thousand words each. */
const inNoHurry = <T>(db: Db, work: (transaction: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    return work(transaction);
  });

async function addBits(
  db: Db,
  documents: RawBuilder<unknown>,
  words: readonly { word: string }[],
): Promise<void> {
  await sql`
    insert into document_word_bits as kept (word, block, bits)
    select had.lexeme, w.id / ${idsOfBits}, ${bitsOf(sql`w.id`)}
    from document_words w cross join lateral unnest(w.words) had
    where ${documents} and had.lexeme = any(${words.map(({ word }) => word)}::text[]) group by 1, 2 order by 1, 2
    on conflict (word, block) do update set bits = kept.bits | excluded.bits`.execute(db);
}

const bitsOf = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`bit_or(set_bit(${noBits}, (${ids} % ${idsOfBits})::integer, 1))`;
