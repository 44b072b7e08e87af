import { Link } from "wouter";
import { expenseStatementPath } from "#domains/leases/paths.ts";
import { paymentPath } from "#domains/payments/paths.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { EllipsisVertical } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/faces/badge.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import { returnsMoney } from "../accounts.ts";
import type { LedgerEntry } from "../contract.ts";
import { formatBalance, formatOverdueSince } from "../describe.ts";
import type { EntryAction } from "./dialogs/open-dialog.ts";

const entryActionLabels = {
  reverse: "Reverse",
  waive: "Waive",
  writeOff: "Write off",
  move: "Reapply",
} as const satisfies Record<EntryAction, string>;
const actionNames = Object.keys(entryActionLabels) as EntryAction[];

interface EntriesTableProps {
  leaseId: number;
  entries: readonly LedgerEntry[];
  /** Today's date at the property. */
  today: string;
  /** Undefined if the table is read-only. */
  onAction?: ((entry: LedgerEntry, action: EntryAction) => void) | undefined;
  isDisabled: boolean;
}

/** The entries of a ledger with the running balance. */
export function EntriesTable({ leaseId, entries, today, onAction, isDisabled }: EntriesTableProps) {
  const columns: Column<LedgerEntry>[] = [
    {
      key: "day",
      header: "Date",
      phoneSlot: "line",
      className: "sm:whitespace-nowrap sm:align-baseline",
      cell: ({ onDay }) => <span className="tabular-nums">{formatCalendarDay(onDay)}</span>,
    },
    {
      key: "entry",
      header: "Entry",
      phoneSlot: "title",
      className: "sm:w-full sm:align-baseline",
      cell: (entry) => (
        <EntryDetails leaseId={leaseId} entry={entry} today={today} isStaff={onAction !== undefined} />
      ),
    },
    {
      key: "amount",
      header: "Amount",
      phoneSlot: "figure",
      align: "end",
      className: "sm:whitespace-nowrap sm:align-baseline",
      cell: ({ amountCents }) => (amountCents === 0 ? "–" : formatMoney(amountCents)),
    },
    {
      key: "balance",
      header: "Balance",
      phoneSlot: "badge",
      align: "end",
      className: "sm:whitespace-nowrap sm:align-baseline",
      cell: ({ balanceCents }) => <span className="font-medium">{formatBalance(balanceCents)}</span>,
    },
    ...(onAction === undefined
      ? []
      : [
          {
            key: "actions",
            header: "Actions",
            isHeaderHidden: true,
            align: "end" as const,
            phoneSlot: "action" as const,
            cell: (entry: LedgerEntry) => (
              <EntryMenu
                entry={entry}
                isDisabled={isDisabled}
                onAction={(action) => onAction(entry, action)}
              />
            ),
          },
        ]),
  ];
  return <Table caption="Ledger" columns={columns} rows={entries} rowKey={({ id }) => id} />;
}

const formatMoney = (cents: number) => formatCents(toCents(cents));

interface EntryDetailsProps {
  leaseId: number;
  entry: LedgerEntry;
  today: string;
  isStaff: boolean;
}

function EntryDetails({ leaseId, entry, today, isStaff }: EntryDetailsProps) {
  const { description, reason, allocations, amountCents, depositCents } = entry;
  const postedText = describePosted(entry);
  const href = findRecordPath(leaseId, entry, isStaff);
  return (
    <div className="min-w-0 space-y-0.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {href !== undefined ? (
          <Link href={href} className="thumb wrap-anywhere rounded-sm text-accent-text hover:underline">
            {description}
          </Link>
        ) : (
          <span className="wrap-anywhere">{description}</span>
        )}
        <EntryStatusBadge entry={entry} today={today} />
      </p>
      {depositCents !== 0 && (
        <EntryNote>
          {depositCents > 0
            ? `Security deposit increased by ${formatMoney(depositCents)}`
            : `Security deposit decreased by ${formatMoney(-depositCents)}`}
        </EntryNote>
      )}
      {reason !== "" && <EntryNote>{reason}</EntryNote>}
      {allocations.length > 0 && (
        <EntryNote>
          {amountCents > 0
            ? `Covered by: ${formatAllocations(allocations)}`
            : `Applied to ${formatAllocations(allocations)}`}
        </EntryNote>
      )}
      {postedText !== null && <EntryNote>{postedText}</EntryNote>}
    </div>
  );
}

/** Returns the page of the payment or statement that an entry belongs to. */
function findRecordPath(
  leaseId: number,
  { id, kind, statementYear }: LedgerEntry,
  isStaff: boolean,
): string | undefined {
  if (statementYear !== null) return expenseStatementPath(leaseId, statementYear);
  return isStaff && kind === "payment" ? paymentPath(id) : undefined;
}

const dayMs = 86_400_000;

/** Says who posted an entry, and when if that's more than a day from its effective date. */
function describePosted({ who, madeAt, onDay }: LedgerEntry): string | null {
  if (who === null) return null;
  const enteredOn = new Date(madeAt);
  const enteredMs = Date.UTC(enteredOn.getFullYear(), enteredOn.getMonth(), enteredOn.getDate());
  return Math.abs(enteredMs - Date.parse(onDay)) > dayMs
    ? `Entered ${formatDay(madeAt)} by ${who}`
    : `Posted by ${who}`;
}

const formatAllocations = (allocations: LedgerEntry["allocations"]): string =>
  allocations
    .map(({ description, amountCents }) => `${description} (${formatMoney(amountCents)})`)
    .join(", ");

const EntryNote = ({ children }: { children: string }) => (
  <p className="wrap-anywhere font-normal text-ink-soft text-sm">{children}</p>
);

/** The open amount of an entry, and the date it's due or has been overdue since. */
function EntryStatusBadge({ entry, today }: { entry: LedgerEntry; today: string }) {
  const { openCents, dueOn, reversedById, kind } = entry;
  if (reversedById !== null) return <Badge tone="gray">Reversed</Badge>;
  if (kind === "reversal" || openCents === null || dueOn === null) return null;
  if (openCents < 0) return <Badge tone="blue">{`${formatMoney(-openCents)} unapplied`}</Badge>;
  if (openCents === 0) return entry.amountCents > 0 ? <ClosedBadge entry={entry} /> : null;
  return dueOn < today ? (
    <Badge tone="red">{`${formatMoney(openCents)} overdue since ${formatOverdueSince(dueOn)}`}</Badge>
  ) : (
    <Badge tone="amber">{`${formatMoney(openCents)} due ${formatCalendarDay(dueOn)}`}</Badge>
  );
}

/** How a charge with nothing unpaid was closed: paid, or entirely waived or written off. */
function ClosedBadge({ entry: { kind: closedKind, allocations } }: { entry: LedgerEntry }) {
  const isClosedBy = (...kinds: LedgerEntry["kind"][]) =>
    allocations.length > 0 && allocations.every(({ kind }) => kinds.includes(kind));
  if (returnsMoney(closedKind)) return null;
  if (isClosedBy("waiver")) return <Badge tone="gray">Waived</Badge>;
  if (isClosedBy("write-off")) return <Badge tone="gray">Written off</Badge>;
  if (isClosedBy("waiver", "write-off")) return <Badge tone="gray">Waived and written off</Badge>;
  return <Badge tone="green">Paid in full</Badge>;
}

interface EntryMenuProps {
  entry: LedgerEntry;
  isDisabled: boolean;
  onAction: (action: EntryAction) => void;
}

function EntryMenu({ entry, isDisabled, onAction }: EntryMenuProps) {
  const availableActions = actionNames.filter((action) => entry.can[action]);
  if (availableActions.length === 0) return null;
  const label = `Actions for ${entry.description}, ${formatCalendarDay(entry.onDay)}`;
  return (
    <Menu
      label={label}
      trigger={(props) => (
        <IconButton {...props} label={label} disabled={isDisabled}>
          <EllipsisVertical />
        </IconButton>
      )}
    >
      {availableActions.map((action) => (
        <MenuItem key={action} isDestructive={action === "reverse"} onSelect={() => onAction(action)}>
          {entryActionLabels[action]}
        </MenuItem>
      ))}
    </Menu>
  );
}
