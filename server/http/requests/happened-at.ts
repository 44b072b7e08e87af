import type { FastifyRequest } from "fastify";
import { invalid } from "#shared/errors.ts";
import { instant } from "#shared/http/fields.ts";

const isInstant = instant("Happened-At must be a UTC timestamp, such as 2026-11-25T07:40:00Z.");
/** Times reported by a device that was offline for longer are ignored. */
const daysBack = 14;

/**
 * Returns when a change was made, as reported by an offline device in `Happened-At` (requirements, "Writes"):
 * not in the future, and up to 14 days ago. Without the header it is now.
 * @throws AppError invalid
 */
export function readHappenedAt(request: FastifyRequest, now: Date): Date {
  const header = request.headers["happened-at"];
  if (header === undefined) return now;
  const read = isInstant.safeParse(header);
  if (!read.success) throw invalid({ "Happened-At": read.error.issues[0]?.message ?? "" });
  const earliest = now.getTime() - daysBack * 86_400_000;
  return new Date(Math.min(now.getTime(), Math.max(earliest, Date.parse(read.data))));
}
