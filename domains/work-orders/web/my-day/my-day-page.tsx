import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { formatDay } from "#shared/format/dates.ts";
import { ArrowRight, CircleCheck } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { closeAbove } from "#web/list/above-list.ts";
import { paths } from "#web/paths.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { useMinute } from "#web/use-minute.ts";
import { type DayInParts, inParts } from "../../my-day.ts";
import type { OrderOfMyDay } from "../../my-day-contract.ts";
import { dialogPath, type OpenDialog } from "../dialog-address.ts";
import { myDayQuery } from "../queries.ts";
import { UnsentLine } from "../unsent/unsent-line.tsx";
import { useDayWithWaiting } from "../unsent/waiting-work.ts";
import { DayCard } from "./day-card.tsx";
import { DayClashes } from "./day-clashes.tsx";
import { InstallHint } from "./install-hint.tsx";
import { KeptLine } from "./kept-line.tsx";

const OrderDialogs = lazyPart(() =>
  import("../order-dialogs.tsx").then((module) => ({ default: module.OrderDialogs })),
);

/** The page a technician begins with: what is overdue, what is for today, what is near by, and what comes next. */
export default function MyDayPage() {
  const mayRead = useMay("work-orders.read-my-day");
  return mayRead ? <Day /> : <AccessDenied />;
}

function Day() {
  const day = useQuery(myDayQuery);
  const shown = useDayWithWaiting(day.data);
  const now = useMinute();
  const { id } = useUser();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeader title="My Day" description={formatDay(now)} />
      <KeptLine />
      <UnsentLine />
      <InstallHint />
      <DayClashes onChosen={() => heading.current?.focus()} />
      {shown !== undefined ? (
        <Parts
          parts={inParts(shown, id, now)}
          hasMore={shown.hasMore}
          heading={heading}
          onMoved={() => heading.current?.focus()}
        />
      ) : day.isError ? (
        <Card>
          <ErrorState
            title="Your day could not be loaded."
            error={day.error}
            onRetry={() => void day.refetch()}
            isRetrying={day.isFetching}
          />
        </Card>
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

/** More of what is not for today would push the rest out of sight. */
const shownAtFirst = 5;

interface PartsProps {
  parts: DayInParts;
  hasMore: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onMoved: () => void;
}

function Parts({ parts: { overdue, today, ofTeam, near, next }, hasMore, heading, onMoved }: PartsProps) {
  const hasNothing = overdue.length + today.length === 0;
  const hasOwn = !hasNothing || next.length > 0;
  const card = (of: OrderOfMyDay, more: { isAtHand?: boolean; nearness?: string | undefined } = {}) => (
    <DayCard
      key={of.order.id}
      of={of}
      href={paths.myDayOrder(of.order.id)}
      isAtHand={false}
      onMoved={onMoved}
      {...more}
    />
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0 space-y-6">
        <h2 ref={heading} tabIndex={-1} className="sr-only">
          Your work
        </h2>
        <Part title="Overdue" cards={overdue.map((of) => card(of, { isAtHand: true }))} isAlarming />
        <Part title="Today" cards={today.map((of) => card(of, { isAtHand: true }))} />
        {hasNothing && (
          <Card>
            <EmptyState icon={<CircleCheck />} title="Nothing is due today">
              {hasOwn ? "What comes next is below." : "Nothing is assigned to you."}
            </EmptyState>
          </Card>
        )}
      </div>
      <div className="min-w-0 space-y-6">
        <Part
          title="For your team"
          cards={ofTeam.map((of) => card(of, { nearness: of.order.team?.name }))}
          shownMax={shownAtFirst}
        />
        <Part
          title={hasNothing ? "To take" : "Nearby"}
          cards={near.map(({ of, isOnFloor }) =>
            card(of, { nearness: hasNothing ? undefined : isOnFloor ? "Same floor" : "Same building" }),
          )}
          shownMax={shownAtFirst}
        />
        <Part title="Next" cards={next.map((of) => card(of))} shownMax={shownAtFirst} />
        {hasMore && (
          <ButtonLink href={`${paths.workOrders}?assignee=me`}>
            All your work orders
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
        <p>
          <Link
            href={`${paths.workOrders}?status=open&assignee=none`}
            className="thumb rounded-sm font-medium text-accent-text hover:underline"
          >
            All unassigned work orders
          </Link>
        </p>
      </div>
    </div>
  );
}

interface PartProps {
  title: string;
  cards: ReactNode[];
  /** The others are shown when asked for. */
  shownMax?: number;
  isAlarming?: boolean;
}

function Part({ title, cards, shownMax = cards.length, isAlarming = false }: PartProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? cards : cards.slice(0, shownMax);
  if (cards.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={`mb-2.5 text-lg leading-6 ${isAlarming ? "text-red-text" : ""}`}>
        {title} <span className="font-normal text-ink-soft tabular-nums">{cards.length}</span>
      </h2>
      <ul className="space-y-3">
        {shown}
        {shown.length < cards.length && (
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

/** The order in the address, in its ordinary dialog over the day. */
function OpenOrder() {
  const id = Number(useParams().id);
  const [, navigate] = useLocation();
  if (!Number.isSafeInteger(id) || id <= 0) return null;
  return (
    <Suspense>
      <OrderDialogs
        dialog={{ kind: "view", id }}
        open={(target: OpenDialog) => navigate(dialogPath(target))}
        close={() => closeAbove(paths.myDay, navigate)}
      />
    </Suspense>
  );
}
