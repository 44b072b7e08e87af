import { type RawBuilder, sql } from "kysely";
import type { AccessScope } from "#server/http/requests/actor.ts";

/**
 * The imports the user can access, as a condition on `imports i`. Administrators see all imports, and
 * landlords see their own.
 */
export const importScope = ({ effectiveRole, userId }: AccessScope): RawBuilder<boolean> =>
  effectiveRole === "admin" ? sql`true` : sql`i.created_by_id = ${userId}`;
