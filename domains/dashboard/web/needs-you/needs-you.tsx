import { useQueries, useQuery } from "@tanstack/react-query";
import { type FocusEventHandler, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { type BackupStatus, readBackupStatus } from "#domains/settings/backup-contract.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { formatAge } from "#shared/format/dates.ts";
import { formatTotal } from "#shared/http/paging.ts";
import {
  CalendarClock,
  ChevronRight,
  CircleCheck,
  CircleDollarSign,
  DatabaseBackup,
  FileClock,
  HandCoins,
  type LucideIcon,
  MailWarning,
  MailX,
  Siren,
  TriangleAlert,
  UserRoundCheck,
} from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/lead.tsx";
import { type Need, type NeedRow, needs } from "./needs.tsx";
import { NeedsLoading } from "./needs-loading.tsx";

const styles = {
  conflicts: { Icon: TriangleAlert, color: "text-amber-text" },
  pressing: { Icon: Siren, color: "text-red-text" },
  emails: { Icon: MailX, color: "text-red-text" },
  approvals: { Icon: UserRoundCheck, color: "text-blue-text" },
  invitations: { Icon: MailWarning, color: "text-amber-text" },
  leases: { Icon: CalendarClock, color: "text-violet-text" },
  documents: { Icon: FileClock, color: "text-amber-text" },
  payments: { Icon: HandCoins, color: "text-blue-text" },
  overdue: { Icon: CircleDollarSign, color: "text-red-text" },
  backup: { Icon: DatabaseBackup, color: "text-red-text" },
} as const satisfies Record<Need["kind"] | "backup", { Icon: LucideIcon; color: string }>;

/**
 * The tasks waiting for the user. Each links to the list it counts and shows the first rows with their main
 * action.
 */
export default function NeedsYou() {
  const { role } = useUser();
  const [now] = useState(() => new Date());
  const mine = needs.filter(({ roles }) => roles.includes(role));
  const pages = useQueries({ queries: mine.map(({ query }) => query) });
  const groups = mine.flatMap((need, at) => {
    const page = pages[at]?.data;
    return page === undefined || page.total === 0 ? [] : [{ need, page }];
  });
  const backup = useQuery({ ...endpointQuery(readBackupStatus, {}), enabled: role === "admin" });
  const backupProblem = backup.data?.needsAttention === true ? backup.data : null;
  const failed = [backup, ...pages].filter(({ isError }) => isError);
  const isUnknown = failed.length > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedRow = useRef<{ kind: Need["kind"]; id: number; at: number }>(null);
  useEffect(() => {
    const row = focusedRow.current;
    const isShown = groups.some(
      ({ need, page }) =>
        need.kind === row?.kind && page.rows.some((record) => need.toRow(record, now).id === row.id),
    );
    if (row === null || isShown) return;
    focusedRow.current = null;
    if (document.activeElement === document.body) focusAfter(row, heading.current);
  });
  if (backup.isLoading || pages.some(({ isPending }) => isPending)) return <NeedsLoading />;
  return (
    <Lead title="Needs you" titleRef={heading}>
      <div className="gap-x-6 px-2 pb-2 sm:px-3 sm:pb-3 lg:columns-2">
        {backupProblem !== null && (
          <section aria-labelledby="needs-backup" className="break-inside-avoid pb-3 last:pb-0">
            <Heading kind="backup" address={settingsPath}>
              {formatBackupProblem(backupProblem)}
            </Heading>
          </section>
        )}
        {groups.map(({ need, page }) => (
          <section
            key={need.kind}
            aria-labelledby={`needs-${need.kind}`}
            className="break-inside-avoid pb-3 last:pb-0"
          >
            <Heading kind={need.kind} address={need.address}>
              <span className="font-semibold tabular-nums">{formatTotal(page.total)}</span>{" "}
              {page.total === 1 ? need.words.singular : need.words.plural}
            </Heading>
            <ul>
              {page.rows.map((record, at) => {
                const row = need.toRow(record, now);
                return (
                  <Row
                    key={row.id}
                    row={row}
                    isComplete={need.address === undefined}
                    onFocus={() => {
                      focusedRow.current = { kind: need.kind, id: row.id, at };
                    }}
                    onBlur={() => {
                      focusedRow.current = null;
                    }}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      {isUnknown && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-(--inset) pt-4 pb-4 text-ink-soft">
          Some items couldn't be loaded.
          <Button
            size="sm"
            isBusy={failed.some(({ isFetching }) => isFetching)}
            onClick={() => {
              for (const query of failed) void query.refetch();
            }}
          >
            Try again
          </Button>
        </p>
      )}
      {!isUnknown && backupProblem === null && groups.length === 0 && (
        <p className="flex items-center gap-2.5 px-(--inset) pt-4 pb-4 text-ink-soft">
          <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
          You're all caught up.
        </p>
      )}
    </Lead>
  );
}

/**
 * Moves the focus after a row in use is done and gone: to the row that took its place, the row before it, or
 * the heading.
 */
function focusAfter({ kind, at }: { kind: Need["kind"]; at: number }, heading: HTMLElement | null): void {
  const rows = document.querySelectorAll<HTMLElement>(`[aria-labelledby="needs-${kind}"] li`);
  const next = rows[Math.min(at, rows.length - 1)];
  (next?.querySelector<HTMLElement>("button:enabled") ?? next?.querySelector<HTMLElement>("a"))?.focus();
  // Phones don't show the third row.
  if (document.activeElement === document.body) heading?.focus();
}

const formatBackupProblem = ({ made, failed }: BackupStatus): string =>
  failed !== null || made === null ? "The last backup failed" : `Last backup: ${formatAge(made.at)}`;

interface HeadingProps {
  kind: keyof typeof styles;
  /** The page that it opens, if there is one. */
  address: string | undefined;
  children: ReactNode;
}

function Heading({ kind, address, children }: HeadingProps) {
  const { Icon, color } = styles[kind];
  const rowClasses = "flex min-h-(--control) items-center gap-3 rounded-control px-2 py-1.5";
  const words = (
    <>
      <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${color}`} />
      <span className="min-w-0 flex-1">{children}</span>
    </>
  );
  return (
    <h3 id={`needs-${kind}`} className="font-normal text-base leading-5 tracking-normal">
      {address === undefined ? (
        <span className={rowClasses}>{words}</span>
      ) : (
        <Link href={address} className={`${rowClasses} hover:bg-hover`}>
          {words}
          <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
        </Link>
      )}
    </h3>
  );
}

interface RowProps {
  row: NeedRow;
  /**
   * Whether all rows are shown here because they have no page. In other lists, phones hide the third row, so
   * that more lists fit on the screen.
   */
  isComplete: boolean;
  /** Also called for the row's dialogs, which React counts as inside. */
  onFocus: FocusEventHandler;
  onBlur: FocusEventHandler;
}

function Row({ row: { title, detail, amount, when, href, action }, isComplete, ...events }: RowProps) {
  return (
    <li
      {...events}
      className={classes(
        "relative flex min-h-13 items-center gap-3 rounded-control py-1.5 pr-2 pl-9.5 hover:bg-hover",
        !isComplete && "max-sm:nth-[n+3]:hidden",
      )}
    >
      <div className="min-w-0 flex-1">
        <Link
          href={href}
          className="block truncate font-medium outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
        >
          {title}
        </Link>
        <p className="gap-x-2 text-ink-soft text-sm md:max-lg:flex xl:flex">
          <span className={classes("min-w-0", isComplete ? "line-clamp-3" : "block truncate")}>{detail}</span>
          <span className="shrink-0 md:max-lg:before:mr-2 xl:before:mr-2 md:max-lg:before:content-['·'] xl:before:content-['·']">
            {when}
          </span>
        </p>
      </div>
      {amount !== undefined && <span className="shrink-0 font-medium tabular-nums">{amount}</span>}
      {action !== undefined && <div className="relative shrink-0">{action}</div>}
    </li>
  );
}
