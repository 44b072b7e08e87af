import type { Ctx } from "#server/http/context.ts";

/** After the commit, open pages that show the lease, its terms, ledger, or payments reload them. */
export const publishLeaseChange = (
  ctx: Ctx,
  { id, property_id }: { id: number; property_id: number },
): void =>
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "viewers",
      subject: "lease",
      row: { id, property_id },
      event: { kind: "lease.changed", leaseId: id, propertyId: property_id },
    }),
  );
