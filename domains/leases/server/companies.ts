import { type RawBuilder, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Db } from "#server/db/database.ts";
import { fromItsBlock, keptTotal, type Slice } from "#server/db/list-counts.ts";
import { type Found, searchCountedUpTo, searchNewest } from "#server/db/newest-first.ts";
import type { Actor, Reach } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { describePart, partOf } from "#server/http/list-part.ts";
import type { Input } from "#server/http/route.ts";
import { conflict, forbidden, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  Company,
  CompanyRow,
  editCompany as editCompanyEndpoint,
  listCompanies as listCompaniesEndpoint,
  NewCompany,
} from "../company-contract.ts";
import { companyScope, leaseScope, ownCompanies } from "./access.ts";
import { companyHasWords } from "./search-text.ts";

const columns = sql`c.id, c.name, c.contact_email as "contactEmail", c.contact_phone as "contactPhone", c.version`;

/** Companies within reach, newest first (requirements, "Lists"). */
export async function listCompanies(
  { db, actor }: SignedInCtx,
  { query, request, reply }: Input<typeof listCompaniesEndpoint>,
): Promise<CompanyRow[]> {
  const { q = "" } = query;
  const slice = partOf(query);
  const { ids, total } =
    q !== ""
      ? await searchNewest(
          db,
          {
            records: sql`select c.id, c.words from companies c where ${isWithin(actor.reach)}`,
            hasWords: companyHasWords(q, "r"),
            among:
              actor.reach.caller === "admin"
                ? undefined
                : { everywhere: sql`select c.* from companies c`, isOne: companyScope(actor.reach, "r") },
          },
          slice,
        )
      : actor.reach.caller === "admin"
        ? await findAmongAll(db, slice)
        : await findAmongOwn(db, actor.reach, slice);
  const { rows } = await sql<CompanyRow>`
    select ${columns}, held.leases, held.running as "runningLeases", ${mayEdit(actor)} as "mayEdit"
    from companies c cross join lateral (
      select count(*) as leases, count(*) filter (where l.state in ('active', 'notice')) as running
      from leases l where l.company_id = c.id and ${leaseScope(actor.reach)}
    ) held
    where c.id = any(${ids}::bigint[]) order by c.id desc`.execute(db);
  const isCapped = q !== "" && total > searchCountedUpTo;
  describePart({ request, reply }, query, rows, { count: total, isCapped });
  return rows;
}

async function findAmongAll(db: Db, wanted: Slice): Promise<Found> {
  const { limit, offset, cursor } = await fromItsBlock(db, { list: "companies" }, wanted);
  const { rows } = await sql<Found>`
    select ${keptTotal({ list: "companies" })} as total, array(select c.id from companies c where ${before(cursor)}
      order by c.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

async function findAmongOwn(db: Db, reach: Reach, { limit, offset, cursor }: Slice): Promise<Found> {
  const { rows } = await sql<Found>`
    with own as materialized (${ownCompanies(reach)})
    select (select count(*) from own) as total, array(select c.id from own c where ${before(cursor)}
      order by c.id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

const before = (cursor: number | undefined) => (cursor === undefined ? sql`true` : sql`c.id < ${cursor}`);

const isWithin = (reach: Reach): RawBuilder<unknown> =>
  reach.caller === "admin" ? sql`true` : sql`c.id in (${ownCompanies(reach)})`;

/** One that leases from other landlords too is theirs as well, and for admins to change: a condition on `companies c`. */
const mayEdit = ({ role, reach }: Actor): RawBuilder<boolean> =>
  role === "admin"
    ? sql`true`
    : sql`not exists (
        select from leases l where l.company_id = c.id and l.property_id <> all(${reach.propertyIds}::bigint[]))`;

/** Adds a company; whoever added it sees it before it leases anything. */
export async function createCompany(ctx: SignedInCtx, body: NewCompany): Promise<Company> {
  const { id } = await ctx.db
    .insertInto("companies")
    .values({
      name: body.name,
      contact_email: body.contactEmail || null,
      contact_phone: body.contactPhone || null,
      created_by_id: ctx.actor.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "company.created",
    subjectType: "company",
    subjectId: id,
    details: { name: body.name },
  });
  return findCompany(ctx, id);
}

/**
 * Changes name or contact.
 * @throws AppError not_found; forbidden; conflict when `seen` is an old version
 */
export async function editCompany(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof editCompanyEndpoint>,
  seen: number | undefined,
): Promise<Company> {
  const { db, actor } = ctx;
  await sql`select id from companies where id = ${id} for no key update`.execute(db);
  const before = await findCompany(ctx, id);
  const { rows } = await sql<{ may: boolean }>`
    select ${mayEdit(actor)} as may from companies c where c.id = ${id}`.execute(db);
  if (rows[0]?.may !== true) throw forbidden("Only an administrator may change this company.");
  if (seen !== undefined && seen !== before.version)
    throw conflict(`${before.name} was changed in the meantime.`, { current: before });
  const after = {
    name: body.name ?? before.name,
    contactEmail: body.contactEmail === undefined ? before.contactEmail : body.contactEmail || null,
    contactPhone: body.contactPhone === undefined ? before.contactPhone : body.contactPhone || null,
  };
  await db
    .updateTable("companies")
    .set({
      name: after.name,
      contact_email: after.contactEmail,
      contact_phone: after.contactPhone,
      version: before.version + 1,
    })
    .where("id", "=", id)
    .execute();
  const fields = ["name", "contactEmail", "contactPhone"] as const;
  await audit(ctx, {
    action: "company.edited",
    subjectType: "company",
    subjectId: id,
    details: {
      changes: fields
        .filter((field) => before[field] !== after[field])
        .map((field) => ({ field, from: before[field], to: after[field] })),
    },
  });
  return findCompany(ctx, id);
}

async function findCompany({ db, actor }: SignedInCtx, id: number): Promise<Company> {
  const { rows } = await sql<Company>`
    select ${columns} from companies c where c.id = ${id} and ${companyScope(actor.reach)}`.execute(db);
  if (rows[0] === undefined) throw notFound("company");
  return rows[0];
}
