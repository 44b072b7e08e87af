import type { UseQueryResult } from "@tanstack/react-query";
import { formatDay, formatTime } from "#shared/format/dates.ts";
import {
  CalendarClock,
  CalendarDays,
  CalendarRange,
  Camera,
  CheckCheck,
  CirclePlus,
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
import { formatMomentThere, nameOtherTimeZone, withTimeZone } from "#web/time-zone-name.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
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

interface ActivityLogProps {
  query: UseQueryResult<ActivityEntry[]>;
  /** The property's time zone. */
  timeZone: string;
}

/** ACT-03 to ACT-12: events and comments in one timeline, newest first. */
export function ActivityLog({ query, timeZone }: ActivityLogProps) {
  if (query.isPending) return <SkeletonLog />;
  if (query.data === undefined)
    return (
      <div role="alert" className="py-4 text-ink-soft">
        <p>Activity couldn't be loaded.</p>
        <Button className="mt-3" size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Try again
        </Button>
      </div>
    );
  if (query.data.length === 0)
    return (
      <div className="py-4">
        <p className="font-medium">No activity recorded yet</p>
        <p className="mt-0.5 text-ink-soft">
          Activity will appear here as actions are taken on this work order.
        </p>
      </div>
    );
  return (
    <ol aria-label="Activity, newest first" className="space-y-3.5">
      {query.data.map((entry) => (
        <li key={entry.id} data-action={entry.actionType} className="flex gap-3">
          {entry.actionType === "comment_added" ? (
            <CommentEntry entry={entry} timeZone={timeZone} />
          ) : (
            <EventEntry entry={entry} timeZone={timeZone} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface EntryProps {
  entry: ActivityEntry;
  timeZone: string;
}

/** A comment in a bubble. Its label and color show who can read it. */
function CommentEntry({ entry, timeZone }: EntryProps) {
  const { user, userId } = entry;
  return (
    <>
      <span className="relative self-start">
        <Face person={user === null ? null : { id: userId ?? 0, fullName: user.fullName }} />
        <EntryIcon
          entry={entry}
          className="absolute -right-1 -bottom-1 size-4 ring-2 ring-canvas lg:ring-surface [&_svg]:size-2.5"
        />
      </span>
      <div className="min-w-0 flex-1">
        <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-ink-soft text-sm">
          <EntryAuthor entry={entry} />
          {user !== null && <span>{roleLabels[user.role]}</span>}
          <EntryTime entry={entry} timeZone={timeZone} />
          {entry.internal && <StaffOnlyLabel />}
        </p>
        <div
          className={classes(
            "w-fit max-w-full whitespace-pre-wrap rounded-xl rounded-tl-[4px] px-3.25 py-2.25 leading-normal [overflow-wrap:anywhere]",
            entry.internal ? "bg-lamp-soft ring-1 ring-lamp-line ring-inset" : "bg-sunken",
          )}
        >
          <p>{entry.message ?? "System event"}</p>
        </div>
      </div>
    </>
  );
}

function EventEntry({ entry, timeZone }: EntryProps) {
  const zone = containsTime(entry) ? nameOtherTimeZone(timeZone, entry.createdAt, "longGeneric") : null;
  return (
    <>
      <EntryIcon entry={entry} className="mx-1 size-6 self-start [&_svg]:size-3.25" />
      <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 pt-0.75 text-ink-soft text-sm">
        <EntryAuthor entry={entry} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{entry.message ?? "System event"}</span>
        {zone !== null && <span>{`(${zone})`}</span>}
        {entry.actionType === "signature" && (
          <span data-signed className="shrink-0 self-center text-green-text">
            <CheckCheck aria-hidden="true" className="size-4" />
            <span className="sr-only">Signed</span>
          </span>
        )}
        {entry.internal && <StaffOnlyLabel />}
        <EntryTime entry={entry} timeZone={timeZone} />
      </p>
    </>
  );
}

/** Whether the text of an event contains a time at the property. */
const containsTime = ({ actionType, message }: ActivityEntry): boolean =>
  ["due_changed", "visit_changed", "pause_changed", "time_changed", "conflict"].includes(actionType) &&
  / [AP]M\b/.test(message ?? "");

function EntryIcon({ entry: { actionType }, className }: { entry: ActivityEntry; className: string }) {
  const { Icon, colors } = activityStyles[actionType];
  return (
    <span className={classes("flex shrink-0 items-center justify-center rounded-full", className, colors)}>
      <Icon aria-hidden="true" />
    </span>
  );
}

const EntryAuthor = ({ entry: { user } }: { entry: ActivityEntry }) => (
  <span className="font-semibold text-ink">{user?.fullName ?? "System"}</span>
);

function EntryTime({ entry: { createdAt, happenedAt }, timeZone }: EntryProps) {
  const isSameDay = happenedAt !== null && formatDay(createdAt, timeZone) === formatDay(happenedAt, timeZone);
  return (
    <span className="tabular-nums">
      <time dateTime={happenedAt ?? createdAt}>{formatMomentThere(happenedAt ?? createdAt, timeZone)}</time>
      {happenedAt !== null && (
        <span className="ml-2">
          sent{" "}
          <time dateTime={createdAt}>
            {isSameDay
              ? withTimeZone(formatTime(createdAt, timeZone), timeZone, createdAt)
              : formatMomentThere(createdAt, timeZone)}
          </time>
        </span>
      )}
    </span>
  );
}

const StaffOnlyLabel = () => <span className="font-semibold text-lamp-text">Internal: staff only</span>;

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
