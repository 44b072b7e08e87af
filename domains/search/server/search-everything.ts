import { isDatabaseAway } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { unavailable } from "#shared/errors.ts";
import type { SearchResponse } from "../contract.ts";
import { bestFirst } from "./best-first.ts";
import { groupsFor } from "./groups.ts";

/** The longest wait for one kind; `searchDb` stops its statements. */
const waitMs = 2_000;

/**
 * The records in the user's lists that match `text`, grouped by kind, the best hit and its kind first (NAV-31).
 * @throws AppError unavailable when nothing could be searched in time
 */
export async function searchEverything(ctx: SignedInCtx, text: string): Promise<SearchResponse> {
  const groups = groupsFor(ctx);
  const responses = await Promise.allSettled(
    groups.map(({ find, shown }) =>
      inTime(ctx, async (bounded) => bestFirst(await find(bounded, text), text, shown)),
    ),
  );
  const failures = responses.flatMap((response) => (response.status === "rejected" ? [response.reason] : []));
  for (const failure of failures) {
    if (isDatabaseAway(failure)) throw failure;
    ctx.log.warn({ err: failure }, "a part of a search failed");
  }
  if (failures.length === groups.length)
    throw unavailable("The search takes too long at the moment. Please try again.");
  const answered = responses.flatMap((response) => (response.status === "fulfilled" ? [response.value] : []));
  return {
    hits: answered.sort((a, b) => a.worth - b.worth).flatMap(({ best }) => best),
    unanswered: groups.filter((_, place) => responses[place]?.status === "rejected").map(({ kind }) => kind),
  };
}

/** Runs `read` on the connections reserved for searches, and stops waiting after `waitMs`. */
async function inTime<T>(ctx: SignedInCtx, read: (ctx: SignedInCtx) => Promise<T>): Promise<T> {
  const reading = read({ ...ctx, db: ctx.searchDb });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("A part of a search took too long.")), waitMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
    reading.catch(() => undefined);
  }
}
