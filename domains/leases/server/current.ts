import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { todayAt } from "./queries.ts";

/** The lease `l` runs today, by the day at its property `p`. */
export const isCurrent = (ctx: Ctx): RawBuilder<boolean> => sql`l.state in ('active', 'notice')
  and l.from_on <= ${todayAt(ctx)} and coalesce(l.to_on, 'infinity') >= ${todayAt(ctx)}`;

/** The lease `l` is active and begins later. */
export const isComing = (ctx: Ctx): RawBuilder<boolean> =>
  sql`l.state in ('active', 'notice') and l.from_on > ${todayAt(ctx)}`;
