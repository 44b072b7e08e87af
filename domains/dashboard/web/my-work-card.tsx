import { useQueries, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "wouter";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { unassignedWorkOrdersPath, workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { sortByUrgency } from "#domains/work-orders/sort-by-urgency.ts";
import { DueTime } from "#domains/work-orders/web/due-date/due-date.tsx";
import { FinishButton } from "#domains/work-orders/web/finishing/finish-button.tsx";
import { AssignToMeButton, StartButton } from "#domains/work-orders/web/view/next-step.tsx";
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
import { propertiesQuery } from "./queries.ts";

/** The first rows of My Day. */
const maxOwnWorkOrders = 3;
const myPageSize = 50;
const maxWorkOrdersToTake = 5;

const createFirstPageQuery = (filters: FiltersOf<typeof listWorkOrders>, pageSize: number) =>
  listPageQuery(listWorkOrders, { ...filters, page: 1, pageSize });

const unassignedFilters = { assignee: "none", sort: "oldest" } as const;

/** The lists behind a technician's work. The last of the `unassigned` queries counts all of them. */
const workQueries = {
  own: ["in_progress", "open", "scheduled"].map((status) =>
    createFirstPageQuery({ status, assignee: "me" }, myPageSize),
  ),
  team: [createFirstPageQuery({ status: "open", assignee: "team", sort: "oldest" }, maxWorkOrdersToTake)],
  unassigned: [{ ...unassignedFilters, priority: "pressing" } as const, unassignedFilters].map((filters) =>
    createFirstPageQuery(filters, maxWorkOrdersToTake),
  ),
};

/**
 * A technician's work orders, most urgent first, each with its next step. Below them, the first few for the
 * technician's teams and the first few unassigned ones.
 */
export default function MyWork() {
  const ownPages = useQueries({ queries: workQueries.own });
  const teamPages = useQueries({ queries: workQueries.team });
  const unassignedPages = useQueries({ queries: workQueries.unassigned });
  const pages = [...ownPages, ...teamPages, ...unassignedPages];
  const failedPage = pages.find(({ isError, data }) => isError && data === undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPending = pages.some((page) => page.isPending);
  const ownOrders = sortByUrgency(ownPages.flatMap(({ data }) => data?.rows ?? [])).slice(
    0,
    maxOwnWorkOrders,
  );
  const takeMostUrgent = (orderPages: typeof unassignedPages) =>
    sortByUrgency(orderPages.flatMap(({ data }) => data?.rows ?? []))
      .filter(({ assignee }) => assignee === null)
      .slice(0, maxWorkOrdersToTake);
  const [teamOrders, unassignedOrders] = [takeMostUrgent(teamPages), takeMostUrgent(unassignedPages)];
  const onMoved = () => heading.current?.focus();
  return (
    <div className="space-y-6">
      <Lead
        title="My work"
        titleRef={heading}
        action={<ViewAllLink href={`${workOrdersPath}?assignee=me`} listName=" my work orders" />}
      >
        {failedPage !== undefined ? (
          <ErrorState
            title="Couldn't load your work."
            error={failedPage.error}
            onRetry={() => void Promise.all(pages.map(({ refetch }) => refetch()))}
            isRetrying={pages.some(({ isFetching }) => isFetching)}
          />
        ) : isPending ? (
          <SkeletonRows count={maxOwnWorkOrders} />
        ) : ownOrders.length === 0 ? (
          <p className="flex min-h-14 items-center gap-2.5 border-line border-t px-(--inset) text-ink-soft">
            <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
            You have no assigned work.
          </p>
        ) : (
          <WorkOrderList orders={ownOrders} onMoved={onMoved} />
        )}
      </Lead>
      {!isPending && teamOrders.length > 0 && (
        <Section
          title="For your team"
          action={
            <ViewAllLink
              totalCount={teamPages.at(-1)?.data?.total}
              href={`${workOrdersPath}?status=open&assignee=team`}
              listName=" work orders for your team"
            />
          }
        >
          <WorkOrderList orders={teamOrders} onMoved={onMoved} />
        </Section>
      )}
      {!isPending && unassignedOrders.length > 0 && (
        <Section
          title="Unassigned"
          action={
            <ViewAllLink
              totalCount={unassignedPages.at(-1)?.data?.total}
              href={unassignedWorkOrdersPath}
              listName=" unassigned work orders"
            />
          }
        >
          <WorkOrderList orders={unassignedOrders} onMoved={onMoved} />
        </Section>
      )}
    </div>
  );
}

interface ViewAllLinkProps {
  href: string;
  /** The length of the complete list. */
  totalCount?: number | undefined;
  /** The name of the list, for screen readers. */
  listName: string;
}

const ViewAllLink = ({ href, totalCount, listName }: ViewAllLinkProps) => (
  <Link href={href} className="thumb rounded-sm text-ink-soft text-sm hover:text-ink hover:underline">
    {totalCount === undefined ? "View all" : `View all ${formatTotal(totalCount)}`}
    <span className="sr-only">{listName}</span>
  </Link>
);

interface WorkOrderListProps {
  orders: readonly WorkOrderRow[];
  /** Called after an action that might remove the row, so that focus can move. */
  onMoved: () => void;
}

const NextStepButton = ({ order, onMoved }: { order: WorkOrderRow; onMoved: () => void }) =>
  order.status === "in_progress" ? (
    <FinishButton order={order} size="sm" variant="secondary" onFinished={onMoved}>
      Complete
      <span className="sr-only">{` ${order.title}`}</span>
    </FinishButton>
  ) : (
    <StartButton order={order} title={order.title} />
  );

function WorkOrderList({ orders, onMoved }: WorkOrderListProps) {
  const [now] = useState(() => new Date());
  const properties = useQuery(propertiesQuery).data ?? [];
  const formatPlace = ({ propertyId, location, unitNumber }: WorkOrderRow) =>
    [
      location,
      ...(unitNumber === null ? [] : [`Unit ${unitNumber}`]),
      ...properties.filter(({ id }) => id === propertyId && properties.length > 1).map(({ name }) => name),
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
            <p className="truncate text-ink-soft text-sm">{formatPlace(order)}</p>
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-sm">
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
              <NextStepButton order={order} onMoved={onMoved} />
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
