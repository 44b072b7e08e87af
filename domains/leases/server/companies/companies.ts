import { type RawBuilder, sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Actor } from "#server/http/requests/actor.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { defineList } from "#server/list/define-list.ts";
import { containsText, matchesWords } from "#server/list/search.ts";
import { forbidden, notFound } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import type { BodyOf, QueryOf } from "#shared/http/endpoint.ts";
import type {
  Company,
  CompanyDetails,
  CompanyRow,
  editCompany as editCompanyEndpoint,
  listCompanies,
  NewCompany,
} from "../../company-contract.ts";
import { companyScope, leaseScope, moneyScope } from "../access.ts";
import { todayAt } from "../queries.ts";

const id = sql`c.id`;
const companyColumns = sql`c.id, c.name, c.contact_email as "contactEmail", c.contact_phone as "contactPhone", c.version`;

/** The companies the user can access, newest first (requirements, "Lists"). */
export const companies = defineList<QueryOf<typeof listCompanies> & { ids?: readonly number[] }, CompanyRow>({
  from: sql`companies c`,
  columns: ({ actor }) => {
    const countLeases = (condition: RawBuilder<boolean>) =>
      sql`(select count(*) from leases l where l.company_id = c.id and ${leaseScope(actor.accessScope)} and ${condition})`;
    return sql`${companyColumns}, ${countLeases(sql`true`)} as leases,
      ${countLeases(sql`l.state in ('active', 'notice')`)} as "activeLeases", ${canEdit(actor)} as "canEdit"`;
  },
  id,
  sort: () => ({ by: [id], descending: true }),
  scope: companyScope,
  filters: { ids: (ids) => sql`c.id = any(${ids}::bigint[])` },
  search: (text) => {
    const digits = parsePhone(text);
    return digits === undefined
      ? matchesWords(sql`c.words`, text)
      : sql`(${matchesWords(sql`c.words`, text)} or ${containsText(sql`regexp_replace(c.contact_phone, '[^0-9]', '', 'g')`, digits)})`;
  },
  csv: {
    name: "companies",
    cells: {
      Name: ({ name }) => name,
      "Contact email": ({ contactEmail }) => contactEmail,
      "Contact phone": ({ contactPhone }) => contactPhone,
      "Active leases": ({ activeLeases }) => activeLeases,
      Leases: ({ leases }) => leases,
    },
  },
});

/** Returns the digits of a phone number without the country code 1, if the text is at least a local number. */
function parsePhone(text: string): string | undefined {
  const digits = foldText(text).replace(/\D/g, "");
  return /^[+\d\s().-]+$/.test(foldText(text)) && digits.length >= 7
    ? digits.replace(/^1(?=\d{10}$)/, "")
    : undefined;
}

/**
 * Returns a company with the balances of the leases the user can access.
 * @throws AppError not_found
 */
export async function readCompany(ctx: SignedInCtx, id: number): Promise<CompanyDetails> {
  const [company] = await companies.first(ctx, { ids: [id] }, 1);
  if (company === undefined) throw notFound("company");
  const { rows } = await sql<Pick<CompanyDetails, "balanceCents" | "overdueCents">>`
    select coalesce(sum(a.balance_cents), 0)::bigint as "balanceCents",
      coalesce(sum((select sum(r.open_cents) from receivables r
        where r.lease_id = l.id and r.open_cents > 0 and r.due_on < ${todayAt(ctx)})), 0)::bigint as "overdueCents"
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.company_id = ${id} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  const [sums = { balanceCents: 0, overdueCents: 0 }] = rows;
  return { ...company, ...sums };
}

/**
 * Whether the user can change the company, as a condition on `companies c`. If the company also leases from
 * other landlords, only administrators can.
 */
const canEdit = ({ accessScope }: Actor): RawBuilder<boolean> =>
  accessScope.effectiveRole === "admin"
    ? sql`true`
    : sql`not exists (
        select from leases l where l.company_id = c.id and l.property_id <> all(${accessScope.propertyIds}::bigint[]))`;

/** Adds a company. The user who adds it can see it even before it has a lease. */
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
 * Updates a company's name or contact details.
 * @throws AppError not_found; forbidden; conflict if `expectedVersion` is outdated
 */
export async function editCompany(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof editCompanyEndpoint>,
  expectedVersion: number | undefined,
): Promise<Company> {
  const { db, actor } = ctx;
  await sql`select id from companies where id = ${id} for no key update`.execute(db);
  const before = await findCompany(ctx, id);
  const { rows } = await sql<{ can: boolean }>`
    select ${canEdit(actor)} as can from companies c where c.id = ${id}`.execute(db);
  if (rows[0]?.can !== true) throw forbidden("Only an administrator can change this company.");
  await assertCurrentVersion(ctx, { ...before, type: "company" }, expectedVersion, () => before);
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
    select ${companyColumns} from companies c where c.id = ${id} and ${companyScope(actor.accessScope)}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound("company");
  return rows[0];
}
