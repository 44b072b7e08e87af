import { useQueries, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { sortByUrgency } from "#domains/work-orders/sort-by-urgency.ts";
import { DueTime } from "#domains/work-orders/web/due-date/due-date.tsx";
import { AdvanceButton, AssignToMeButton } from "#domains/work-orders/web/view/next-step.tsx";
import { VisitTime } from "#domains/work-orders/web/visits/visit-time.tsx";
import { formatAge } from "#shared/format/dates.ts";
import { formatTotal } from "#shared/http/paging.ts";
import { CircleCheck } from "#web/icons.ts";
import { type FiltersOf, listPageQuery } from "#web/list/list-queries.ts";
import { Priority } from "#web/ui/faces/priority.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { buildingsQuery } from "./queries.ts";

/** The first rows of My Day. */
const myWorkMax = 3;
const myPageSize = 50;
const unassignedMax = 5;

const first = (filters: FiltersOf<typeof listWorkOrders>, pageSize: number) =>
  listPageQuery(listWorkOrders, { ...filters, page: 1, pageSize });

const unassigned = { status: "open", assignee: "none", sort: "oldest" } as const;

/** The lists behind a technician's work. The last of the unassigned lists has their total. */
const workQueries = {
  own: ["in_progress", "open", "scheduled"].map((status) => first({ status, assignee: "me" }, myPageSize)),
  ofTeam: [first({ status: "open", assignee: "team", sort: "oldest" }, unassignedMax)],
  unassigned: [{ ...unassigned, priority: "pressing" } as const, unassigned].map((filters) =>
    first(filters, unassignedMax),
  ),
};

/**
 * A technician's work orders, most urgent first, each with its next step. Below them, the first few for the
 * technician's teams and the first few unassigned ones.
 */
export default function MyWork() {
  const own = useQueries({ queries: workQueries.own });
  const ofTeam = useQueries({ queries: workQueries.ofTeam });
  const unassigned = useQueries({ queries: workQueries.unassigned });
  const pages = [...own, ...ofTeam, ...unassigned];
  const failed = pages.find(({ isError, data }) => isError && data === undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPending = pages.some((page) => page.isPending);
  const mine = sortByUrgency(own.flatMap(({ data }) => data?.rows ?? [])).slice(0, myWorkMax);
  const takeFirst = (lists: typeof unassigned) =>
    sortByUrgency(lists.flatMap(({ data }) => data?.rows ?? []))
      .filter(({ assignee }) => assignee === null)
      .slice(0, unassignedMax);
  const [topOfTeam, topUnassigned] = [takeFirst(ofTeam), takeFirst(unassigned)];
  const onMoved = () => heading.current?.focus();
  return (
    <div className="space-y-6">
      <Lead
        title="My work"
        titleRef={heading}
        action={<ViewAll href={`${workOrdersPath}?assignee=me`} what=" my work orders" />}
      >
        {failed !== undefined ? (
          <ErrorState
            title="Couldn't load your work."
            error={failed.error}
            onRetry={() => void Promise.all(pages.map(({ refetch }) => refetch()))}
            isRetrying={pages.some(({ isFetching }) => isFetching)}
          />
        ) : isPending ? (
          <SkeletonRows count={myWorkMax} />
        ) : mine.length === 0 ? (
          <p className="flex min-h-14 items-center gap-2.5 border-line border-t px-(--inset) text-ink-soft">
            <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
            You have no assigned work.
          </p>
        ) : (
          <Orders orders={mine} onMoved={onMoved} />
        )}
      </Lead>
      {!isPending && topOfTeam.length > 0 && (
        <Section
          title="For your team"
          action={
            <ViewAll
              total={ofTeam.at(-1)?.data?.total}
              href={`${workOrdersPath}?status=open&assignee=team`}
              what=" work orders for your team"
            />
          }
        >
          <Orders orders={topOfTeam} onMoved={onMoved} />
        </Section>
      )}
      {!isPending && topUnassigned.length > 0 && (
        <Section
          title="Unassigned"
          action={
            <ViewAll
              total={unassigned.at(-1)?.data?.total}
              href={`${workOrdersPath}?status=open&assignee=none`}
              what=" unassigned work orders"
            />
          }
        >
          <Orders orders={topUnassigned} onMoved={onMoved} />
        </Section>
      )}
    </div>
  );
}

interface ViewAllProps {
  href: string;
  /** The length of the complete list. */
  total?: number | undefined;
  /** Which list, for screen readers. */
  what: string;
}

const ViewAll = ({ href, total, what }: ViewAllProps) => (
  <Link href={href} className="thumb rounded-sm text-ink-soft text-sm hover:text-ink hover:underline">
    {total === undefined ? "View all" : `View all ${formatTotal(total)}`}
    <span className="sr-only">{what}</span>
  </Link>
);

interface OrdersProps {
  orders: readonly WorkOrderRow[];
  /** Called after a work order moved on. Its row might be gone, so the focus has to move. */
  onMoved: () => void;
}

function Orders({ orders, onMoved }: OrdersProps) {
  const [now] = useState(() => new Date());
  const buildings = useQuery(buildingsQuery).data ?? [];
  const formatPlace = ({ propertyId, location, unitNumber }: WorkOrderRow) =>
    [
      location,
      ...(unitNumber === null ? [] : [`Unit ${unitNumber}`]),
      ...buildings.filter(({ id }) => id === propertyId && buildings.length > 1).map(({ name }) => name),
    ].join(" · ");
  return (
    <ul className="divide-y divide-line border-line border-b">
      {orders.map((order) => (
        <li
          key={order.id}
          className="relative flex min-h-18 items-center gap-3 px-(--inset) py-2 hover:bg-hover"
        >
          <div className="min-w-0 flex-1">
            <Link
              href={workOrderPath(order.id)}
              className="block truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
            >
              {order.title}
            </Link>
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-sm">
              <span className="max-w-full truncate">{formatPlace(order)}</span>
              <DueTime order={order} />
              <VisitTime order={order} />
              <Priority level={order.priority} status={order.status} />
              <span>{formatAge(order.createdAt, now)}</span>
            </p>
          </div>
          <span className="max-sm:hidden">
            <StatusBadge status={order.status} />
          </span>
          <div className="relative shrink-0">
            {order.assignee === null ? (
              <AssignToMeButton order={order} title={order.title} onMoved={onMoved} />
            ) : (
              <AdvanceButton order={order} title={order.title} onMoved={onMoved} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
