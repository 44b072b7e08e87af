import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/**
 * The order in which payments and credits are applied to the charges `r` of the property `p`: first those due
 * by today's date at the property, then later ones. Within each, the oldest due date comes first, and late
 * fees come last.
 */
export const paymentOrder = ({ now }: Pick<Ctx, "now">): RawBuilder<unknown> => sql`
  r.due_on > (${now}::timestamptz at time zone p.time_zone)::date,
  r.charge_kind is not distinct from 'late-fee', r.due_on, r.entry_id`;
