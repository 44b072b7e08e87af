import { type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

/** A list of which counts are kept, newest first: what of it is asked for. */
export interface KeptList {
  list: "payments";
  /** The buildings it is narrowed to, of the lists that know them; undefined for the portfolio. */
  places?: readonly number[] | undefined;
  /** States, roles, ...; without any, all records. */
  facets?: readonly string[] | undefined;
}

const those = (kept: KeptList): RawBuilder<unknown> =>
  kept.places === undefined ? sql`${ofList(kept)} and c.place = 0` : inEachPlace(kept);

const inEachPlace = (kept: KeptList): RawBuilder<unknown> =>
  sql`${ofList(kept)} and ${kept.places === undefined ? sql`c.place > 0` : sql`c.place = any(${kept.places}::bigint[])`}`;

const ofList = ({ list, facets = [""] }: KeptList): RawBuilder<unknown> =>
  sql`c.list = ${sql.lit(list)} and c.facet = any(${facets}::text[])`;

/** The exact number of records, at the same cost for any number of them, as an expression. */
export const keptTotal = (kept: KeptList): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(c.count), 0)::bigint from list_counts c where ${those(kept)})`;

/** The number of records in each block, as a select of `block` and `count`. A block of payments is a month. */
export const keptBlocks = (kept: KeptList): RawBuilder<unknown> =>
  sql`select c.block, sum(c.count)::bigint as count from list_counts c where ${those(kept)} group by c.block`;

/** A stretch of a list that is newest first: `limit` records after the first `offset` of those before the id `cursor`. */
export interface Slice {
  limit: number;
  offset: number;
  cursor: number | undefined;
}

/** Makes one row of all changes of a count; what another one is folding is left to it. */
export async function foldListCounts(db: Db): Promise<void> {
  await sql`select fold_list_counts()`.execute(db);
}
