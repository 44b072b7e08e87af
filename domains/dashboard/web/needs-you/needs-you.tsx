import { useQueries, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { type BackupStatus, readBackupStatus } from "#domains/settings/backup-contract.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { workOrderPath } from "#domains/work-orders/paths.ts";
import { formatAge, formatDay } from "#shared/format/dates.ts";
import { formatTotal } from "#shared/http/paging.ts";
import { ChevronDown, CircleCheck, DatabaseBackup } from "#web/icons.ts";
import { listPageQuery } from "#web/list/list-queries.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Lead } from "#web/ui/page/lead.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { type Need, type NeedRow, needGroups, sortBySeverity } from "./define-need.ts";
import { NeedItem, NeedsCount } from "./need-row.tsx";
import { needs } from "./needs.tsx";
import { NeedsLoading } from "./needs-loading.tsx";

/** The rows shown at first: up to seven, or five on a phone. */
const maxVisibleRows = 7;
const maxVisibleRowsOnPhone = 5;

type NeedGroup = (typeof needGroups)[number];
interface GroupedNeedRow {
  key: string;
  group: NeedGroup;
  row: NeedRow;
}

/**
 * The tasks waiting for the user, most severe first, each with its main action. As the page's lead, it's
 * shown even without tasks.
 */
export default function NeedsYou({ isLead = true }: { isLead?: boolean }) {
  const { role } = useUser();
  const [now] = useState(() => new Date());
  const roleNeeds = needs.filter(({ roles }) => roles.includes(role));
  const pages = useQueries({ queries: roleNeeds.map(({ query }) => query) });
  const backup = useQuery({ ...endpointQuery(readBackupStatus, {}), enabled: role === "admin" });
  const lists = roleNeeds.flatMap((need, index) => {
    const page = pages[index]?.data;
    return page === undefined || page.total === 0 ? [] : [{ need, page }];
  });
  const items: GroupedNeedRow[] = lists.flatMap(({ need: { kind, group, toRow }, page }) =>
    page.rows.map((record) => {
      const row = toRow(record, now);
      return { key: `${kind} ${row.id}`, group, row };
    }),
  );
  if (backup.data?.needsAttention === true)
    items.push({ key: "backup", group: "Portal", row: toBackupRow(backup.data) });
  const failedQueries = [backup, ...pages].filter(({ isError }) => isError);
  const heading = useRef<HTMLHeadingElement>(null);
  if (backup.isLoading || pages.some(({ isPending }) => isPending)) return isLead && <NeedsLoading />;
  if (!isLead && items.length + failedQueries.length === 0) return null;
  const Container = isLead ? Lead : Section;
  const countNeeds = (group?: NeedGroup) =>
    lists
      .filter(({ need }) => group === undefined || need.group === group)
      .reduce((sum, { page }) => sum + page.total, 0) +
    items.filter(({ key }) => key === "backup" && (group === undefined || group === "Portal")).length;
  return (
    <Container aria-label="Needs you" className={isLead ? "pt-1.5" : undefined}>
      <NeedList heading={heading} items={sortBySeverity(items)} lists={lists} countNeeds={countNeeds} />
      {failedQueries.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-(--inset) py-3 text-ink-soft">
          Some items couldn't be loaded.
          <Button
            size="sm"
            isBusy={failedQueries.some(({ isFetching }) => isFetching)}
            onClick={() => {
              for (const query of failedQueries) void query.refetch();
            }}
          >
            Try again
          </Button>
        </p>
      )}
      {failedQueries.length === 0 && items.length === 0 && <CaughtUp />}
    </Container>
  );
}

interface NeedListProps {
  heading: React.RefObject<HTMLHeadingElement | null>;
  items: readonly GroupedNeedRow[];
  lists: readonly { need: Need; page: { rows: readonly unknown[]; total: number } }[];
  /** Returns the total of a group's lists, or of all lists. */
  countNeeds: (group?: NeedGroup) => number;
}

function NeedList({ heading, items, lists, countNeeds }: NeedListProps) {
  const [selectedGroup, setSelectedGroup] = useState<NeedGroup>();
  const [isExpanded, setIsExpanded] = useState(false);
  const isPhone = useIsPhone();
  // A group's chip disappears with its last task.
  const group = selectedGroup !== undefined && countNeeds(selectedGroup) > 0 ? selectedGroup : undefined;
  const matchingItems = items.filter((item) => group === undefined || item.group === group);
  const visibleItems = isExpanded
    ? matchingItems
    : matchingItems.slice(0, isPhone ? maxVisibleRowsOnPhone : maxVisibleRows);
  const hiddenCount = countNeeds(group) - visibleItems.length;
  const list = useRef<HTMLUListElement>(null);
  const getFocusHandlers = useFocusAfterRemoval(visibleItems, list, heading);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1 px-(--inset) py-2.5 sm:pr-4">
        <h2 ref={heading} tabIndex={-1} className="text-lead outline-none">
          Needs you
        </h2>
        {items.length > 0 && (
          <span className="mr-auto">
            <NeedsCount>{formatTotal(countNeeds())}</NeedsCount>
          </span>
        )}
        <GroupFilter group={group} countNeeds={countNeeds} onSelect={setSelectedGroup} />
      </header>
      <ul ref={list}>
        {visibleItems.map(({ key, row }, index) => (
          <NeedItem key={key} row={row} isFirst={index === 0} {...getFocusHandlers(key, index)} />
        ))}
      </ul>
      {hiddenCount > 0 && !isExpanded && (
        <Button
          variant="ghost"
          isWide
          className="h-10 rounded-t-none border-line border-t max-sm:h-11 pointer-coarse:h-11"
          onClick={() => setIsExpanded(true)}
        >
          {`Show ${formatTotal(hiddenCount)} more`}
          <ChevronDown aria-hidden="true" />
        </Button>
      )}
      {(isExpanded || group !== undefined) && <ListLinks lists={lists} group={group} />}
    </>
  );
}

interface GroupFilterProps {
  /** Undefined if all groups are shown. */
  group: NeedGroup | undefined;
  countNeeds: (group?: NeedGroup) => number;
  onSelect: (group: NeedGroup | undefined) => void;
}

/** Chips that select a group. Hidden if all tasks are in one group. */
function GroupFilter({ group, countNeeds, onSelect }: GroupFilterProps) {
  const chips = [undefined, ...needGroups].filter((chip) => chip === undefined || countNeeds(chip) > 0);
  if (chips.length <= 2) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out in a row of its own
    <div role="group" aria-label="Show" className="-mx-1 flex max-w-full overflow-x-auto max-sm:basis-full">
      {chips.map((chip) => (
        <button
          key={chip ?? "All"}
          type="button"
          aria-pressed={chip === group}
          onClick={() => onSelect(chip)}
          className={classes(
            "min-h-6.5 shrink-0 rounded-[7px] px-2.25 font-medium text-sm hover:bg-hover max-sm:min-h-11 max-sm:min-w-11 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
            chip === group ? "bg-sunken text-ink" : "text-ink-soft",
          )}
        >
          {chip ?? "All"}
          {chip !== undefined && (
            <span className="ml-1 text-ink-faint tabular-nums">{formatTotal(countNeeds(chip))}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Links to the complete lists of the selected group, or of all groups. */
const ListLinks = ({ lists, group }: Pick<NeedListProps, "lists"> & { group: NeedGroup | undefined }) => (
  <ul aria-label="Lists" className="flex flex-wrap gap-x-5 border-line border-t px-(--inset) py-2 text-sm">
    {lists.map(
      ({ need: { kind, listPath, countLabels, ...need }, page }) =>
        listPath !== undefined &&
        (group === undefined || need.group === group) && (
          <li key={kind}>
            <Link
              href={listPath}
              className="inline-flex min-h-7 items-center text-accent-text hover:underline max-sm:min-h-11 pointer-coarse:min-h-11"
            >
              {`${formatTotal(page.total)} ${page.total === 1 ? countLabels.singular : countLabels.plural}`}
            </Link>
          </li>
        ),
    )}
  </ul>
);

/**
 * After the focused row is removed, moves focus to the row that took its place, the row before it, or the
 * heading.
 */
function useFocusAfterRemoval(
  visibleItems: readonly GroupedNeedRow[],
  list: React.RefObject<HTMLUListElement | null>,
  heading: React.RefObject<HTMLHeadingElement | null>,
) {
  const focusedRow = useRef<{ key: string; index: number }>(null);
  useEffect(() => {
    const row = focusedRow.current;
    if (row === null || visibleItems.some(({ key }) => key === row.key)) return;
    focusedRow.current = null;
    if (document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>(":scope > li") ?? [];
    const nextRow = rows[Math.min(row.index, rows.length - 1)];
    (
      nextRow?.querySelector<HTMLElement>("button:enabled") ?? nextRow?.querySelector<HTMLElement>("a")
    )?.focus();
    if (document.activeElement === document.body) heading.current?.focus();
  });
  return (key: string, index: number) => ({
    onFocus: () => {
      focusedRow.current = { key, index };
    },
    onBlur: () => {
      focusedRow.current = null;
    },
  });
}

const toBackupRow = ({ made, failed }: BackupStatus): NeedRow => ({
  id: 0,
  severity: "backup",
  face: { Icon: DatabaseBackup, tone: "red" },
  title: failed !== null || made === null ? "The last backup failed" : "The last backup is too old",
  detail: "Without a backup, lost data can't be restored",
  figure: made === null ? "" : `Last backup: ${formatAge(made.at)}`,
  needsAttention: true,
  href: settingsPath,
  renderAction: (variant): ReactNode => (
    <ButtonLink size="sm" variant={variant} href={settingsPath}>
      Open
      <span className="sr-only"> backup settings</span>
    </ButtonLink>
  ),
});

/** Says that there are no tasks, and names the work order that is due next. */
function CaughtUp() {
  const nextDueOrder = useQuery(
    listPageQuery(listWorkOrders, { status: "open", sort: "due-first", page: 1, pageSize: 1 }),
  ).data?.rows.find(({ dueAt }) => dueAt !== null);
  return (
    <p className="flex min-h-14 flex-wrap items-center gap-x-2.5 border-line border-t px-(--inset) py-2 text-ink-soft">
      <CircleCheck aria-hidden="true" className="size-4.5 text-green-text" />
      You're all caught up.
      {nextDueOrder != null && nextDueOrder.dueAt !== null && (
        <Link href={workOrderPath(nextDueOrder.id)} className="thumb text-accent-text hover:underline">
          {`Next: ${nextDueOrder.title} is due ${formatDay(nextDueOrder.dueAt, nextDueOrder.timeZone)}.`}
        </Link>
      )}
    </p>
  );
}
