import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { workOrderNumber } from "#shared/format/ids.ts";
import { fromList } from "#web/list/above-list.ts";
import { paths } from "#web/paths.ts";
import { ClashBanner } from "../clash-banner.tsx";
import { clashesQuery } from "../queries.ts";

/** What waits for the technician's choice; also of orders that are no longer theirs. */
export function DayClashes({ onChosen }: { onChosen: () => void }) {
  const { data: clashes = [] } = useQuery(clashesQuery);
  if (clashes.length === 0) return null;
  return (
    <ul aria-label="To choose" className="mb-6 space-y-3 lg:max-w-2xl">
      {clashes.map(({ order, ...clash }) => (
        <li key={clash.id}>
          <ClashBanner clash={clash} order={order} onChosen={onChosen}>
            <p>
              <Link
                href={paths.myDayOrder(order.id)}
                state={fromList}
                className="thumb rounded-sm font-medium text-accent-text hover:underline"
              >
                {workOrderNumber(order.id)} {order.title}
              </Link>
            </p>
          </ClashBanner>
        </li>
      ))}
    </ul>
  );
}
