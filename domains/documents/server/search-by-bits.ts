import { type RawBuilder, sql } from "kysely";
import type { Found } from "#server/db/newest-first.ts";
import { preparedOf } from "#server/db/statements.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { idsInBits, idsOfBits, noBits } from "./keep-bits.ts";
import { type Asked, asTsquery, type Within, withReach } from "./search-query.ts";

/** So many buildings are worth a mark each; where no mark of so many is common, the smaller number decides, and asks less of marks. */
const buildingsMax = [16, 8];

/**
 * The newest hits, `limit` at most, of what many documents have (decision 034): blocks of ids in which the bits of all parts meet
 * are looked at from the newest on. `rare` when a part has no common word, so that the index has few documents to go through;
 * `unknown` while no bits are kept.
 */
export async function newestByBits(
  ctx: SignedInCtx,
  said: Asked,
  within: Within,
  limit: number,
): Promise<Found | "rare" | "unknown"> {
  const ways = buildingsMax.map((max) => withReach(said, ctx.actor.reach, max));
  const { rows } = await preparedOf(
    ctx.db,
    sql<{ areKept: boolean; words: string[] }>`
    select exists (select from document_common_words where is_complete) as "areKept",
      array(select word from document_common_words where is_complete and word = any(${[...new Set(ways.flat(2))]}::text[])) as words`,
  );
  const common = new Set(rows[0]?.words);
  const asked = ways.find((parts) => parts.every((part) => part.some((word) => common.has(word))));
  if (asked === undefined) return rows[0]?.areKept === true ? "rare" : "unknown";
  const words = asked.map((part) => part.filter((word) => common.has(word)));
  // What a word adds that has no bits is little. In the index each further word costs more than a look at the document.
  const besides = asked.flatMap((part) => {
    const rare = part.filter((word) => !common.has(word));
    const clearest = asked.filter((other) => other !== part).slice(0, 1);
    return rare.length === 0 ? [] : [asTsquery([rare, ...clearest])];
  });
  const newestOf = (some: RawBuilder<unknown>) => sql`
    ${within(sql`select w.* from (${some} offset 0) w where w.words @@ (select ${asTsquery(asked)}::tsquery)`)} order by d.id desc`;
  const selects = [
    whereBitsMeet(words, within),
    newestOf(sql`select w.* from document_words w where w.id in (${justWritten})`),
    ...besides.map((query) =>
      newestOf(sql`select w.* from document_words w where w.words @@ (select ${query}::tsquery)`),
    ),
  ].map((select) => sql`(${select} limit ${sql.lit(limit)})`);
  const statement = sql<{ id: number }>`
    select id from (${sql.join(selects, sql` union `)}) hits order by id desc limit ${sql.lit(limit)}`;
  // Filters make many texts, and each that is prepared costs memory on every connection.
  const isFiltered = said.some(([word = ""]) => word.startsWith("="));
  const found = isFiltered ? await statement.execute(ctx.db) : await preparedOf(ctx.db, statement);
  return { ids: found.rows.map(({ id }) => id), total: found.rows.length };
}

/** So many blocks are read, and further ones while they have too few hits: common words that meet often have enough in the first. */
const newestBlocks = [4, 16, 48];
const piecesInBlock = 8;
/** Documents of neighbouring pieces are looked up together while they are no more than so many. */
const togetherMax = 512;

/** Their bits are of before. */
const justWritten = sql`select document_id from document_words_written`;

/**
 * The hits, newest first. In each step of blocks the bits of a part's words are or-ed and those of all parts and-ed. What is left
 * is cut into pieces; neighbouring ones are put together again to a turn of some hundred documents, which are looked up at
 * once: where a bit is set is told by the lengths of the zeros between the ones.
 */
function whereBitsMeet(words: Asked, within: Within): RawBuilder<unknown> {
  const parts = words.flatMap((part, place) => part.map(() => place));
  const ids = sql.lit(idsInBits / piecesInBlock);
  const steps = [0, ...newestBlocks].map((before, place) => {
    const through = newestBlocks[place];
    return sql`(${through === undefined ? sql`0` : sql`last.block - ${sql.lit(through)} + 1`}, last.block - ${sql.lit(before)})`;
  });
  return sql`
    select hits.id from (select coalesce(max(id), 0) / ${idsOfBits} as block from document_words) last
    cross join lateral (values ${sql.join(steps)}) step (first, through)
    cross join lateral (
      select array_agg(first order by first desc) as firsts, string_agg(bits::text, '' order by first desc) as bits
      from (
        select first, bits, (sum(bit_count(bits)) over (order by first desc) - bit_count(bits))::bigint / ${sql.lit(togetherMax)} as turn
        from (
          select block::bigint * ${idsOfBits} + piece * ${ids} as first, substring(bits from piece * ${ids} + 1 for ${ids}) as bits
          from (
            select block, bit_and(bits) as bits from (
              select part, block, bit_or(bits) as bits
              from unnest((select ${parts}::integer[]), (select ${words.flat()}::text[])) asked (part, word) join document_word_bits using (word)
              where block between step.first and step.through group by part, block
            ) parts group by block having count(*) = ${sql.lit(words.length)} and bit_and(bits) <> ${noBits}
          ) met cross join generate_series(0, ${sql.lit(piecesInBlock - 1)}) piece
        ) pieces where bit_count(bits) > 0
      ) turns group by turn order by turn
    ) turn
    cross join lateral (
      ${within(sql`
        select w.* from document_words w where w.id not in (${justWritten}) and w.id = any(array(
          select turn.firsts[(place - 1) / ${ids} + 1] + (place - 1) % ${ids} from (
            select sum(octet_length(gap) + 1) over (order by number) as place
            from string_to_table(turn.bits, '1') with ordinality gaps (gap, number)
          ) places where place <= octet_length(turn.bits)))`)} order by d.id desc
    ) hits`;
}
