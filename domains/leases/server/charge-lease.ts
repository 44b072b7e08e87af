import type { Ctx } from "#server/http/context.ts";
import { publishLeaseChange } from "./publish-change.ts";

/** What a change of a lease put on its account: below zero it was taken back. */
export interface JustPosted {
  entries: number;
  cents: number;
}

/**
 * Brings what is charged on a lease in line with its days and terms, in the transaction of their change: what is due is
 * charged, what was charged for days that are no longer the lease's is taken back. Open pages show the lease anew.
 */
export async function chargeLease(ctx: Ctx, lease: { id: number; property_id: number }): Promise<JustPosted> {
  const posted = await ctx.postCharges(ctx, [lease.id]);
  publishLeaseChange(ctx, lease);
  return posted;
}

/** For the entry of the change in the log. */
export const asDetails = ({ entries, cents }: JustPosted) =>
  entries === 0 ? {} : { postedEntries: entries, postedCents: cents };
