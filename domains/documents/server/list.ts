import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import { hasWords, wordsOf } from "#server/list/search.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { DocumentCard, listDocuments } from "../contract.ts";
import { expiringWithinDays, type Visibility } from "../types.ts";
import { documentScope } from "./access.ts";
import { piecesOf, type Surroundings, soughtIn, surroundings } from "./excerpt.ts";
import { cardOf } from "./read-document.ts";

type Query = QueryOf<typeof listDocuments>;

const id = sql`d.id`;
const seenBy: Record<Visibility, string> = {
  building: "Everyone in the building",
  lease: "The tenant",
  staff: "Staff only",
};

/** Documents within the access scope, newest first (API-20). */
export const documents = defineList<Query, { id: number }, DocumentCard, { id: number; card: DocumentCard }>({
  from: sql`documents d`,
  columns: id,
  id,
  order: () => ({ by: [id], descending: true }),
  scope: documentScope,
  always: sql`d.trashed_at is null`,
  filters: {
    type: (type) => sql`d.type = ${type}`,
    propertyId: (propertyId) => sql`d.property_id = ${propertyId}`,
    unitId: (unitId) => sql`d.unit_id = ${unitId}`,
    expires: (when, { ctx }) => (when === "soon" ? isExpiring(ctx) : sql`d.expires_on is not null`),
    leaseId: (leaseId) => sql`d.lease_id = ${leaseId}`,
    companyId: (companyId) =>
      sql`d.lease_id in (select l.id from leases l where l.company_id = ${companyId})`,
    // Only says where to search; see `search`.
    in: () => sql`true`,
  },
  search: (text, { query }) => hasWords(query.in === "titles" ? sql`d.title_words` : sql`d.words`, text),
  present: (rows, { ctx, query }) =>
    readCards(
      ctx,
      rows.map((row) => row.id),
      query,
    ),
  csv: {
    name: "documents",
    columns: sql`d.id, ${cardOf()} as card`,
    cells: {
      Number: ({ card }) => card.id,
      Title: ({ card }) => card.title,
      Type: ({ card }) => card.type,
      Building: ({ card }) => card.property.name,
      Unit: ({ card }) => card.unit?.unitNumber ?? null,
      Lease: ({ card }) => card.leaseId,
      "Seen by": ({ card }) => seenBy[card.visibility],
      "Valid until": ({ card }) => card.expiresOn,
      "Added (UTC)": ({ card }) => new Date(card.createdAt),
      "Added by": ({ card }) => card.createdBy.fullName,
      File: ({ card }) => card.file.name,
      Bytes: ({ card }) => card.file.bytes,
    },
  },
});

/** Expired, or within 30 days of it, by the day at the property; reminders of a lease's documents end with it, too. */
function isExpiring(ctx: SignedInCtx): RawBuilder<unknown> {
  const today = ctx.now.toISOString().slice(0, 10);
  const days = sql.lit(expiringWithinDays);
  // Every place on earth is within a day of the date in UTC, so an index can find these.
  return sql`d.expires_on <= ${today}::date + 1 + ${days}
    and exists (select from properties p where p.id = d.property_id
      and d.expires_on <= (${ctx.now}::timestamptz at time zone p.time_zone)::date + ${days})
    and not exists (select from leases l where l.id = d.lease_id and l.state = 'ended')`;
}

/** Read once the page is known: cards, and above all excerpts, are too expensive to read for skipped rows. */
async function readCards(ctx: SignedInCtx, ids: readonly number[], query: Query): Promise<DocumentCard[]> {
  const words = query.in !== "titles" && query.q !== undefined ? soughtIn(query.q, wordsOf(query.q)) : [];
  const around = words.length === 0 ? sql`null` : surroundings(words);
  const { rows } = await sql<{ card: DocumentCard; around: Surroundings | null }>`
    select ${cardOf()} as card, ${around} as around from documents d
    where d.id = any(${ids}::bigint[]) and d.trashed_at is null and ${documentScope(ctx.actor.accessScope)}
    order by d.id desc`.execute(ctx.db);
  return rows.map(({ card, around: found }) => ({
    ...card,
    excerpt: found === null ? null : { page: found.page, pieces: piecesOf(found.text, words) },
  }));
}
