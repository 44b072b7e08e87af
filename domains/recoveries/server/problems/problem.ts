import type { Finding } from "../../reconciliation-contract.ts";
import type { Draft } from "../drafts/calculate-draft.ts";
import type { CalculatedPool } from "../drafts/calculate-pools.ts";

/** A finding of the calculation. Its key is made of its kind, its lease, its pool, and its subject. */
export interface Problem extends Omit<Finding, "key" | "acceptance"> {
  poolId?: number;
  /** The subject of the problem, such as a category, if there can be several of the same type. */
  subject?: string;
}

type Lease = NonNullable<Finding["leases"]>[number];

/** Returns the lease of a finding, with its company. */
export const toLease = ({ inputs }: Draft, leaseId: number): Lease => ({
  id: leaseId,
  company: inputs.leases.find(({ id }) => id === leaseId)?.company ?? "",
});

/** Returns the leases that pay a share of the pool. */
export const listSharers = (draft: Draft, { result }: CalculatedPool): Lease[] =>
  result.lines.filter(({ amountCents }) => amountCents !== 0).map(({ leaseId }) => toLease(draft, leaseId));

/** Joins names as in a sentence: `Security, Cleaning, and Gas`. */
export const listNames = (names: readonly string[]): string => listFormat.format(names);

const listFormat = new Intl.ListFormat("en-US");
