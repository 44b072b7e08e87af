import type { UseQueryResult } from "@tanstack/react-query";
import { formatMoment, formatMomentAfter } from "#shared/format/dates.ts";
import {
  CalendarClock,
  CalendarDays,
  CalendarRange,
  Camera,
  CheckCheck,
  CirclePlus,
  Clock,
  Hourglass,
  type LucideIcon,
  MessageSquare,
  Paperclip,
  Pencil,
  PenLine,
  RefreshCw,
  Timer,
  Trash2,
  TriangleAlert,
  UserRound,
} from "#web/icons.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { ActionType, ActivityEntry } from "../../contract.ts";

/** ACT-10: each type of entry has its own icon and color. */
export const activityStyles = {
  signature: { Icon: PenLine, colors: "bg-green-soft text-green-text" },
  status_changed: { Icon: RefreshCw, colors: "bg-amber-soft text-amber-text" },
  comment_added: { Icon: MessageSquare, colors: "bg-blue-soft text-blue-text" },
  created: { Icon: CirclePlus, colors: "bg-accent text-accent-ink" },
  assigned: { Icon: UserRound, colors: "bg-violet-soft text-violet-text" },
  due_changed: { Icon: CalendarClock, colors: "bg-sunken text-ink" },
  visit_changed: { Icon: CalendarDays, colors: "bg-ink text-surface" },
  planned: { Icon: CalendarRange, colors: "bg-sunken text-accent-text" },
  edited: { Icon: Pencil, colors: "bg-gray-soft text-gray-text" },
  files_changed: { Icon: Paperclip, colors: "bg-accent-soft text-accent-text" },
  photos_changed: { Icon: Camera, colors: "bg-teal-soft text-teal-text" },
  pause_changed: { Icon: Hourglass, colors: "border border-amber-dot text-amber-text" },
  time_changed: { Icon: Timer, colors: "border border-line-control text-ink-soft" },
  conflict: { Icon: TriangleAlert, colors: "bg-danger text-white" },
  deleted: { Icon: Trash2, colors: "bg-red-soft text-red-text" },
} as const satisfies Record<ActionType, { Icon: LucideIcon; colors: string }>;

/** ACT-03 to ACT-12: events and comments in one timeline, newest first. */
export function ActivityLog({ query }: { query: UseQueryResult<ActivityEntry[]> }) {
  if (query.isPending) return <SkeletonLog />;
  if (query.data === undefined)
    return (
      <div role="alert" className="rounded-card bg-sunken px-4 py-6 text-center text-ink-soft">
        <p>Activity couldn't be loaded.</p>
        <Button className="mt-3" size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (query.data.length === 0)
    return (
      <div className="rounded-card bg-sunken px-4 py-8 text-center">
        <Clock aria-hidden="true" className="mx-auto size-5 text-ink-faint" />
        <p className="mt-2 font-medium">No activity recorded yet</p>
        <p className="mt-0.5 text-ink-soft">
          Activity will appear here as actions are taken on this work order.
        </p>
      </div>
    );
  return (
    <ol
      aria-label="Activity, newest first"
      className="relative space-y-4 before:absolute before:inset-y-2 before:left-3.75 before:w-px before:bg-line"
    >
      {query.data.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { actionType, message, user, createdAt, happenedAt, internal } = entry;
  const { Icon, colors } = activityStyles[actionType];
  const text = message ?? "System event";
  return (
    <li data-action={actionType} className="relative flex gap-3">
      <span className="z-1 shrink-0 self-start rounded-full bg-raised">
        <span className={classes("flex size-8 items-center justify-center rounded-full", colors)}>
          <Icon aria-hidden="true" className="size-4" />
        </span>
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm">
          <span className="font-medium text-ink">{user?.fullName ?? "System"}</span>
          {user !== null && <span className="text-ink-faint">{roleLabels[user.role]}</span>}
          <time dateTime={happenedAt ?? createdAt} className="text-ink-faint tabular-nums">
            {formatMoment(happenedAt ?? createdAt)}
          </time>
          {happenedAt !== null && (
            <span className="text-ink-faint tabular-nums">
              sent <time dateTime={createdAt}>{formatMomentAfter(createdAt, happenedAt)}</time>
            </span>
          )}
        </p>
        {actionType === "comment_added" ? (
          <Comment text={text} isInternal={internal} />
        ) : (
          <p className="mt-0.5 flex flex-wrap items-start gap-1.5 text-ink-soft">
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            {internal && <StaffOnly />}
            {actionType === "signature" && (
              <span data-signed className="mt-0.5 shrink-0 text-green-text">
                <CheckCheck aria-hidden="true" className="size-4" />
                <span className="sr-only">Signed</span>
              </span>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

/** Both text and background show who can read a comment. */
function Comment({ text, isInternal }: { text: string; isInternal: boolean }) {
  return (
    <div
      className={classes(
        "mt-1 rounded-card rounded-tl-[4px] px-3.5 py-2.5",
        isInternal ? "bg-amber-soft" : "bg-sunken",
      )}
    >
      <p className="whitespace-pre-wrap leading-relaxed">{text}</p>
      {isInternal && (
        <p className="mt-1.5">
          <StaffOnly />
        </p>
      )}
    </div>
  );
}

const StaffOnly = () => <Badge tone="amber">Internal: staff only</Badge>;

const SkeletonLog = () => (
  <Loading label="Loading activity" className="space-y-5">
    {[0, 1, 2].map((row) => (
      <div key={row} className="flex gap-3">
        <Skeleton className="size-8 rounded-full" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      </div>
    ))}
  </Loading>
);
