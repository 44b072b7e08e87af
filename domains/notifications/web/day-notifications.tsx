import { useId } from "react";
import { Link } from "wouter";
import type { Notification } from "#domains/notifications/contract.ts";
import { formatDay } from "#shared/format/dates.ts";
import { Check } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

const timeFormat = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });

/** One day's notifications, newest first. Opening a notification marks it as read. */
export function DayNotifications({
  items,
  onRead,
}: {
  items: readonly Notification[];
  onRead: (id: number) => void;
}) {
  const headingId = useId();
  const [firstItem] = items;
  if (firstItem === undefined) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 font-medium text-ink-soft text-sm">
        {describeDay(firstItem.createdAt)}
      </h2>

      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item.id} className="flex items-start gap-1 pr-2 sm:pr-3">
            <NotificationText item={item} onOpen={() => item.readAt === null && onRead(item.id)} />
            {item.readAt === null ? (
              <IconButton
                label={`Mark as read: ${item.text}`}
                title="Mark as read"
                className="mt-1.5"
                onClick={() => onRead(item.id)}
              >
                <Check aria-hidden="true" />
              </IconButton>
            ) : (
              <span className="w-(--control) shrink-0" />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotificationText({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const isUnread = item.readAt === null;
  const layoutClasses = "flex min-w-0 flex-1 items-baseline gap-3 rounded-card px-(--inset) py-3.5";
  const content = (
    <>
      <span
        aria-hidden="true"
        className={classes(
          "size-2 shrink-0 -translate-y-px rounded-full",
          isUnread ? "bg-lamp" : "bg-transparent",
        )}
      />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
        <span className={classes("min-w-0 max-w-[70ch] wrap-anywhere", isUnread && "font-medium")}>
          {isUnread && <span className="sr-only">Unread: </span>}
          {item.text}
        </span>
        <time dateTime={item.createdAt} className="shrink-0 text-ink-faint text-sm tabular-nums">
          {timeFormat.format(new Date(item.createdAt))}
        </time>
      </span>
    </>
  );
  if (item.link === null) return <div className={layoutClasses}>{content}</div>;
  return (
    <Link
      href={item.link}
      onClick={onOpen}
      className={classes(layoutClasses, "-outline-offset-2 hover:bg-hover")}
    >
      {content}
    </Link>
  );
}

function describeDay(instant: string): string {
  const day = new Date(instant).toDateString();
  const today = new Date();
  if (day === today.toDateString()) return "Today";
  today.setDate(today.getDate() - 1);
  return day === today.toDateString() ? "Yesterday" : formatDay(instant);
}
