import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/fields.ts";
import { paging } from "#shared/http/paging.ts";
import { newCompany, searchText, version } from "./lease-fields.ts";

export { type NewCompany, newCompany } from "./lease-fields.ts";

export const company = z.object({
  id: z.number(),
  name: z.string(),
  contactEmail: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
  version: z.number(),
});
export type Company = z.infer<typeof company>;

/** A row in the companies list. */
export const companyRow = z.extend(company, {
  /** The number of its leases that the user can access. */
  leases: z.number(),
  activeLeases: z.number(),
  /**
   * False for a landlord if the company also leases from other landlords. Then only administrators can change
   * it.
   */
  canEdit: z.boolean(),
});
export type CompanyRow = z.infer<typeof companyRow>;

export const listCompanies = endpoint({
  method: "GET",
  path: "/api/companies",
  action: "companies.list",
  summary:
    "List companies, newest first; landlords see companies leasing at their properties and those they added",
  query: z.object({ ...paging, q: searchText }),
  response: z.array(companyRow),
});

export const exportCompanies = csvEndpoint(listCompanies);

/** A company for its detail page, with totals over its leases that the user can access. */
export const companyDetails = z.extend(companyRow, {
  /** Positive is due, negative is credit. */
  balanceCents: z.number(),
  /** Unpaid charges due before today. */
  overdueCents: z.number(),
});
export type CompanyDetails = z.infer<typeof companyDetails>;

export const readCompany = endpoint({
  method: "GET",
  path: "/api/companies/:id",
  action: "companies.read",
  summary: "Get one company, with balances for the leases you can access",
  params: byId,
  response: companyDetails,
});

export const createCompany = endpoint({
  method: "POST",
  path: "/api/companies",
  action: "companies.create",
  summary: "Add a tenant company",
  body: newCompany,
  response: company,
  status: 201,
});

export const editCompany = endpoint({
  method: "PATCH",
  path: "/api/companies/:id",
  action: "companies.edit",
  summary: "Update a company's name or contact details",
  versioned: true,
  params: byId,
  body: z.extend(z.partial(newCompany), { version }),
  response: company,
});
