import type { SignedInCtx } from "#server/http/context.ts";
import type { CompanyRow } from "../company-contract.ts";
import type { LeaseRow } from "../contract.ts";
import { companies } from "./companies.ts";
import { leases } from "./list-leases.ts";

/** The newest leases that the list would show for the text. */
export const findLeasesByWords = (ctx: SignedInCtx, text: string, limit: number): Promise<LeaseRow[]> =>
  leases.first(ctx, { q: text }, limit);

/** The leases with these ids that are within the access scope. */
export const leasesFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<LeaseRow[]> =>
  leases.first(ctx, { ids }, ids.length);

/** The newest companies that the list would show for the text. */
export const findCompaniesByWords = (ctx: SignedInCtx, text: string, limit: number): Promise<CompanyRow[]> =>
  companies.first(ctx, { q: text }, limit);

/** The companies with these ids that are within the access scope. */
export const companiesFound = (ctx: SignedInCtx, ids: readonly number[]): Promise<CompanyRow[]> =>
  companies.first(ctx, { ids }, ids.length);
