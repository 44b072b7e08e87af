import { type RawBuilder, sql } from "kysely";
import type { Reach } from "#server/http/actor.ts";

/** The imports within `reach`, as a condition on `imports i`: admins see all, landlords their own. */
export const importScope = ({ caller, userId }: Reach): RawBuilder<boolean> =>
  caller === "admin" ? sql`true` : sql`i.created_by_id = ${userId}`;
