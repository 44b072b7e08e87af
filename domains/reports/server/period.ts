import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, monthStart } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { findToday } from "./today.ts";

/** Returns the period, by default from the first day of its last month to today. @throws AppError invalid */
export async function resolvePeriod(
  ctx: SignedInCtx,
  query: { from?: Day | undefined; to?: Day | undefined },
): Promise<{ from: Day; to: Day }> {
  const to = query.to ?? (await findToday(ctx));
  const from = query.from ?? monthStart(to);
  if (from > to) throw invalid({ to: "The end date can't be before the start date." });
  return { from, to };
}
