import { MonthBars, monthInWords } from "#domains/ledger/web/month-bars.tsx";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { DashboardCharts } from "../contract.ts";

const money = (cents: number) => formatCents(toCents(cents));

/** The rent due and collected in each month, as bars, and as a table for screen readers. */
export function RentByMonth({ months }: { months: NonNullable<DashboardCharts["rentByMonth"]> }) {
  return (
    <div className="relative">
      <MonthBars months={months} className="px-2 pb-2" />
      <div className="sr-only">
        <table>
          <caption>Rent due and collected by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Due</th>
              <th scope="col">Collected</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, chargedCents, collectedCents }) => (
              <tr key={month}>
                <th scope="row">{monthInWords(month)}</th>
                <td>{money(chargedCents)}</td>
                <td>{money(collectedCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
