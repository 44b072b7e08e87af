import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import type { Notification } from "#domains/notifications/contract.ts";
import { DayNotifications } from "#domains/notifications/web/day-notifications.tsx";
import { useMarkRead } from "#domains/notifications/web/mutations.ts";
import { notificationsQuery } from "#domains/notifications/web/queries.ts";
import { CheckCheck, Settings2 } from "#web/icons.ts";
import { fetchNextPart } from "#web/list/list-queries.ts";
import { toastError } from "#web/toast-error.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { notificationPreferencesPath } from "../paths.ts";

const tabs = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
] as const;
type NotificationFilter = (typeof tabs)[number]["value"];

/** All of the user's notifications, by day. */
export default function NotificationsPage() {
  const [search, setSearch] = useSearchParams();
  const filter: NotificationFilter = search.get("show") === "unread" ? "unread" : "all";
  return (
    <>
      <PageHeader
        title="Notifications"
        action={
          <ButtonLink href={notificationPreferencesPath} icon={<Settings2 aria-hidden="true" />}>
            Notification settings
          </ButtonLink>
        }
      />
      <div className="mb-4">
        <Tabs
          name="notifications"
          label="Filter notifications"
          tabs={tabs}
          value={filter}
          onChange={(value) => setSearch(value === "all" ? {} : { show: value }, { replace: true })}
        />
      </div>
      <TabPanel name="notifications" value={filter}>
        <NotificationList filter={filter} key={filter} />
      </TabPanel>
    </>
  );
}

function NotificationList({ filter }: { filter: NotificationFilter }) {
  const list = useInfiniteQuery(notificationsQuery(filter));
  const markRead = useMarkRead();
  if (list.isPending) return <SkeletonRows count={8} />;
  if (list.data === undefined)
    return (
      <ErrorState
        title="Couldn't load notifications."
        error={list.error}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    );
  const items = list.data.pages.flatMap((page) => page.items);
  const [newestItem] = items;
  const unreadCount = list.data.pages[0]?.unread ?? 0;
  if (newestItem === undefined)
    return (
      <EmptyState title={filter === "unread" ? "You're all caught up" : "No notifications yet"}>
        {filter === "unread"
          ? "New notifications appear here and in the bell menu."
          : "Updates about your work orders, payments, and documents appear here."}
      </EmptyState>
    );
  return (
    <>
      <div className="mb-3 flex min-h-(--control) flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft tabular-nums" role="status">
          {unreadCount === 0 ? "No unread notifications" : `${unreadCount > 99 ? "99+" : unreadCount} unread`}
        </p>
        {unreadCount > 0 && (
          <Button
            icon={<CheckCheck aria-hidden="true" />}
            isBusy={markRead.isPending && "upTo" in markRead.variables}
            onClick={() => markRead.mutate({ upTo: newestItem.id }, { onError: toastError })}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <div className="space-y-6">
        {groupByDay(items).map(([day, dayItems]) => (
          <DayNotifications
            key={day}
            items={dayItems}
            onRead={(id) => markRead.mutate({ ids: [id] }, { onError: toastError })}
          />
        ))}
      </div>
      {list.hasNextPage && (
        <Button
          className="mt-6"
          isBusy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void fetchNextPart(list)}
        >
          Show older notifications
        </Button>
      )}
    </>
  );
}

/** Groups notifications by day in the viewer's time zone. */
function groupByDay(items: readonly Notification[]): [string, Notification[]][] {
  const days = new Map<string, Notification[]>();
  for (const item of items) {
    const day = new Date(item.createdAt).toDateString();
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}
