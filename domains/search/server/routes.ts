import type { FastifyInstance } from "fastify";
import type { Services, SignedInCtx } from "#server/http/context.ts";
import { route } from "#server/http/endpoints/route.ts";
import { parseRecord, readRecords, type SearchHit, search } from "../contract.ts";
import { searchEverything } from "./search-everything.ts";
import { getSearchGroups } from "./search-groups.ts";

/** Registers the routes for the top bar's search (NAV-31). It finds the records in the user's lists. */
export function searchRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, search, async (ctx, { query }) =>
    query.q === "" ? { hits: [], counts: [], unanswered: [] } : searchEverything(ctx, query.q),
  );
  route(app, services, readRecords, (ctx, { query }) => findRecords(ctx, query.records.split(",")));
}

/** Returns the named records the user can access, in the same order. */
async function findRecords(ctx: SignedInCtx, names: readonly string[]): Promise<SearchHit[]> {
  const requestedRecords = names.flatMap((name) => parseRecord(name) ?? []);
  const hits = await Promise.all(
    getSearchGroups(ctx).map(async ({ kind, findByIds }) => {
      const ids = requestedRecords.filter((record) => record.kind === kind).map(({ id }) => id);
      return ids.length === 0 ? [] : findByIds(ctx, ids);
    }),
  );
  const getPosition = (hit: SearchHit) =>
    requestedRecords.findIndex(({ kind, id }) => kind === hit.kind && id === hit.id);
  return hits.flat().sort((a, b) => getPosition(a) - getPosition(b));
}
