import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type {
  acceptFinding as acceptEndpoint,
  reopenFinding as reopenEndpoint,
} from "../../issue-contract.ts";
import type { Finding } from "../../reconciliation-contract.ts";
import { calculateDraft } from "../drafts/calculate-draft.ts";
import { findProblems } from "../problems/find-problems.ts";
import { presentFindings } from "../problems/present-findings.ts";
import { lockYear } from "./lock-year.ts";
import { assertNotClosed, type PropertyYear, readYear } from "./reconciled-year.ts";

/**
 * Accepts a finding with a reason (REC-07).
 * @throws AppError not_found; conflict if the finding has changed since the person saw it, or is accepted already
 */
export async function acceptFinding(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  { key, sentence, cents, reason }: BodyOf<typeof acceptEndpoint>,
): Promise<void> {
  const finding = await findFinding(ctx, { id: propertyId, year }, key);
  if (finding === undefined || finding.sentence !== sentence || finding.cents !== cents)
    throw conflict(
      "This finding has changed since you opened the page. Reload it to see the current findings.",
    );
  if (finding.acceptance !== null)
    throw conflict(`${finding.acceptance.by} has already accepted this finding.`);
  const acceptance = { sentence, cents, reason, accepted_by_id: ctx.actor.id, accepted_at: ctx.now };
  await ctx.db
    .insertInto("accepted_findings")
    .values({ property_id: propertyId, year, key, ...acceptance })
    .onConflict((existing) => existing.columns(["property_id", "year", "key"]).doUpdateSet(acceptance))
    .execute();
  await audit(ctx, {
    action: "reconciliation.finding-accepted",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year, finding: sentence, ...(cents !== null && { amountCents: cents }), reason },
  });
}

/** Withdraws the acceptance of a finding. @throws AppError not_found; conflict if the finding isn't accepted */
export async function reopenFinding(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  { key }: BodyOf<typeof reopenEndpoint>,
): Promise<void> {
  const finding = await findFinding(ctx, { id: propertyId, year }, key);
  if (finding === undefined || finding.acceptance === null)
    throw conflict("This finding is open already. Reload the page to see the current findings.");
  await ctx.db
    .deleteFrom("accepted_findings")
    .where("property_id", "=", propertyId)
    .where("year", "=", year)
    .where("key", "=", key)
    .execute();
  await audit(ctx, {
    action: "reconciliation.finding-reopened",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year, finding: finding.sentence },
  });
}

/** Locks the year, so that no one else accepts a finding, issues, or closes the year. */
async function findFinding(
  ctx: SignedInCtx,
  { id, year }: PropertyYear,
  key: string,
): Promise<Finding | undefined> {
  await lockYear(ctx, id);
  const draft = await calculateDraft(ctx, id, year);
  assertNotClosed(await readYear(ctx, { id, year }));
  const findings = await presentFindings(ctx, { propertyId: id, year }, await findProblems(ctx, draft));
  return findings.find((finding) => finding.key === key);
}
