import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { listNotifications, type Notification } from "#domains/notifications/contract.ts";
import { notificationsPath } from "#domains/notifications/paths.ts";
import { useMarkRead } from "#domains/notifications/web/mutations.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { Bell } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button, buttonClasses, IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Popover } from "#web/ui/overlays/popover.tsx";

const notificationsQuery = endpointQuery(listNotifications, {});
const seeAllClasses = buttonClasses({ variant: "ghost", size: "sm", isWide: true });

/**
 * The user's notifications: the unread count, the newest notifications, and a button that marks them as read.
 */
export function NotificationBell() {
  const { data, error, refetch, isFetching } = useQuery(notificationsQuery);
  const markRead = useMarkRead();
  const unreadCount = data?.unread ?? 0;
  const count = unreadCount > 99 ? "99+" : String(unreadCount);
  const items = data?.items ?? [];
  return (
    <Popover
      label="Notifications"
      className="max-sm:w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <IconButton
          {...props}
          label={unreadCount === 0 ? "Notifications" : `Notifications, ${count} unread`}
          className="relative"
        >
          <Bell />
          {unreadCount > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-[calc(50%-17px)] left-[calc(50%+2px)] w-max min-w-[17px] rounded-full bg-lamp px-[4.5px] text-center font-[650] text-lamp-ink text-xs leading-[17px] tabular-nums ring-2 ring-canvas handheld:[body:not(:has([data-notices])):has([data-under-bar=dark])_&]:ring-0"
            >
              {count}
            </span>
          )}
        </IconButton>
      )}
    >
      {(close) => (
        <>
          <div className="sticky top-0 flex min-h-12 items-center justify-between gap-3 border-line border-b bg-raised py-1 pr-2 pl-4">
            <h2 className="font-semibold">Notifications</h2>
            {unreadCount > 0 && items[0] !== undefined && (
              <Button
                variant="ghost"
                size="sm"
                isBusy={markRead.isPending}
                onClick={() => markRead.mutate({ upTo: items[0]?.id ?? 0 })}
              >
                Mark all as read
              </Button>
            )}
          </div>
          {data === undefined && error === null && <SkeletonRows count={3} />}
          {data === undefined && error !== null && (
            <ErrorState
              title="Couldn't load notifications."
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
          {data !== undefined && items.length === 0 && (
            <EmptyState title="You're all caught up">
              Updates about your work orders, payments, and documents appear here.
            </EmptyState>
          )}
          <ul className="max-h-[min(28rem,70dvh)] divide-y divide-line overflow-y-auto">
            {items.map((item) => (
              <li key={item.id}>
                <Item
                  item={item}
                  onOpen={() => {
                    if (item.readAt === null) markRead.mutate({ ids: [item.id] });
                    close();
                  }}
                />
              </li>
            ))}
          </ul>
          <div className="sticky bottom-0 border-line border-t bg-raised p-1.5">
            <Link href={notificationsPath} onClick={close} className={seeAllClasses}>
              See all
            </Link>
          </div>
        </>
      )}
    </Popover>
  );
}

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const isUnread = item.readAt === null;
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classes("mt-1.5 size-2 shrink-0 rounded-full", isUnread ? "bg-lamp" : "bg-transparent")}
      />
      <span className="min-w-0 flex-1">
        <span className={classes("block", isUnread && "font-medium")}>{item.text}</span>
        <time dateTime={item.createdAt} className="mt-0.5 block text-ink-faint text-sm">
          {formatMoment(item.createdAt)}
        </time>
        {isUnread && <span className="sr-only">Unread</span>}
      </span>
    </>
  );
  const itemClasses = "flex gap-3 px-4 py-3";
  if (item.link === null) return <div className={itemClasses}>{content}</div>;
  return (
    <Link
      href={item.link}
      onClick={onOpen}
      className={classes(itemClasses, "-outline-offset-2 hover:bg-hover")}
    >
      {content}
    </Link>
  );
}
