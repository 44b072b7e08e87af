import type { SignedInCtx } from "#server/http/context.ts";
import type { CompanyRow } from "../../company-contract.ts";
import type { LeaseRow } from "../../contract.ts";
import { companies } from "../companies/companies.ts";
import { leases } from "./list-leases.ts";

/** Returns the newest leases that the list would show for the search text. */
export const searchLeases = (ctx: SignedInCtx, text: string, limit: number): Promise<LeaseRow[]> =>
  leases.first(ctx, { q: text }, limit);

/** Returns the leases with these IDs that the user can access. */
export const findLeasesByIds = (ctx: SignedInCtx, ids: readonly number[]): Promise<LeaseRow[]> =>
  leases.first(ctx, { ids: [...ids] }, ids.length);

/** Returns the newest companies that the list would show for the search text. */
export const searchCompanies = (ctx: SignedInCtx, text: string, limit: number): Promise<CompanyRow[]> =>
  companies.first(ctx, { q: text }, limit);

/** Returns the companies with these IDs that the user can access. */
export const findCompaniesByIds = (ctx: SignedInCtx, ids: readonly number[]): Promise<CompanyRow[]> =>
  companies.first(ctx, { ids }, ids.length);
