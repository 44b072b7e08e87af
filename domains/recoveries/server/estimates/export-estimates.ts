import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { type EstimateRow, estimateKindLabels, type exportEstimates } from "../../estimates-contract.ts";
import { readEstimates } from "./read-estimates.ts";

/** Returns the proposed monthly estimates as a table. @throws AppError not_found */
export async function buildEstimatesTable(
  ctx: SignedInCtx,
  { id, year }: { id: number; year: number },
  query: QueryOf<typeof exportEstimates>,
): Promise<CsvTable<EstimateRow>> {
  const { rows } = await readEstimates(ctx, id, { year, ...query });
  return {
    name: `estimates-${year}-of-property-${id}`,
    columns: {
      Company: ({ company }) => company,
      Units: ({ units }) => listUnitNumbers(units),
      Charge: ({ kind }) => estimateKindLabels[kind],
      "Share of the year (USD)": ({ shareCents }) => toPlainDollars(shareCents),
      "Monthly now (USD)": ({ currentCents }) => toPlainDollars(currentCents),
      "Monthly proposed (USD)": ({ proposedCents }) => toPlainDollars(proposedCents),
    },
    rows: rowsFromArray(rows),
  };
}
