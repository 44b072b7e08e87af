import { createHash } from "node:crypto";
import { listUnitNumbers } from "#shared/format/place.ts";
import type { AmountChange, StatementSummary } from "../../reconciliation-contract.ts";
import type { Draft } from "../drafts/calculate-draft.ts";

/**
 * An amount of a reconciliation: the cost of a pool (`pool/3`), a lease's share of it (`lease/7/3`), or its
 * estimates (`lease/7/estimates`).
 */
export interface ReconciledAmount {
  key: string;
  /** In words: `Northlight Optical (204), CAM`. */
  name: string;
  cents: number;
}

/** Returns the amounts of a draft other than zero, in a stable order. */
export function toAmounts({ pools, statements }: Draft): ReconciledAmount[] {
  const names = new Map(pools.map(({ pool }) => [pool.id, pool.name]));
  const amounts = [
    ...pools.map(({ pool, result }) => ({
      key: `pool/${pool.id}`,
      name: `${pool.name}, cost`,
      cents: result.totalCents,
    })),
    ...statements.flatMap((statement) => {
      const { leaseId, lines, estimatesBilledCents } = statement;
      const lease = describeLease(statement);
      return [
        ...lines.map(({ poolId, cents }) => ({
          key: `lease/${leaseId}/${poolId}`,
          name: `${lease}, ${names.get(poolId) ?? ""}`,
          cents,
        })),
        {
          key: `lease/${leaseId}/estimates`,
          name: `${lease}, estimates billed`,
          cents: estimatesBilledCents,
        },
      ];
    }),
  ];
  return amounts.filter(({ cents }) => cents !== 0);
}

const describeLease = ({ company, units }: StatementSummary): string =>
  units.length === 0 ? company : `${company} (${listUnitNumbers(units)})`;

/** Returns a short text that differs if any of the amounts does. */
export const takeFingerprint = (amounts: readonly ReconciledAmount[]): string =>
  createHash("sha256")
    .update(JSON.stringify(amounts.map(({ key, cents }) => `${key}=${cents}`).sort()))
    .digest("base64url");

/** A change of an amount, with its key. */
interface KeyedChange extends AmountChange {
  key: string;
}

/** Returns the amounts that differ. A missing amount counts as zero. */
export function compareAmounts(
  before: readonly ReconciledAmount[],
  now: readonly ReconciledAmount[],
): KeyedChange[] {
  const earlier = new Map(before.map((amount) => [amount.key, amount.cents]));
  const current = new Set(now.map(({ key }) => key));
  return [
    ...now.map(({ key, name, cents }) => ({
      key,
      name,
      beforeCents: earlier.get(key) ?? 0,
      nowCents: cents,
    })),
    ...before
      .filter(({ key }) => !current.has(key))
      .map(({ key, name, cents }) => ({ key, name, beforeCents: cents, nowCents: 0 })),
  ].filter(({ beforeCents, nowCents }) => beforeCents !== nowCents);
}

/** Returns the leases that have one of these changes. */
export const findChangedLeases = (changes: readonly KeyedChange[]): Set<number> =>
  new Set(
    changes
      .map(({ key }) => key.split("/"))
      .flatMap(([subject, id]) => (subject === "lease" ? [Number(id)] : [])),
  );
