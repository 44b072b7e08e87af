import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { presentLease } from "./present.ts";
import { findLease, type LockedLease } from "./queries.ts";

/**
 * @throws AppError conflict when the user's version is not the present one, with the lease, or the part of it in `current`,
 * as it is now
 */
export const refuseStale = (
  ctx: SignedInCtx,
  { id, version }: LockedLease,
  seen: number | undefined,
  current?: () => unknown,
): Promise<void> =>
  refuseOldVersion(
    ctx,
    { type: "lease", id, name: "this lease", version },
    seen,
    async () => current?.() ?? presentLease(await findLease(ctx, id), ctx.actor),
  );
