import { type RawBuilder, sql } from "kysely";
import { countedBlocks, type KeptList, keptBlocks, keptTotal, type Slice } from "#server/db/list-counts.ts";
import type { Reach } from "#server/http/actor.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listDocuments } from "../contract.ts";

export type ListQuery = QueryOf<typeof listDocuments>;

/**
 * A share of the caller's reach (`documentScope`) that one index holds newest first; the shares have no document in common.
 * Merged, they give the list without reading more of each than a page.
 */
interface Part {
  /** Made of several buildings or leases, each of which has its own place in the index. */
  of?: { column: "property_id" | "lease_id"; ids: readonly number[] };
  and: RawBuilder<unknown>[];
  /** Where its counts are kept. */
  kept?: Pick<KeptList, "places" | "facets"> | undefined;
}

/** Merging reads the slice and all before it once for each place; beyond this many rows it reads past the others' instead. */
const mergedRowsMax = 5_000;

/** What is asked for, as conditions on `documents d`; that it is not in the trash, the reach and the search text come on top. */
export const filtersOf = ({ type, propertyId, unitId, leaseId }: ListQuery): RawBuilder<unknown>[] => [
  ...(type === undefined ? [] : [sql`d.type = ${type}`]),
  ...(propertyId === undefined ? [] : [sql`d.property_id = ${propertyId}`]),
  ...(unitId === undefined ? [] : [sql`d.unit_id = ${unitId}`]),
  ...(leaseId === undefined ? [] : [sql`d.lease_id = ${leaseId}`]),
];

function partsOf(reach: Reach, query: ListQuery): Part[] {
  const { caller, everywhere, propertyIds, leaseIds, leasedPropertyIds, userId } = reach;
  const { type, propertyId } = query;
  const own = sql`d.created_by_id = ${userId}`;
  const facet = (first?: string) => [[first, type].filter((word) => word !== undefined).join(" ")];
  const chosen = (ids: readonly number[]) =>
    propertyId === undefined ? ids : ids.filter((id) => id === propertyId);
  const inBuildings: Part = everywhere
    ? { and: [], kept: { places: propertyId === undefined ? undefined : [propertyId], facets: facet() } }
    : {
        of: { column: "property_id", ids: chosen(propertyIds) },
        and: [],
        kept: { places: chosen(propertyIds), facets: facet() },
      };
  switch (caller) {
    case "admin":
    case "landlord":
      return [inBuildings];
    case "maintenance": {
      const theirs = { ...inBuildings, and: [sql`d.type = 'Maintenance'`] };
      const papers = { ...theirs, kept: { ...inBuildings.kept, facets: ["Maintenance"] } };
      const others = {
        and: [
          own,
          sql`d.type <> 'Maintenance'`,
          ...(everywhere ? [] : [isOneOf("property_id", propertyIds)]),
        ],
      };
      return type === undefined ? [papers, others] : type === "Maintenance" ? [papers] : [others];
    }
    case "tenant": {
      const ofLeases = sql`d.visibility = 'lease' and ${isOneOf("lease_id", leaseIds)}`;
      const ofBuilding = sql`d.visibility = 'building' and ${isOneOf("property_id", leasedPropertyIds)}`;
      const papers: Part = {
        of: { column: "property_id", ids: chosen(leasedPropertyIds) },
        and: [sql`d.visibility = 'building'`],
        kept: { places: chosen(leasedPropertyIds), facets: facet("building") },
      };
      // What is for the whole building is of no unit and no lease.
      const isOfAll = query.unitId === undefined && query.leaseId === undefined;
      return [
        ...(isOfAll ? [papers] : []),
        { of: { column: "lease_id", ids: leaseIds }, and: [sql`d.visibility = 'lease'`] },
        { and: [own, sql`not (${ofBuilding})`, sql`not (${ofLeases})`] },
      ];
    }
    case "pending":
      return [{ and: [own] }];
  }
}

/** One has its place in an index in the order of the list, which several have not. */
const isOneOf = (column: string, ids: readonly number[]): RawBuilder<unknown> =>
  ids.length === 1
    ? sql`d.${sql.ref(column)} = ${ids[0]}`
    : sql`d.${sql.ref(column)} = any(${ids}::bigint[])`;

const whole = ({ of, and }: Part, query: ListQuery): RawBuilder<unknown> =>
  sql.join(
    [
      sql`d.trashed_at is null`,
      ...filtersOf(query),
      ...and,
      ...(of === undefined ? [] : [isOneOf(of.column, of.ids)]),
    ],
    sql` and `,
  );

/** Counts are kept of whole buildings and their types. */
const keptOf = ({ kept }: Part, { unitId, leaseId }: ListQuery): KeptList | undefined =>
  kept === undefined || unitId !== undefined || leaseId !== undefined
    ? undefined
    : { list: "documents", ...kept };

/** The exact number of documents the filters find, without a search text, as an expression. */
export const totalOf = (reach: Reach, query: ListQuery): RawBuilder<number> => {
  const parts = partsOf(reach, query).map((part) => {
    const kept = keptOf(part, query);
    return kept === undefined
      ? sql`(select count(*) from documents d where ${whole(part, query)})`
      : keptTotal(kept);
  });
  return sql<number>`(${sql.join(parts, sql` + `)})`;
};

/** How many of them stand in each block of ids, for `fromBlocks`. */
export const blocksOf = (reach: Reach, query: ListQuery): RawBuilder<unknown> =>
  sql.join(
    partsOf(reach, query)
      .map((part) => {
        const kept = keptOf(part, query);
        return kept === undefined
          ? countedBlocks(sql`select d.id from documents d where ${whole(part, query)}`)
          : keptBlocks(kept);
      })
      .map((blocks) => sql`(${blocks})`),
    sql` union all `,
  );

/** A select of the `id`s in the slice, from indexes alone. */
export function idsOf(reach: Reach, query: ListQuery, { limit, offset, cursor }: Slice): RawBuilder<unknown> {
  const parts = partsOf(reach, query);
  const before = cursor === undefined ? sql`true` : sql`d.id < ${cursor}`;
  const end = sql`limit ${limit} offset ${offset}`;
  const upTo = sql`limit ${limit + offset}`;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && !isMerged(only, query, limit + offset))
    return sql`select d.id from documents d where ${whole(only, query)} and ${before} order by d.id desc ${end}`;
  const selects = parts.map((part) => {
    if (part.of === undefined || !isMerged(part, query, limit + offset))
      return sql`(select d.id from documents d where ${whole(part, query)} and ${before} order by d.id desc ${upTo})`;
    const each = { and: [...part.and, sql`d.${sql.ref(part.of.column)} = places.place`] };
    return sql`(select found.id from unnest(${part.of.ids}::bigint[]) places (place) cross join lateral (
      select d.id from documents d where ${whole(each, query)} and ${before} order by d.id desc ${upTo}) found)`;
  });
  return sql`select id from (${sql.join(selects, sql` union all `)}) parts order by id desc ${end}`;
}

/** The papers of one unit or lease are in order already. */
const isMerged = ({ of }: Part, { unitId, leaseId }: ListQuery, rows: number): boolean =>
  of !== undefined &&
  unitId === undefined &&
  leaseId === undefined &&
  of.ids.length > 1 &&
  of.ids.length * rows <= mergedRowsMax;
