import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { lossCauseLabels } from "../../loss-causes.ts";
import { previousEstimatesLabel, type RecoveryStatement } from "../../reconciliation-contract.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import type { PropertyYear } from "./reconciled-year.ts";

interface ShareRow {
  pool: string;
  type: "Share" | "Not recovered" | "Cost";
  /** The company, or why the cost isn't recovered. */
  name: string;
  units: string;
  cents: number;
}

/**
 * Returns each lease's part of each pool, then what isn't recovered by cause, then the cost, to which they add up.
 * @throws AppError not_found
 */
export async function buildSharesTable(
  ctx: SignedInCtx,
  { id: propertyId, year, ...options }: PropertyYear & { isDraft: boolean },
): Promise<CsvTable<ShareRow>> {
  const { pools, statements } = await readReconciliation(ctx, { id: propertyId, year }, options);
  const rows = pools.flatMap(({ id, name: pool, losses, totalCents }): ShareRow[] => [
    ...statements.flatMap(({ company, units, lines }) => {
      const line = lines.find(({ poolId }) => poolId === id);
      return line === undefined
        ? []
        : [{ pool, type: "Share" as const, name: company, units: listUnitNumbers(units), cents: line.cents }];
    }),
    ...losses.map(({ cause, cents }) => ({
      pool,
      type: "Not recovered" as const,
      name: lossCauseLabels[cause],
      units: "",
      cents,
    })),
    { pool, type: "Cost", name: "", units: "", cents: totalCents },
  ]);
  return {
    name: `shares-of-property-${propertyId}-${year}`,
    columns: {
      Pool: ({ pool }) => pool,
      Type: ({ type }) => type,
      "Company or cause": ({ name }) => name,
      Units: ({ units }) => units,
      "Amount (USD)": ({ cents }) => toPlainDollars(cents),
    },
    rows: rowsFromArray(rows),
  };
}

interface StepRow {
  pool: string;
  from: string;
  to: string;
  type: "Category" | "Bill" | "Step" | "Total";
  label: string;
  text: string;
  cents: number | null;
}

/**
 * Returns the categories with their bills, and the steps behind the amounts of a statement, then its share, its
 * estimates, and the amount due.
 */
export function buildStepsTable(statement: RecoveryStatement): CsvTable<StepRow> {
  const { leaseId, year, pools, totalCents, estimatesBilledCents, dueCents } = statement;
  const { previousEstimatesCents = 0 } = statement;
  const working = pools.flatMap(({ name: pool, parts }) =>
    parts.flatMap(({ from, to, categories, steps }): StepRow[] => [
      ...categories.flatMap(({ name, cents, isExcluded, bills }): StepRow[] => [
        { pool, from, to, type: "Category", label: name, text: isExcluded ? "Excluded" : "", cents },
        ...bills.map(
          (bill): StepRow => ({
            pool,
            from,
            to,
            type: "Bill",
            label: [bill.vendor, bill.number].filter((text) => text !== "").join(", "),
            text: bill.billedOn,
            cents: bill.cents,
          }),
        ),
      ]),
      ...steps.map((step) => ({ ...step, pool, from, to, type: "Step" as const })),
    ]),
  );
  const toTotal = (label: string, cents: number): StepRow => ({
    pool: "",
    from: "",
    to: "",
    type: "Total",
    label,
    text: "",
    cents,
  });
  const totals = [
    toTotal("Share", totalCents),
    toTotal("Estimates billed", previousEstimatesCents - estimatesBilledCents),
    ...(previousEstimatesCents === 0 ? [] : [toTotal(previousEstimatesLabel, -previousEstimatesCents)]),
    toTotal("Due", dueCents),
  ];
  return {
    name: `recovery-steps-of-lease-${leaseId}-${year}`,
    columns: {
      Pool: ({ pool }) => pool,
      From: ({ from }) => from,
      To: ({ to }) => to,
      Type: ({ type }) => type,
      Name: ({ label }) => label,
      How: ({ text }) => text,
      "Amount (USD)": ({ cents }) => (cents === null ? "" : toPlainDollars(cents)),
    },
    rows: rowsFromArray([...working, ...totals]),
  };
}
