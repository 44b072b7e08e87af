import { Link } from "wouter";
import { leasePath } from "#domains/leases/paths.ts";
import { formatAmount } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";

import { classes } from "#web/ui/classes.ts";
import { type Cells, sumAmounts } from "#web/ui/forms/amount-cells.ts";
import { AmountCell, useAmountGrid } from "#web/ui/forms/amount-grid.tsx";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import { type EstimateRow, estimateKindLabels } from "../../estimates-contract.ts";
import { getComparedCents } from "./changed-estimates.ts";

interface EstimatesGridProps {
  rows: readonly EstimateRow[];
  cells: Cells;
  year: number;
  isReadOnly: boolean;
  onChange: (cells: Cells) => void;
}

/**
 * Each lease's share, the amounts charged now and applied already, and the proposed amount, which can be edited and is
 * compared with them.
 */
export function EstimatesGrid({ rows, cells, year, isReadOnly, onChange }: EstimatesGridProps) {
  const { table, getCellProps } = useAmountGrid({ cells, isReadOnly, onChange });
  const current = sumAmounts(rows.map(({ currentCents }) => currentCents));
  const compared = sumAmounts(rows.map(getComparedCents));
  const appliedRows = rows.filter((row) => row.applied !== null);
  const applied = sumAmounts(appliedRows.map(({ scheduledCents }) => scheduledCents));
  // A phone has the applied amounts in place of those charged now.
  const nowClass = appliedRows.length > 0 && "max-sm:hidden";
  const total = sumAmounts(cells.map(([cents = null]) => cents));
  return (
    <SideScroll scrollClassName="overflow-x-auto pb-1">
      <table ref={table} className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">{`Monthly estimates for ${year}`}</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            <th scope="col" className="py-1.5 text-left font-medium">
              Lease
            </th>
            <th scope="col" className="px-2 text-right font-medium max-sm:hidden">
              {`Share of ${year}`}
            </th>
            <th scope="col" className={classes("px-2 text-right font-medium", nowClass)}>
              Now
            </th>
            {appliedRows.length > 0 && (
              <th scope="col" className="px-2 text-right font-medium">
                Applied
              </th>
            )}
            <th scope="col" className="px-2 text-right font-medium max-sm:hidden">
              Proposed
            </th>
            <th scope="col" className="w-32 px-2 text-right font-medium max-sm:w-24 max-sm:px-1">
              Amount
            </th>
            <th scope="col" className="pl-2 text-right font-medium">
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const { leaseId, company, units, kind, shareCents, currentCents, proposedCents } = row;
            const comparedCents = getComparedCents(row);
            return (
              <tr key={`${leaseId} ${kind}`} className="border-line border-t">
                <th scope="row" className="py-1.5 pr-2 text-left font-medium">
                  <Link href={leasePath(leaseId)} className="thumb wrap-anywhere hover:underline">
                    {company}
                  </Link>
                  <span className="block font-normal text-ink-soft text-xs">
                    {`${listUnitNumbers(units)} · ${estimateKindLabels[kind]}`}
                  </span>
                </th>
                <td className="px-2 text-right max-sm:hidden">{formatAmount(shareCents)}</td>
                <td className={classes("whitespace-nowrap px-2 text-right max-sm:px-1", nowClass)}>
                  {formatAmount(currentCents)}
                </td>
                {appliedRows.length > 0 && (
                  <td className="whitespace-nowrap px-2 text-right max-sm:px-1">
                    {row.applied === null ? "–" : formatAmount(row.scheduledCents)}
                  </td>
                )}
                <td className="px-2 text-right max-sm:hidden">{formatAmount(proposedCents)}</td>
                <td className="px-0.5 py-0.5">
                  <AmountCell
                    label={`${company}, ${estimateKindLabels[kind]}`}
                    isOutlined
                    {...getCellProps({ row: index, column: 0 })}
                  />
                </td>
                <td className="whitespace-nowrap pl-2 text-right">
                  {formatChange(comparedCents, cells[index]?.[0] ?? null)}
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr className="border-line-2 border-t-2 font-semibold">
            <th scope="row" className="py-2 text-left">
              Total
            </th>
            <td className="px-2 text-right max-sm:hidden">
              {formatAmount(sumAmounts(rows.map(({ shareCents }) => shareCents)))}
            </td>
            <td className={classes("whitespace-nowrap px-2 text-right max-sm:px-1", nowClass)}>
              {formatAmount(current)}
            </td>
            {appliedRows.length > 0 && (
              <td className="whitespace-nowrap px-2 text-right max-sm:px-1">{formatAmount(applied)}</td>
            )}
            <td className="px-2 text-right max-sm:hidden">
              {formatAmount(sumAmounts(rows.map(({ proposedCents }) => proposedCents)))}
            </td>
            <td className="px-2 text-right">{formatAmount(total)}</td>
            <td className="whitespace-nowrap pl-2 text-right">{formatChange(compared, total)}</td>
          </tr>
        </tfoot>
      </table>
    </SideScroll>
  );
}

/** Formats the change to a new amount: `+4.2%`, or `New` if nothing is charged now. */
export function formatChange(currentCents: number, newCents: number | null): string {
  if (newCents === null || newCents < 0) return "–";
  if (currentCents === 0) return newCents === 0 ? "–" : "New";
  if (newCents === 0) return "Ends";
  const tenths = Math.round((1_000 * (newCents - currentCents)) / currentCents);
  return `${tenths > 0 ? "+" : ""}${(tenths / 10).toLocaleString("en-US", { minimumFractionDigits: 1 })}%`;
}
