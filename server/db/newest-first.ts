import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";
import type { Slice } from "./list-counts.ts";

/** With a search text a total is counted up to here (requirements, "Lists"). */
export const searchCountedUpTo = 1_000;
/** What many records have is found among so many of the newest; for what is rarer its index is asked. */
const newestLookedAt = 20_000;

export interface Found {
  ids: number[];
  /** Counted to one more than `searchCountedUpTo`. */
  total: number;
}

/** So few hits among all there are, are asked one by one whether they are among the records. */
const fewHits = 5_000;

/**
 * The records in a slice of those that a search finds, newest first, with their number. `records` is a select of `id` and
 * what `hasWords` asks of it, as a table `r`, with all conditions but the words. The two ways that are quick, each where the
 * other is not, are tried one after the other, as the planner cannot know how many records have the words. Where it takes
 * long to tell the records from others, `everywhere` is a select of more of them, and `isOne` asks of each hit `r` among those.
 */
export async function searchNewest(
  db: Db,
  {
    records,
    hasWords,
    among,
  }: {
    records: RawBuilder<unknown>;
    hasWords: RawBuilder<boolean>;
    among?: { everywhere: RawBuilder<unknown>; isOne: RawBuilder<boolean> } | undefined;
  },
  { limit, offset, cursor }: Slice,
): Promise<Found> {
  const collected = Math.max(searchCountedUpTo + 1, offset + limit);
  const before = cursor === undefined ? sql`true` : sql`id < ${cursor}`;
  const part = sql`array(select id from hits where ${before} order by id desc limit ${limit} offset ${offset})`;
  if (among !== undefined) {
    const { rows } = await sql<Found & { met: number }>`
      with met as materialized (select r.* from (${among.everywhere}) r where ${hasWords} limit ${sql.lit(fewHits + 1)}),
      few as materialized (select * from met where (select count(*) from met) <= ${sql.lit(fewHits)}),
      hits as materialized (select r.id from few r where ${among.isOne})
      select (select count(*) from met) as met, (select count(*) from hits) as total, ${part} as ids`.execute(
      db,
    );
    if (rows[0] !== undefined && rows[0].met <= fewHits) return rows[0];
  }
  const { rows: newest } = await sql<Found & { looked: number }>`
    with newest as materialized (
      select * from (${records}) r where ${before} order by r.id desc limit ${sql.lit(newestLookedAt)}
    ), hits as materialized (select r.id from newest r where ${hasWords})
    select (select count(*) from newest) as looked, (select count(*) from hits) as total, ${part} as ids`.execute(
    db,
  );
  const [look] = newest;
  if (look !== undefined && look.total >= collected) return look;
  if (look !== undefined && look.looked < newestLookedAt && cursor === undefined) return look;
  // Without a limit the planner goes by the index of the words.
  const { rows } = await sql<Found>`
    with hits as materialized (select r.id from (${records}) r where ${hasWords})
    select (select count(*) from hits) as total, ${part} as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}
