import { type RawBuilder, sql } from "kysely";
import { publishPropertyChange } from "#domains/properties/server/publish-change.ts";
import { audit, diffFields } from "#server/audit.ts";
import { assertCurrentVersion } from "#server/http/assert-current-version.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromList } from "#server/http/csv.ts";
import type { Input } from "#server/http/route.ts";
import { notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  changePropertySettings as changePropertySettingsCall,
  exportPropertySettings,
  listPropertySettings,
  PropertySettings,
} from "../contract.ts";
import { assertKnownTimeZone } from "./assert-known-time-zone.ts";

/** Lists the settings of each property, by name. Returns all properties unless the request pages. */
export async function findPropertySettings(
  { db }: SignedInCtx,
  { query, request, reply }: Input<typeof listPropertySettings>,
): Promise<PropertySettings[]> {
  const { q, page, pageSize, limit, cursor } = query;
  const pattern = `%${(q ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const matches =
    q === undefined || q === "" ? sql`true` : sql`(p.name ilike ${pattern} or p.address ilike ${pattern})`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from properties p where ${matches}`.execute(db);
  const total = counted[0]?.total ?? 0;
  const size = pageSize ?? limit ?? (page === undefined && cursor === undefined ? total : 50);
  const offset = ((page ?? 1) - 1) * size;
  const after =
    page === undefined && cursor !== undefined
      ? sql`(lower(p.name), p.id) > (select lower(c.name), c.id from properties c where c.id = ${cursor})`
      : sql`true`;
  const { rows } = await propertiesWhere(
    sql`${matches} and ${after} order by lower(p.name), p.id limit ${size} offset ${offset}`,
  ).execute(db);
  reply.header("x-total-count", String(total));
  const last = rows.at(-1);
  const hasMore = page === undefined ? rows.length === size && size < total : offset + rows.length < total;
  if (last !== undefined && hasMore) {
    const next = new URL(request.url, "http://localhost");
    if (page === undefined) next.searchParams.set("cursor", String(last.id));
    else next.searchParams.set("page", String(page + 1));
    reply.header("link", `<${next.pathname}${next.search}>; rel="next"`);
  }
  return rows;
}

/** Returns the listed property settings for export as CSV. */
export const getPropertySettingsTable = (
  ctx: SignedInCtx,
  input: Input<typeof exportPropertySettings>,
): CsvTable<PropertySettings> => ({
  name: "property-settings",
  columns: {
    Property: ({ name }) => name,
    Address: ({ address }) => address,
    "Units listed": ({ offersRegistration }) => offersRegistration,
    "Card fee (%)": ({ cardFeeBasisPoints }) =>
      cardFeeBasisPoints === null ? "Organization default" : cardFeeBasisPoints / 100,
    "Time zone": ({ timeZone }) => timeZone,
  },
  rows: rowsFromList((part) => findPropertySettings(ctx, { ...input, ...part }), input),
});

/**
 * Changes the settings in `body` for a property. The audit log records each field's old and new value.
 * @throws AppError not_found; conflict if `expectedVersion` is outdated
 */
export async function updatePropertySettings(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...body }: BodyOf<typeof changePropertySettingsCall>,
  expectedVersion: number | undefined,
): Promise<PropertySettings> {
  const [before] = (await propertiesWhere(sql`p.id = ${id} for no key update`).execute(ctx.db)).rows;
  if (before === undefined) throw notFound("building");
  await assertCurrentVersion(ctx, { ...before, type: "property" }, expectedVersion, async () => before);
  const changes = diffFields(before, { ...before, ...body }, [
    "offersRegistration",
    "cardFeeBasisPoints",
    "timeZone",
  ]);
  if (changes.length === 0) return before;
  await assertKnownTimeZone(ctx.db, body.timeZone);
  await ctx.db
    .updateTable("properties")
    .set({
      ...(body.offersRegistration === undefined ? {} : { offers_registration: body.offersRegistration }),
      ...(body.cardFeeBasisPoints === undefined ? {} : { card_fee_basis_points: body.cardFeeBasisPoints }),
      ...(body.timeZone === undefined ? {} : { time_zone: body.timeZone }),
      version: before.version + 1,
    })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "settings.property-changed",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { changes },
  });
  publishPropertyChange(ctx, id);
  return { ...before, ...body, version: before.version + 1 } as PropertySettings;
}

const propertiesWhere = (conditions: RawBuilder<unknown>) => sql<PropertySettings>`
  select p.id, p.name, concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip) as address,
    p.offers_registration as "offersRegistration", p.card_fee_basis_points as "cardFeeBasisPoints",
    p.time_zone as "timeZone", p.version
  from properties p where ${conditions}`;
