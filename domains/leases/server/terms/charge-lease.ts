import type { Ctx } from "#server/http/context.ts";
import { publishLeaseChange } from "../publish-change.ts";

/** The charges that a lease change posted. Negative if charges were reversed. */
export interface PostedCharges {
  entries: number;
  cents: number;
}

/**
 * Updates the charges of a lease to match its dates and terms, in the same transaction as the change. Charges
 * that are due are posted, and charges for days no longer on the lease are reversed. Open pages reload the
 * lease.
 */
export async function chargeLease(
  ctx: Ctx,
  lease: { id: number; property_id: number },
): Promise<PostedCharges> {
  const postedCharges = await ctx.postCharges(ctx, [lease.id]);
  publishLeaseChange(ctx, lease);
  return postedCharges;
}

/** Formats the posted charges for the change's audit log entry. */
export const toAuditDetails = ({ entries, cents }: PostedCharges) =>
  entries === 0 ? {} : { postedEntries: entries, postedCents: cents };
