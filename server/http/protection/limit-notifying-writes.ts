import type { Db } from "#server/db/database.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { type Area, getActionArea } from "#shared/permissions.ts";
import { isStaff } from "../../access/viewer.ts";
import type { Actor } from "../requests/actor.ts";
import { countUse, type Limit } from "./limits.ts";

const limit: Limit = { name: "notifying-writes", count: 100, windowMinutes: 10 };
/** Areas whose changes notify other people. */
const areas: readonly Area[] = ["work-orders", "documents", "payments"];

/**
 * Limits the changes that notify other people, if made by tenants or by people who aren't approved. Staff
 * aren't limited because they work through long lists.
 * @throws AppError too_many
 */
export async function limitNotifyingWrites(
  ctx: { db: Db; now: Date },
  actor: Actor,
  { method, action }: Endpoint,
): Promise<void> {
  if (method === "GET" || isStaff(actor.accessScope) || !areas.includes(getActionArea(action))) return;
  await countUse(ctx, limit, String(actor.id));
}
