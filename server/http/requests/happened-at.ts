import type { FastifyRequest } from "fastify";
import { invalid } from "#shared/errors.ts";
import { instant } from "#shared/http/fields.ts";
import type { Actor } from "./actor.ts";

const timestamp = instant("Happened-At must be a UTC timestamp, such as 2026-11-25T07:40:00Z.");
/** Times reported by a device that was offline for longer are ignored. */
const maxDaysBack = 14;

/**
 * Returns when a change was made, as reported by a technician's phone in `Happened-At` (requirements,
 * "Writes"). The time is limited to the last 14 days. Without the header and for other roles, it is now.
 * @throws AppError invalid
 */
export function readHappenedAt(request: FastifyRequest, actor: Actor | null, now: Date): Date {
  const header = request.headers["happened-at"];
  if (header === undefined || actor?.accessScope.effectiveRole !== "maintenance") return now;
  const parsed = timestamp.safeParse(header);
  if (!parsed.success) throw invalid({ "Happened-At": parsed.error.issues[0]?.message ?? "" });
  const earliest = now.getTime() - maxDaysBack * 86_400_000;
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(parsed.data))));
}
