import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { presentLease } from "./present.ts";
import { findLease, type LockedLease } from "./queries.ts";

/**
 * Checks that the user's version of the lease is the current one.
 * @throws AppError conflict if it is outdated, with the current lease or the result of `getCurrent`
 */
export const assertCurrentLeaseVersion = (
  ctx: SignedInCtx,
  { id, version }: LockedLease,
  expectedVersion: number | undefined,
  getCurrent?: () => unknown,
): Promise<void> =>
  assertCurrentVersion(
    ctx,
    { type: "lease", id, name: "this lease", version },
    expectedVersion,
    async () => getCurrent?.() ?? presentLease(await findLease(ctx, id), ctx.actor),
  );
