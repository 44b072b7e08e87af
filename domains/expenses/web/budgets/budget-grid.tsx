import { formatCents, toCents } from "#shared/format/money.ts";
import { type Cells, sumAmounts } from "#web/ui/forms/amount-cells.ts";
import { AmountCell, useAmountGrid } from "#web/ui/forms/amount-grid.tsx";
import { SideScroll } from "#web/ui/tables/side-scroll.tsx";
import type { BudgetRow } from "../../budget-contract.ts";
import { monthNames } from "../../month-names.ts";

interface BudgetGridProps {
  rows: readonly BudgetRow[];
  cells: Cells;
  isReadOnly: boolean;
  onChange: (cells: Cells) => void;
}

/**
 * A grid of categories and months with totals. Enter and the arrow keys move between cells, and a paste fills
 * the cells to the right and below.
 */
export function BudgetGrid({ rows, cells, isReadOnly, onChange }: BudgetGridProps) {
  const { table, getCellProps } = useAmountGrid({ cells, isReadOnly, onChange });
  return (
    <SideScroll scrollClassName="overflow-x-auto pb-1">
      <table ref={table} className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">Budget by category and month</caption>
        <thead>
          <tr className="text-ink-soft text-xs">
            <th scope="col" className="sticky left-0 z-10 min-w-44 bg-canvas py-1.5 text-left font-medium">
              Category
            </th>
            {monthNames.map((month) => (
              <th key={month} scope="col" className="min-w-24 px-1 text-right font-medium">
                <abbr title={month} className="no-underline">
                  {month.slice(0, 3)}
                </abbr>
              </th>
            ))}
            <th scope="col" className="min-w-28 pl-2 text-right font-medium">
              Year
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ categoryId, category }, row) => (
            <tr key={categoryId} className="border-line border-t">
              <th scope="row" className="sticky left-0 z-10 bg-canvas py-1 pr-2 text-left font-medium">
                {category}
              </th>
              {monthNames.map((name, month) => (
                <td key={name} className="px-0.5 py-0.5">
                  <AmountCell label={`${category}, ${name}`} {...getCellProps({ row, column: month })} />
                </td>
              ))}
              <td className="pl-2 text-right">{formatTotal(sumAmounts(cells[row] ?? []))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-line-2 border-t-2 font-semibold">
            <th scope="row" className="sticky left-0 z-10 bg-canvas py-2 text-left">
              Total
            </th>
            {monthNames.map((name, month) => (
              <td key={name} className="px-1.5 text-right">
                {formatTotal(sumAmounts(cells.map((months) => months[month] ?? 0)))}
              </td>
            ))}
            <td className="pl-2 text-right">{formatTotal(sumAmounts(cells.map(sumAmounts)))}</td>
          </tr>
        </tfoot>
      </table>
    </SideScroll>
  );
}

const formatTotal = (cents: number): string => formatCents(toCents(cents));
