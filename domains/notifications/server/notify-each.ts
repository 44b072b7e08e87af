import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { NewsKind } from "../topics.ts";
import { newsInsert, ringBells } from "./notify.ts";

/** What one person is told. */
export interface OwnNews {
  userId: number;
  text: string;
  link: string;
  propertyId: number;
}

/** `notify` for many people, each of whom is told something else. */
export async function notifyEach(ctx: Ctx, kind: NewsKind, told: readonly OwnNews[]): Promise<void> {
  if (told.length === 0) return;
  const people = sql`select * from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
    as told ("userId" bigint, text text, link text, "propertyId" bigint)`;
  const news = newsInsert(
    sql`select "userId" as user_id, text, link, "propertyId" as property_id from (${people}) told`,
    ctx,
    {
      kind,
      text: sql<string>`text`,
      link: sql<string>`link`,
      propertyId: sql<number>`property_id`,
    },
  );
  const { rows } = await sql<{ user_id: number }>`${news}`.execute(ctx.db);
  ringBells(ctx, [...new Set(rows.map(({ user_id }) => user_id))]);
}
