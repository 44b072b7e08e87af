import type { FastifyInstance } from "fastify";
import { type Services, type SignedInCtx, signedIn } from "#server/http/context.ts";
import { route } from "#server/http/route.ts";
import { readRecords, recordNamed, type SearchHit, search } from "../contract.ts";
import { groupsFor } from "./groups.ts";
import { searchEverything } from "./search-everything.ts";

/** Binds the search of the top bar (NAV-31); it finds the records in the user's lists. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, search, async (ctx, { query }) =>
    query.q === "" ? { hits: [], unanswered: [] } : searchEverything(signedIn(ctx), query.q),
  );
  route(app, services, readRecords, (ctx, { query }) => recordsOf(signedIn(ctx), query.records.split(",")));
}

/** The named records within the access scope, in the same order. */
async function recordsOf(ctx: SignedInCtx, names: readonly string[]): Promise<SearchHit[]> {
  const wanted = names.flatMap((name) => recordNamed(name) ?? []);
  const found = await Promise.all(
    groupsFor(ctx).map(async ({ kind, read }) => {
      const ids = wanted.filter((one) => one.kind === kind).map(({ id }) => id);
      return ids.length === 0 ? [] : read(ctx, ids);
    }),
  );
  const placeOf = (hit: SearchHit) => wanted.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id);
  return found.flat().sort((a, b) => placeOf(a) - placeOf(b));
}
