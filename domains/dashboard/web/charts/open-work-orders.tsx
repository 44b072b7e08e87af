import { useState } from "react";
import { Link } from "wouter";
import { type Age, ageLabels, ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { DashboardCharts } from "../../contract.ts";

/** Only old work orders are colored. */
const ageClasses = {
  "0-2": "bg-chart-2",
  "3-7": "bg-chart-2",
  "8-30": "bg-amber-soft text-amber-text inset-ring-[1.5px] inset-ring-amber-dot",
  "over-30": "bg-red-soft text-red-text inset-ring-[1.5px] inset-ring-red-dot",
} as const satisfies Record<Age, string>;

const shortLabels = {
  "0-2": "0–2 d",
  "3-7": "3–7 d",
  "8-30": "8–30 d",
  "over-30": "30+ d",
} as const satisfies Record<Age, string>;

type OpenWorkOrderCounts = DashboardCharts["openWorkOrders"];

const listPath = (filter: Record<string, string>) =>
  `${workOrdersPath}?${new URLSearchParams({ status: "open", ...filter })}`;

/**
 * The number of open work orders by category and age. Each cell opens the list it counts. A phone first shows
 * one row for all categories.
 */
export function OpenWorkOrders({ orders }: { orders: OpenWorkOrderCounts }) {
  const isPhone = useIsPhone();
  const [showsCategories, setShowsCategories] = useState(false);
  const hasOneRow = isPhone && !showsCategories;
  return (
    <>
      <table className="-mx-0.75 w-full max-w-lg border-separate border-spacing-0.75 tabular-nums">
        <caption className="sr-only">Open work orders by category and age</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Category</span>
            </th>
            {ages.map((age) => (
              <th key={age} scope="col" className="text-center font-medium text-ink-soft text-xs">
                <span aria-hidden="true">{shortLabels[age]}</span>
                <span className="sr-only">{ageLabels[age]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hasOneRow ? (
            <CategoryRow label="All" filter={{}} orders={orders} />
          ) : (
            filterCategories.map((category) => (
              <CategoryRow
                key={category}
                label={category}
                filter={{ category }}
                orders={orders.filter((cell) => cell.category === category)}
              />
            ))
          )}
        </tbody>
      </table>
      {hasOneRow && (
        <Button variant="link" size="sm" className="-ml-2.5" onClick={() => setShowsCategories(true)}>
          Show by category
        </Button>
      )}
    </>
  );
}

interface CategoryRowProps {
  label: string;
  /** Leads to the row's work orders of any age. */
  filter: Record<string, string>;
  orders: OpenWorkOrderCounts;
}

const CategoryRow = ({ label, filter, orders }: CategoryRowProps) => (
  <tr>
    <th scope="row" className="whitespace-nowrap text-left font-normal text-sm">
      <Link href={listPath(filter)} className="thumb rounded-sm hover:underline">
        {label}
      </Link>
    </th>
    {ages.map((age) => (
      <td key={age} className="w-1/6 p-0 max-sm:w-[18%]">
        <Cell
          href={listPath({ ...filter, age })}
          count={orders.filter((cell) => cell.age === age).reduce((sum, { count }) => sum + count, 0)}
          age={age}
        />
      </td>
    ))}
  </tr>
);

const cellClasses =
  "flex h-5.25 items-center justify-center rounded-[4px] font-semibold text-xs max-sm:h-11 pointer-coarse:h-11 forced-colors:border";

const Cell = ({ href, count, age }: { href: string; count: number; age: Age }) =>
  count === 0 ? (
    <span className={classes(cellClasses, "bg-sunken")}>
      <span className="sr-only">0</span>
    </span>
  ) : (
    <Link
      href={href}
      className={classes(cellClasses, ageClasses[age], "hover:brightness-95 dark:hover:brightness-125")}
    >
      {count.toLocaleString("en-US")}
    </Link>
  );
