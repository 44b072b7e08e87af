import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import * as z from "zod/mini";
import { unassignedWorkOrdersPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { ConflictBanner } from "#domains/work-orders/web/conflicts/conflict-banner.tsx";
import { useFindMyRunningTime } from "#domains/work-orders/web/offline-queue/pending-times.ts";
import { useApplyPendingChanges } from "#domains/work-orders/web/offline-queue/pending-work.ts";
import { conflictsQuery } from "#domains/work-orders/web/queries.ts";
import { type OpenDialog, toDialogPath } from "#domains/work-orders/web/view/dialog-path.ts";
import { formatDay, formatMomentAfter, formatSince } from "#shared/format/dates.ts";
import { formatHours } from "#shared/format/hours.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { ArrowLeftRight, ArrowRight, ChevronDown, CloudCheck, MonitorDown, X } from "#web/icons.ts";
import { closeOverlay, openedFromList } from "#web/list/above-list.ts";
import { isAppleMobile, isInstalled, useInstallApp } from "#web/offline/install-app.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { useCurrentMinute } from "#web/use-current-minute.ts";
import { usePreference } from "#web/use-preference.ts";
import { type DaySections, findLead, toDaySections, type UnassignedEntry } from "../../my-day.ts";
import type { MyDayWorkOrder } from "../../my-day-contract.ts";
import { myDayPath, myDayWorkOrderPath } from "../../paths.ts";
import { PendingChangesLine } from "../pending-changes/pending-changes-line.tsx";
import { useCachedDayState } from "./cached-day-state.ts";
import { DayLead } from "./day-lead.tsx";
import { DayRow } from "./day-row.tsx";
import { myDayQuery } from "./my-day-query.ts";

const OrderDialogs = lazyPart(() =>
  import("#domains/work-orders/web/view/work-order-dialogs.tsx").then((module) => ({
    default: module.WorkOrderDialogs,
  })),
);

/** A technician's home page: overdue work, today's work, nearby work, and what's next. */
export default function MyDayPage() {
  const day = useQuery(myDayQuery);
  const applyPendingChanges = useApplyPendingChanges();
  const findMyRunningTime = useFindMyRunningTime();
  const { id } = useUser();
  const applyToEntry = (entry: MyDayWorkOrder) => {
    const order = applyPendingChanges(entry.order);
    // An unsent start of one work order also stops the timer of another.
    return { ...entry, order: { ...order, clockStartedAt: findMyRunningTime(order)?.startedAt ?? null } };
  };
  const currentDay = day.data && {
    ...day.data,
    assigned: day.data.assigned.map(applyToEntry),
    unassigned: day.data.unassigned.map(applyToEntry),
  };
  const now = useCurrentMinute();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeader title="My Day" note={formatDay(now)} isInTopBar />
      <CachedDayLine />
      <PendingChangesLine />
      <InstallHint />
      {currentDay !== undefined ? (
        <Sections
          sections={toDaySections(currentDay, id, now)}
          hasMore={currentDay.hasMore}
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
        <Loading label="Loading your day" className={dayGridClasses}>
          <Skeleton className="h-96 w-full rounded-sheet" />
          <div className="space-y-3">
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} className="h-20 w-full" />
            ))}
          </div>
        </Loading>
      )}
      <OpenOrderDialog />
    </>
  );
}

/** The work order in progress or next on the left, and the lists on the right. On a phone, in one column. */
const dayGridClasses =
  "grid items-start gap-x-8 gap-y-3 min-[50rem]:grid-cols-[25rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[25rem_minmax(0,1fr)] tabs:gap-y-2 handheld:-mx-1";

/** Showing more would push the sections below out of sight. */
const initialRowCount = 5;
/** The first section is short, so that the technician's own work stays in sight. */
const pressingRowCount = 3;

const proximityLabels = { floor: "Same floor", property: "Same property" };

interface SectionsProps {
  sections: DaySections;
  hasMore: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onMoved: () => void;
}

function Sections({ sections, hasMore, heading, onMoved }: SectionsProps) {
  const lead = findLead(sections);
  const hasNothingToday = sections.overdue.length + sections.today.length === 0;
  const { overdue, today, next, unclaimed, pressing, nearby } = sections;
  const unassignedEntries = [...pressing, ...nearby].map(({ entry }) => entry);
  const entries = [...overdue, ...today, ...next, ...unclaimed, ...unassignedEntries];
  const isPropertyFirst = new Set(entries.map(({ order }) => order.propertyId)).size > 1;
  const renderRow = (entry: MyDayWorkOrder, note?: string) => (
    <DayRow
      key={entry.order.id}
      entry={entry}
      href={myDayWorkOrderPath(entry.order.id)}
      note={note}
      isPropertyFirst={isPropertyFirst}
      onMoved={onMoved}
    />
  );
  const renderRows = (entries: readonly MyDayWorkOrder[]) =>
    entries.filter((entry) => entry !== lead).map((entry) => renderRow(entry));
  const renderUnassigned = ({ entry, proximity }: UnassignedEntry) =>
    renderRow(
      entry,
      entry.order.team?.name ??
        (hasNothingToday || proximity === undefined ? undefined : proximityLabels[proximity]),
    );
  const plannedMinutes = sections.today.reduce((sum, { order }) => sum + (order.estimateMinutes ?? 0), 0);
  return (
    <div className={dayGridClasses}>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Your work
      </h2>
      <div className="min-w-0 space-y-3 tabs:space-y-2 min-[50rem]:sticky min-[50rem]:top-16 rail:static!">
        {lead !== undefined && (
          <DayLead entry={lead} href={myDayWorkOrderPath(lead.order.id)} onMoved={onMoved} />
        )}
        <DayConflicts onResolved={() => heading.current?.focus()} />
      </div>
      <div className="min-w-0 space-y-3.5 tabs:space-y-2">
        <DaySection
          title="High priority, unassigned"
          rows={pressing.map(renderUnassigned)}
          maxVisibleRows={pressingRowCount}
        />
        {hasNothingToday && (
          <EmptyState title="Nothing is due today">
            {lead !== undefined ? "See what's next below." : "You have no assigned work."}
          </EmptyState>
        )}
        <DaySection title="Overdue" rows={renderRows(sections.overdue)} isUrgent />
        <DaySection
          title="Today"
          rows={renderRows(sections.today)}
          note={plannedMinutes === 0 ? undefined : `${formatHours(plannedMinutes)} planned`}
        />
        <DaySection title="Next" rows={renderRows(sections.next)} maxVisibleRows={initialRowCount} />
        <DaySection
          title="For your team"
          rows={sections.unclaimed.map((entry) => renderRow(entry, entry.order.team?.name))}
          maxVisibleRows={initialRowCount}
        />
        <DaySection
          title={hasNothingToday ? "Unassigned" : "Nearby"}
          rows={nearby.map(renderUnassigned)}
          maxVisibleRows={initialRowCount}
          isCollapsed={!hasNothingToday}
        />
        {hasMore && (
          <ButtonLink href={`${workOrdersPath}?assignee=me`}>
            All my work orders
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
        <p>
          <Link
            href={unassignedWorkOrdersPath}
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
  rows: ReactNode[];
  /** Shown to the right of the heading. */
  note?: string | undefined;
  /** A button shows the remaining rows. */
  maxVisibleRows?: number;
  isUrgent?: boolean;
  /** Whether only the heading is shown until the user opens it. */
  isCollapsed?: boolean;
}

function DaySection(props: DaySectionProps) {
  const { title, rows, note, maxVisibleRows = rows.length, isUrgent = false, isCollapsed = false } = props;
  const [showsAll, setShowsAll] = useState(false);
  const visibleRows = showsAll ? rows : rows.slice(0, maxVisibleRows);
  if (rows.length === 0) return null;
  const heading = (
    <h2 className={`text-section ${isUrgent ? "text-red-text" : ""}`}>
      {title} <span className="font-normal text-ink-soft tabular-nums">{rows.length}</span>
    </h2>
  );
  const list = (
    <ul>
      {visibleRows}
      {visibleRows.length < rows.length && (
        <li className="pt-3">
          <Button isWide onClick={() => setShowsAll(true)}>
            Show all {rows.length}
            <span className="sr-only">: {title}</span>
          </Button>
        </li>
      )}
    </ul>
  );
  return (
    <section aria-label={title}>
      {isCollapsed ? (
        <details className="group">
          <summary className="flex min-h-15 cursor-pointer items-center gap-2 border-line group-open:border-b [&::-webkit-details-marker]:hidden">
            {heading}
            <span className="min-w-0 flex-1 truncate text-right text-ink-soft">
              Unassigned, close to your work
            </span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-soft group-open:rotate-180" />
          </summary>
          {list}
        </details>
      ) : (
        <>
          <div className="flex min-h-11 items-center justify-between gap-3 border-line border-b tabs:min-h-9">
            {heading}
            {note !== undefined && <span className="text-ink-soft tabular-nums">{note}</span>}
          </div>
          {list}
        </>
      )}
    </section>
  );
}

/** The work order in the URL, in its usual dialog over the day. */
function OpenOrderDialog() {
  const id = Number(useParams().id);
  const [, navigate] = useLocation();
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return (
    <Suspense>
      <OrderDialogs
        dialog={{ kind: "view", id }}
        open={(target: OpenDialog) => navigate(toDialogPath(target))}
        close={() => closeOverlay(myDayPath, navigate)}
      />
    </Suspense>
  );
}

/** The conflicts that the technician can resolve, including on work orders that are no longer theirs. */
function DayConflicts({ onResolved }: { onResolved: () => void }) {
  const { data: conflicts = [] } = useQuery(conflictsQuery);
  if (conflicts.length === 0) return null;
  return (
    <ul aria-label="Conflicts to resolve" className="space-y-3">
      {conflicts.map(({ order, ...conflict }) => (
        <li key={conflict.id}>
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl bg-amber-soft px-3.5 text-amber-text group-open:mb-2 [&::-webkit-details-marker]:hidden">
              <ArrowLeftRight aria-hidden="true" className="size-5 shrink-0" />
              <span className="wrap-anywhere min-w-0 flex-1 py-2 leading-5">
                <span className="block font-semibold">Conflicting updates</span>
                {order.title}
              </span>
              <span className="font-semibold">Review</span>
            </summary>
            <ConflictBanner conflict={conflict} order={order} onResolved={onResolved}>
              <p>
                <Link
                  href={myDayWorkOrderPath(order.id)}
                  state={openedFromList}
                  className="thumb rounded-sm font-medium text-accent-text hover:underline"
                >
                  {workOrderNumber(order.id)} {order.title}
                </Link>
              </p>
            </ConflictBanner>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** Says what is saved on this device and, while offline, how old it is. */
function CachedDayLine() {
  const cachedDayState = useCachedDayState();
  const isReachable = useIsServerReachable();
  const now = useCurrentMinute();
  // On phones, an empty line keeps the page from moving.
  if (cachedDayState === null) return <p className="mb-1.5 hidden h-4.5 tabs:block" />;
  const moment = formatMomentAfter(cachedDayState.cachedAt, now.toISOString());
  const counts = `${pluralize(cachedDayState.workOrderCount, "work order")}, ${pluralize(cachedDayState.photoCount, "photo")}`;
  return (
    <p className="mb-3 flex items-start gap-2 text-ink-soft text-sm handheld:mb-1.5 tabs:text-xs">
      <CloudCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        {isReachable
          ? `Saved on this device ${moment}, ${counts}`
          : `Saved on this device ${moment} (${formatSince(cachedDayState.cachedAt, now)}), ${counts}`}
      </span>
    </p>
  );
}

const pluralize = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const dismissed = z.literal("dismissed");

/**
 * Suggests installing the portal until dismissed or installed: with a button, or with instructions on iOS.
 */
function InstallHint() {
  const install = useInstallApp();
  const [choice, choose] = usePreference("install-hint", dismissed);
  if (choice !== undefined || isInstalled() || (install === undefined && !isAppleMobile())) return null;
  return (
    <div className="mb-4">
      <Banner
        kind="info"
        title="Add My Day to your home screen"
        action={
          <span className="flex gap-2">
            {install !== undefined && (
              <Button size="sm" icon={<MonitorDown aria-hidden="true" />} onClick={install}>
                Install app
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              icon={<X aria-hidden="true" />}
              onClick={() => choose("dismissed")}
            >
              Not now
            </Button>
          </span>
        }
      >
        {install === undefined
          ? "Tap Share, then “Add to Home Screen.” The portal opens straight to My Day, even offline."
          : "The portal opens straight to My Day, even offline."}
      </Banner>
    </div>
  );
}
