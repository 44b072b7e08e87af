import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { Person } from "../people-contract.ts";
import { isOfBuildings, personScope } from "./access.ts";

/** What the search of the top bar shows of a person. */
export interface PersonFound {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  state: Person["state"];
  /** A building of the caller's that the person has to do with; null for who has the list of everybody. */
  propertyId: number | null;
}

const wordsMax = 8;
/** So many are collected by the index of words; what more have is common. */
const collectedMax = 2_000;
/** And is found among so many of the newest. */
const newestLookedAt = 1_000;
/** The index of words knows groups of three letters. */
const lettersInIndex = 3;

/** People within reach whose name or e-mail address has each of the words, newest first. */
export async function findPeopleByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PersonFound[]> {
  const words = [...new Set(text.toLowerCase().split(/[\s,]+/))].filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return [];
  const { reach } = ctx.actor;
  const hasWords = sql`(${sql.join(words.slice(0, wordsMax).map(hasWord), sql` and `)})`;
  const isWithin = reach.caller === "admin" ? sql`true` : isOfBuildings("r", reach.propertyIds);
  const collected = sql`select r.* from users r where ${hasWords} limit ${sql.lit(collectedMax)}`;
  const isIndexed = words.some((word) => word.length >= lettersInIndex);
  const { rows } = isIndexed
    ? await sql<{ isCommon: boolean; ids: number[] }>`
        with collected as materialized (${collected}),
        counted as materialized (select count(*) = ${sql.lit(collectedMax)} as is_common from collected)
        select is_common as "isCommon", array(select r.id from collected r where not is_common and ${isWithin}
          order by r.id desc limit ${sql.lit(limit)}) as ids
        from counted`.execute(ctx.db)
    : { rows: [] };
  const { isCommon, ids } = rows[0] ?? { isCommon: true, ids: [] };
  if (!isCommon) return ids.length === 0 ? [] : read(ctx, sql`select unnest(${ids}::bigint[])`);
  const newest = await read(
    ctx,
    sql`select r.id from (select u.* from users u order by u.id desc limit ${sql.lit(newestLookedAt)}) r
      where ${hasWords} and ${isWithin} order by r.id desc limit ${sql.lit(limit)}`,
  );
  if (newest.length >= limit) return newest;
  // Few of everybody's newest are a landlord's, or have the words: then all within reach are looked at, or some with the words.
  const others =
    reach.caller === "admin" ? collected : sql`select u.* from users u where ${personScope(reach)}`;
  return read(
    ctx,
    sql`select r.id from (${others}) r where ${hasWords} order by r.id desc limit ${sql.lit(limit)}`,
  );
}

/** Those of the people with these ids that are within reach. */
export const peopleFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<PersonFound[]> =>
  read(
    ctx,
    sql`select u.id from users u where u.id = any(${ids}::bigint[]) and ${personScope(ctx.actor.reach)}`,
  );

/** As the index `users_words` has it. */
const hasWord = (word: string): RawBuilder<boolean> =>
  sql`lower(r.full_name || ' ' || r.email) like ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`;

async function read({ db, actor }: SignedInCtx, ids: RawBuilder<unknown>): Promise<PersonFound[]> {
  const { caller, propertyIds } = actor.reach;
  const own = sql`any(${propertyIds}::bigint[])`;
  const { rows } = await sql<PersonFound>`
    select u.id, u.full_name as "fullName", u.email, u.role, u.state,
      ${
        caller === "admin"
          ? sql`null`
          : sql`coalesce((
              select place.property_id from (
                select u.claimed_property_id as property_id
                union all select m.property_id from lease_members m where m.user_id = u.id
                union all select s.property_id from property_staff s where s.user_id = u.id
                union all select l.property_id from property_landlords l where l.user_id = u.id
              ) place where place.property_id = ${own} limit 1), ${propertyIds[0] ?? null}::bigint)`
      } as "propertyId"
    from users u where u.id in (${ids}) order by u.id desc`.execute(db);
  return rows;
}
