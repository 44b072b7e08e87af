import * as z from "zod/mini";
import { csvOf } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { newCompany, searchText, version } from "./lease-facts.ts";

export { type NewCompany, newCompany } from "./lease-facts.ts";

export const company = z.object({
  id: z.number(),
  name: z.string(),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  version: z.number(),
});
export type Company = z.infer<typeof company>;

/** A row of the list. */
export const companyRow = z.extend(company, {
  /** How many of its leases the user sees. */
  leases: z.number(),
  runningLeases: z.number(),
  /** False for a landlord when the company also leases from other landlords; then only administrators may change it. */
  mayEdit: z.boolean(),
});
export type CompanyRow = z.infer<typeof companyRow>;

export const listCompanies = endpoint({
  method: "GET",
  path: "/api/companies",
  action: "companies.list",
  summary:
    "Companies, newest first; a landlord sees those that lease in their own buildings, and those they added",
  query: z.object({ ...paging, q: searchText }),
  response: z.array(companyRow),
});

export const exportCompanies = csvOf(listCompanies);

/** A company for its own page; the sums are over its leases within the access scope. */
export const companyDetails = z.extend(companyRow, {
  /** Positive is owed, negative is credit. */
  balanceCents: z.number(),
  /** Open charges due before today. */
  overdueCents: z.number(),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

export const readCompany = endpoint({
  method: "GET",
  path: "/api/companies/:id",
  action: "companies.read",
  summary: "One company with the balance of its leases within the access scope",
  params: byId,
  response: companyDetails,
});

export const createCompany = endpoint({
  method: "POST",
  path: "/api/companies",
  action: "companies.create",
  summary: "Add a company that leases units",
  body: newCompany,
  response: company,
  status: 201,
});

export const editCompany = endpoint({
  method: "PATCH",
  path: "/api/companies/:id",
  action: "companies.edit",
  summary: "Change a company's name or contact",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(newCompany), { version }),
  response: company,
});
