/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   for partCount screen readers, a table laid out as a grid is no longer a table unless its roles are explicit */
import { Link, useLocation } from "wouter";
import { type Age, ageLabels, ages } from "#domains/work-orders/ages.ts";
import { filterCategories } from "#domains/work-orders/categories.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import type { DashboardCharts } from "../../contract.ts";
import { getAxisTicks } from "./axis-ticks.ts";

const fills = {
  "0-2": "fill-gray-dot",
  "3-7": "fill-blue-dot",
  "8-30": "fill-amber-dot",
  "over-30": "fill-red-dot",
} as const satisfies Record<Age, string>;

const listPath = (filter: Record<string, string>) =>
  `${workOrdersPath}?${new URLSearchParams({ status: "open", ...filter })}`;

type Orders = DashboardCharts["openOrders"];
const sum = (orders: Orders) => orders.reduce((all, { count }) => all + count, 0);
const row = "grid grid-cols-[6.5rem_minmax(0,1fr)_2rem] items-center gap-x-3 px-2";

/**
 * Open work orders by category. Each bar consists of the ages of its work orders, and every part opens the
 * list it counts.
 */
export function OpenWorkOrders({ orders }: { orders: Orders }) {
  const [, navigate] = useLocation();
  const rows = filterCategories.map((category) => {
    const parts = orders.filter((part) => part.category === category);
    return { category, parts, count: sum(parts) };
  });
  const ticks = getAxisTicks(Math.max(...rows.map(({ count }) => count)));
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      <ul className="mb-1 flex flex-wrap gap-x-4 px-2 text-sm">
        {ages.map((age) => (
          <li key={age}>
            <Link
              href={listPath({ age })}
              className="inline-flex min-h-(--control-sm) items-center gap-2 rounded-sm hover:underline"
            >
              <svg aria-hidden="true" className="size-2.5">
                <rect width="100%" height="100%" rx="3" className={fills[age]} />
              </svg>
              <span className="text-ink-soft">{ageLabels[age]}</span>{" "}
              <span className="font-medium tabular-nums">
                {sum(orders.filter((part) => part.age === age)).toLocaleString("en-US")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <table role="table" className="block w-full text-left">
        <caption className="sr-only">Open work orders by category and age</caption>
        <thead role="rowgroup" className="sr-only">
          <tr role="row">
            {["Category", ...ages.map((age) => ageLabels[age]), "All"].map((heading) => (
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block">
          {rows.map(({ category, parts, count }) => (
            <tr
              key={category}
              role="row"
              className={`${row} relative min-h-(--control) rounded-control hover:bg-hover`}
            >
              <th role="rowheader" scope="row" className="font-normal">
                <Link
                  href={listPath({ category })}
                  className="outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
                >
                  {category}
                </Link>
              </th>
              {parts.map((part) => (
                <td key={part.age} role="cell" className="sr-only">
                  {part.count.toLocaleString("en-US")}
                </td>
              ))}
              <td aria-hidden="true" className="relative">
                {/* For the mouse. The keyboard reaches the links of the category and the ages. */}
                <svg aria-hidden="true" className="block h-4 w-full overflow-hidden rounded-[4px]">
                  {parts.map(({ age, count: partCount }, at) => (
                    <rect
                      key={age}
                      x={`${(100 * sum(parts.slice(0, at))) / top}%`}
                      width={`${(100 * partCount) / top}%`}
                      height="100%"
                      className={`${fills[age]} cursor-pointer hover:opacity-85`}
                      onClick={() => navigate(listPath({ category, age }))}
                    >
                      <title>{`${partCount.toLocaleString("en-US")} ${category}, ${ageLabels[age]}`}</title>
                    </rect>
                  ))}
                </svg>
              </td>
              <td role="cell" className="text-right font-medium tabular-nums">
                {count.toLocaleString("en-US")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-hidden="true" className={`${row} text-ink-soft text-xs tabular-nums`}>
        <span />
        <span className="flex justify-between border-line border-t pt-1">
          {ticks.map((tick) => (
            <span key={tick}>{tick.toLocaleString("en-US")}</span>
          ))}
        </span>
      </div>
    </>
  );
}
