import type { SignedInCtx } from "#server/http/context.ts";
import type { Finding } from "../../reconciliation-contract.ts";
import type { Problem } from "./problem.ts";

/** Returns the findings with their keys and acceptances, open ones first. */
export async function presentFindings(
  { db }: Pick<SignedInCtx, "db">,
  { propertyId, year }: { propertyId: number; year: number },
  problems: readonly Problem[],
): Promise<Finding[]> {
  const rows = await db
    .selectFrom("accepted_findings as a")
    .innerJoin("users as u", "u.id", "a.accepted_by_id")
    .select(["a.key", "a.sentence", "a.cents", "a.reason", "a.accepted_at", "u.full_name"])
    .where("a.property_id", "=", propertyId)
    .where("a.year", "=", year)
    .execute();
  const accepted = new Map(rows.map((row) => [row.key, row]));
  const counts = new Map<string, number>();
  const findings = problems.map((problem): Finding => {
    const { kind, sentence, cents, leaseId, leases = [], bills = [] } = problem;
    const key = toKey(problem, counts);
    const row = accepted.get(key);
    const isAccepted = row !== undefined && row.sentence === sentence && row.cents === cents;
    return {
      key,
      kind,
      sentence,
      cents,
      leaseId,
      leases,
      bills,
      acceptance: isAccepted
        ? { reason: row.reason, by: row.full_name, at: row.accepted_at.toISOString() }
        : null,
    };
  });
  return findings.toSorted((a, b) => Number(a.acceptance !== null) - Number(b.acceptance !== null));
}

/** Returns the key of a problem, such as `no-rule/7/1/`. Equal problems are numbered. */
function toKey({ kind, leaseId, poolId, subject }: Problem, counts: Map<string, number>): string {
  const key = [kind, leaseId, poolId, subject].map((part) => part ?? "").join("/");
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key}/${count}`;
}
