import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { todayAt } from "../queries.ts";

/** Whether the lease `l` is in effect today, by the date at its property `p`. */
export const isCurrent = (ctx: Ctx): RawBuilder<boolean> => sql`l.state in ('active', 'notice')
  and l.starts_on <= ${todayAt(ctx)} and coalesce(l.ends_on, 'infinity') >= ${todayAt(ctx)}`;

/** Whether the lease `l` is active but hasn't started yet. */
export const isUpcoming = (ctx: Ctx): RawBuilder<boolean> =>
  sql`l.state in ('active', 'notice') and l.starts_on > ${todayAt(ctx)}`;
