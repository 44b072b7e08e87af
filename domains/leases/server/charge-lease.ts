import type { Ctx } from "#server/http/context.ts";
import { publishLeaseChange } from "./publish-change.ts";

/** What a change of a lease posted to its account; negative when charges were taken back. */
export interface JustPosted {
  entries: number;
  cents: number;
}

/**
 * Brings the charges of a lease in line with its days and terms, in the transaction of their change: charges that are due
 * are posted, charges for days that no longer belong to the lease are taken back. Open pages fetch the lease again.
 */
export async function chargeLease(ctx: Ctx, lease: { id: number; property_id: number }): Promise<JustPosted> {
  const posted = await ctx.postCharges(ctx, [lease.id]);
  publishLeaseChange(ctx, lease);
  return posted;
}

/** For the details of the change's audit log entry. */
export const asDetails = ({ entries, cents }: JustPosted) =>
  entries === 0 ? {} : { postedEntries: entries, postedCents: cents };
