import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ConflictBanner } from "#domains/work-orders/web/conflicts/conflict-banner.tsx";
import { useApplyPendingChanges } from "#domains/work-orders/web/offline-queue/pending-work.ts";
import { conflictsQuery } from "#domains/work-orders/web/queries.ts";
import { type OpenDialog, toDialogPath } from "#domains/work-orders/web/view/dialog-path.ts";
import { formatDay, formatMomentAfter, formatSince } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ArrowRight, MonitorSmartphone } from "#web/icons.ts";
import { closeAbove, fromList } from "#web/list/above-list.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { AccessDenied } from "#web/ui/access-denied.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useMinute } from "#web/use-minute.ts";
import { type DaySections, toDaySections } from "../../my-day.ts";
import type { MyDayWorkOrder } from "../../my-day-contract.ts";
import { myDayPath, myDayWorkOrderPath } from "../../paths.ts";
import { PendingChangesLine } from "../pending-changes/pending-changes-line.tsx";
import { useCachedDayState } from "./cached-day-state.ts";
import { DayCard } from "./day-card.tsx";
import { InstallHint } from "./install-hint.tsx";
import { myDayQuery } from "./my-day-query.ts";

const OrderDialogs = lazyPart(() =>
  import("#domains/work-orders/web/view/work-order-dialogs.tsx").then((module) => ({
    default: module.WorkOrderDialogs,
  })),
);

/** A technician's home page: overdue work, today's work, nearby work, and what's next. */
export default function MyDayPage() {
  const canRead = useCan("work-orders.read-my-day");
  return canRead ? <Day /> : <AccessDenied />;
}

function Day() {
  const day = useQuery(myDayQuery);
  const applyPending = useApplyPendingChanges();
  const withPending = (item: MyDayWorkOrder) => ({ ...item, order: applyPending(item.order) });
  const current = day.data && {
    ...day.data,
    assigned: day.data.assigned.map(withPending),
    unassigned: day.data.unassigned.map(withPending),
  };
  const now = useMinute();
  const { id } = useUser();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeader title="My Day" note={formatDay(now)} isInTopBar />
      <CachedDayLine />
      <PendingChangesLine />
      <InstallHint />
      <DayConflicts onResolved={() => heading.current?.focus()} />
      {current !== undefined ? (
        <Sections
          parts={toDaySections(current, id, now)}
          hasMore={current.hasMore}
          heading={heading}
          onMoved={() => heading.current?.focus()}
        />
      ) : day.isError ? (
        <ErrorState
          title="Couldn't load your day."
          error={day.error}
          onRetry={() => void day.refetch()}
          isRetrying={day.isFetching}
        />
      ) : (
        <Loading label="Loading your day" className="space-y-3 lg:max-w-2xl">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-56 w-full" />
          <Skeleton className="h-56 w-full" />
        </Loading>
      )}
      <OpenOrder />
    </>
  );
}

/** Showing more would push the sections below out of sight. */
const initialCount = 5;

interface SectionsProps {
  parts: DaySections;
  hasMore: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onMoved: () => void;
}

function Sections({
  parts: { overdue, today, unclaimed: ofTeam, nearby, next },
  hasMore,
  heading,
  onMoved,
}: SectionsProps) {
  const hasNothing = overdue.length + today.length === 0;
  const hasMyWork = !hasNothing || next.length > 0;
  const card = (item: MyDayWorkOrder, props: { isCurrent?: boolean; proximity?: string } = {}) => (
    <DayCard
      key={item.order.id}
      item={item}
      href={myDayWorkOrderPath(item.order.id)}
      isCurrent={false}
      onMoved={onMoved}
      {...props}
    />
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0 space-y-6">
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Your work
        </h2>
        <DaySection title="Overdue" cards={overdue.map((item) => card(item, { isCurrent: true }))} isUrgent />
        <DaySection title="Today" cards={today.map((item) => card(item, { isCurrent: true }))} />
        {hasNothing && (
          <EmptyState title="Nothing is due today">
            {hasMyWork ? "See what's next below." : "You have no assigned work."}
          </EmptyState>
        )}
      </div>
      <div className="min-w-0 space-y-6">
        <DaySection
          title="For your team"
          cards={ofTeam.map((item) => card(item, { proximity: item.order.team?.name }))}
          shownMax={initialCount}
        />
        <DaySection
          title={hasNothing ? "Unassigned" : "Nearby"}
          cards={nearby.map(({ entry: item, isOnFloor }) =>
            card(item, { proximity: hasNothing ? undefined : isOnFloor ? "Same floor" : "Same property" }),
          )}
          shownMax={initialCount}
        />
        <DaySection title="Next" cards={next.map((item) => card(item))} shownMax={initialCount} />
        {hasMore && (
          <ButtonLink href={`${workOrdersPath}?assignee=me`}>
            All my work orders
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
        <p>
          <Link
            href={`${workOrdersPath}?status=open&assignee=none`}
            className="thumb rounded-sm font-medium text-accent-text hover:underline"
          >
            All unassigned work orders
          </Link>
        </p>
      </div>
    </div>
  );
}

interface DaySectionProps {
  title: string;
  cards: ReactNode[];
  /** The other cards are shown on demand. */
  shownMax?: number;
  isUrgent?: boolean;
}

function DaySection({ title, cards, shownMax = cards.length, isUrgent = false }: DaySectionProps) {
  const [showsAll, setShowsAll] = useState(false);
  const visible = showsAll ? cards : cards.slice(0, shownMax);
  if (cards.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={`mb-2.5 text-section ${isUrgent ? "text-red-text" : ""}`}>
        {title} <span className="font-normal text-ink-soft tabular-nums">{cards.length}</span>
      </h2>
      <ul className="space-y-3">
        {visible}
        {visible.length < cards.length && (
          <li>
            <Button isWide onClick={() => setShowsAll(true)}>
              Show all {cards.length}
              <span className="sr-only">: {title}</span>
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The work order in the URL, in its usual dialog over the day. */
function OpenOrder() {
  const id = Number(useParams().id);
  const [, navigate] = useLocation();
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return (
    <Suspense>
      <OrderDialogs
        dialog={{ kind: "view", id }}
        open={(target: OpenDialog) => navigate(toDialogPath(target))}
        close={() => closeAbove(myDayPath, navigate)}
      />
    </Suspense>
  );
}

/** The conflicts that the technician can resolve, including on work orders that are no longer theirs. */
function DayConflicts({ onResolved }: { onResolved: () => void }) {
  const { data: conflicts = [] } = useQuery(conflictsQuery);
  if (conflicts.length === 0) return null;
  return (
    <ul aria-label="Conflicts to resolve" className="mb-6 space-y-3 lg:max-w-2xl">
      {conflicts.map(({ order, ...conflict }) => (
        <li key={conflict.id}>
          <ConflictBanner conflict={conflict} order={order} onResolved={onResolved}>
            <p>
              <Link
                href={myDayWorkOrderPath(order.id)}
                state={fromList}
                className="thumb rounded-sm font-medium text-accent-text hover:underline"
              >
                {workOrderNumber(order.id)} {order.title}
              </Link>
            </p>
          </ConflictBanner>
        </li>
      ))}
    </ul>
  );
}

/** What is saved on this device and, while offline, how old it is. */
function CachedDayLine() {
  const cached = useCachedDayState();
  const isReachable = useIsServerReachable();
  const now = useMinute();
  if (cached === null) return null;
  const moment = formatMomentAfter(cached.cachedAt, now.toISOString());
  const counts = `${pluralize(cached.workOrders, "work order")}, ${pluralize(cached.photos, "photo")}`;
  return (
    <p className="mb-4 flex items-start gap-2 text-ink-soft text-sm max-sm:mb-3">
      <MonitorSmartphone aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {isReachable
          ? `Saved on this device ${moment}, ${counts}`
          : `Saved on this device ${moment} (${formatSince(cached.cachedAt, now)}), ${counts}`}
      </span>
    </p>
  );
}

const pluralize = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
