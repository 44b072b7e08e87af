import { useQueries, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef, useState } from "react";
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
import { ErrorState } from "#web/ui/error-state.tsx";
import { Priority } from "#web/ui/priority.tsx";
import { Section } from "#web/ui/section.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { buildingsQuery } from "./queries.ts";

const myWorkMax = 10;
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
  if (failed !== undefined)
    return (
      <Section aria-label="My work">
        <ErrorState
          title="Couldn't load your work."
          error={failed.error}
          onRetry={() => void Promise.all(pages.map(({ refetch }) => refetch()))}
          isRetrying={pages.some(({ isFetching }) => isFetching)}
        />
      </Section>
    );
  const isPending = pages.some((page) => page.isPending);
  const mine = sortByUrgency(own.flatMap(({ data }) => data?.rows ?? [])).slice(0, myWorkMax);
  const takeFirst = (lists: typeof unassigned) =>
    sortByUrgency(lists.flatMap(({ data }) => data?.rows ?? []))
      .filter(({ assignee }) => assignee === null)
      .slice(0, unassignedMax);
  const [topOfTeam, topUnassigned] = [takeFirst(ofTeam), takeFirst(unassigned)];
  return (
    <Section aria-label="My work" className="overflow-hidden">
      <Heading title="My work" href={`${workOrdersPath}?assignee=me`} headingRef={heading} />
      {isPending ? (
        <SkeletonRows count={myWorkMax} />
      ) : mine.length === 0 ? (
        <p className="flex items-center gap-2.5 px-(--inset) pt-4 pb-4 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
          You have no assigned work.
        </p>
      ) : (
        <Orders orders={mine} onMoved={() => heading.current?.focus()} />
      )}
      {!isPending && topOfTeam.length > 0 && (
        <div className="border-line border-t">
          <Heading
            title="For your team"
            total={ofTeam.at(-1)?.data?.total}
            href={`${workOrdersPath}?status=open&assignee=team`}
          />
          <Orders orders={topOfTeam} onMoved={() => heading.current?.focus()} />
        </div>
      )}
      {!isPending && topUnassigned.length > 0 && (
        <div className="border-line border-t">
          <Heading
            title="Unassigned"
            total={unassigned.at(-1)?.data?.total}
            href={`${workOrdersPath}?status=open&assignee=none`}
          />
          <Orders orders={topUnassigned} onMoved={() => heading.current?.focus()} />
        </div>
      )}
    </Section>
  );
}

const linkSuffixes = {
  "My work": " my work orders",
  "For your team": " work orders for your team",
  Unassigned: " unassigned work orders",
};

interface HeadingProps {
  title: keyof typeof linkSuffixes;
  /** The length of the complete list. */
  total?: number;
  href: string;
  headingRef?: RefObject<HTMLHeadingElement | null>;
}

function Heading({ title, total, href, headingRef }: HeadingProps) {
  return (
    <header className="flex items-center justify-between gap-4 px-(--inset) py-2 sm:py-3">
      <h2 ref={headingRef} tabIndex={-1} className="text-lead outline-none">
        {title}
      </h2>
      <Link
        href={href}
        className="inline-flex shrink-0 items-center rounded-sm font-medium text-accent-text hover:underline max-sm:min-h-11"
      >
        {total === undefined ? "View all" : `View all ${formatTotal(total)}`}
        <span className="sr-only">{linkSuffixes[title]}</span>
      </Link>
    </header>
  );
}

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
