import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "#server/http/actor.ts";

/** The imports within the access scope, as a condition on `imports i`: admins see all, landlords their own. */
export const importScope = ({ effectiveRole, userId }: AccessScope): RawBuilder<boolean> =>
  effectiveRole === "admin" ? sql`true` : sql`i.created_by_id = ${userId}`;
