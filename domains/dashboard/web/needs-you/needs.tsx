import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Suspense, useState } from "react";
import { listDocuments } from "#domains/documents/contract.ts";
import { documentPath, filteredDocumentsPath } from "#domains/documents/paths.ts";
import { expiringWithinDays } from "#domains/documents/types.ts";
import { listLeases } from "#domains/leases/contract.ts";
import { leaseLedgerPath, leasePath, leasesPath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { overdueLeasesPath } from "#domains/ledger/paths.ts";
import { type AgedLease, listAged } from "#domains/ledger/reports-contract.ts";
import { listEmails } from "#domains/notifications/outbox-contract.ts";
import { outboxEmailPath, outboxPath } from "#domains/notifications/paths.ts";
import type { Confirmation } from "#domains/payments/confirmations-contract.ts";
import { listConfirmations } from "#domains/payments/confirmations-contract.ts";
import { paymentMethodLabels } from "#domains/payments/methods.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { listInvitations } from "#domains/people/invitation-contract.ts";
import { approvalsPath, usersPath } from "#domains/people/paths.ts";
import { listPeople } from "#domains/people/people-contract.ts";
import { ApproveButton } from "#domains/people/web/approvals/approve-button.tsx";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { priorityLabels } from "#domains/work-orders/priorities.ts";
import { AssignMenu } from "#domains/work-orders/web/assignment/assign-menu.tsx";
import { currentText, requestedText } from "#domains/work-orders/work.ts";
import { listConflicts, type OpenConflict } from "#domains/work-orders/work-contract.ts";
import { formatAge, formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { Role } from "#shared/permissions.ts";
import {
  type FiltersOf,
  type ListEndpoint,
  type ListPage,
  listPageQuery,
  type RowOf,
} from "#web/list/list-queries.ts";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

/** A record that needs attention. */
export interface NeedRow {
  id: number;
  title: string;
  detail: string;
  amount?: string;
  /** How long it has been waiting, or when it's due. */
  when: string;
  href: string;
  /** The main action. Without one, the user opens the record. */
  action?: ReactNode;
}

export interface Need {
  kind:
    | "conflicts"
    | "pressing"
    | "emails"
    | "payments"
    | "approvals"
    | "overdue"
    | "leases"
    | "documents"
    | "invitations";
  roles: readonly Role[];
  filters: Readonly<Record<string, string>>;
  /** The first rows of the counted list, with its total. */
  query: UseQueryOptions<ListPage<never>>;
  toRow: (row: never, now: Date) => NeedRow;
  /** The page with the same filters. Without one, all rows are shown here. */
  address?: string;
  words: { singular: string; plural: string };
}

const rowsOfNeed = 3;

const need = <E extends ListEndpoint>({
  list,
  ...fields
}: Omit<Need, "filters" | "query" | "toRow"> & {
  list: E;
  filters: FiltersOf<E> & Record<string, string>;
  toRow: (row: RowOf<E>, now: Date) => NeedRow;
}): Need => ({
  ...fields,
  // Its rows are only ever passed to its own `toRow`.
  query: listPageQuery(list, {
    ...fields.filters,
    page: 1,
    pageSize: rowsOfNeed,
  }) as unknown as Need["query"],
});

const pressing = { status: "open", priority: "pressing", assignee: "none" } as const;
const money = (cents: number) => formatCents(toCents(cents));

/** Work orders with conflicting updates. They have no page because they're few. */
const conflicts: Need = {
  kind: "conflicts",
  roles: ["admin", "landlord"],
  filters: {},
  query: {
    ...endpointQuery(listConflicts, {}),
    select: (current: OpenConflict[]) => ({ rows: current, total: current.length }),
    // Its rows are only ever passed to its own `toRow`.
  } as unknown as Need["query"],
  toRow: ({ id, order, requested, current, by, happenedAt }: OpenConflict, now) => ({
    id,
    title: order.title,
    detail: `${by.fullName} ${requestedText(requested, order.timeZone)}, but ${currentText(current, order.timeZone)}`,
    when: formatAge(happenedAt, now),
    href: workOrderPath(order.id),
  }),
  words: {
    singular: "work order has conflicting updates",
    plural: "work orders have conflicting updates",
  },
};

/**
 * The tasks that can wait for a user. Each number is the total of a list, so it equals the length of the list
 * on its page.
 */
export const needs: readonly Need[] = [
  conflicts,
  need({
    kind: "pressing",
    roles: ["admin", "landlord"],
    list: listWorkOrders,
    filters: pressing,
    address: `${workOrdersPath}?${new URLSearchParams(pressing)}`,
    words: {
      singular: "high-priority or urgent work order is unassigned",
      plural: "high-priority or urgent work orders are unassigned",
    },
    toRow: (order, now) => ({
      id: order.id,
      title: order.title,
      detail: [
        priorityLabels[order.priority],
        order.location,
        ...(order.unitNumber === null ? [] : [`Unit ${order.unitNumber}`]),
      ].join(" · "),
      when: formatAge(order.createdAt, now),
      href: workOrderPath(order.id),
      action: <AssignMenu order={order} title={order.title} />,
    }),
  }),
  need({
    kind: "payments",
    roles: ["admin", "landlord"],
    list: listConfirmations,
    filters: { state: "pending" },
    address: paymentsPath,
    words: {
      singular: "manual payment needs review",
      plural: "manual payments need review",
    },
    toRow: (confirmation, now) => ({
      id: confirmation.id,
      title: confirmation.company,
      detail: `${paymentMethodLabels[confirmation.method]} · ${confirmation.description}`,
      amount: confirmation.amountFormatted,
      when: formatAge(confirmation.createdAt, now),
      href: paymentsPath,
      action: <ReviewButton confirmation={confirmation} />,
    }),
  }),
  need({
    kind: "approvals",
    roles: ["admin", "landlord"],
    list: listPeople,
    filters: { state: "pending" },
    address: approvalsPath,
    words: { singular: "person is waiting for approval", plural: "people are waiting for approval" },
    toRow: (person, now) => ({
      id: person.id,
      title: person.fullName,
      detail: person.requestedUnit?.label ?? roleLabels[person.role],
      when: formatAge(person.createdAt, now),
      href: approvalsPath,
      action: <ApproveButton person={person} size="sm" />,
    }),
  }),
  need({
    kind: "overdue",
    roles: ["admin", "landlord"],
    list: listAged,
    filters: { overdue: "yes", sort: "balance" },
    address: `${overdueLeasesPath}&sort=balance`,
    words: { singular: "lease has overdue charges", plural: "leases have overdue charges" },
    toRow: (lease) => ({
      id: lease.id,
      title: lease.company,
      detail: `${lease.property.name}, ${lease.units.join(", ")}`,
      amount: money(lease.upTo30Cents + lease.upTo60Cents + lease.upTo90Cents + lease.over90Cents),
      when: overdueFor(lease),
      href: leaseLedgerPath(lease.id),
    }),
  }),
  need({
    kind: "leases",
    roles: ["admin", "landlord"],
    list: listLeases,
    filters: { state: "ending" },
    address: `${leasesPath}?state=ending`,
    words: {
      singular: `lease ends within ${endingWithinDays} days`,
      plural: `leases end within ${endingWithinDays} days`,
    },
    toRow: (lease) => ({
      id: lease.id,
      title: lease.company.name,
      detail: `${lease.property.name}, ${lease.units.map(({ unitNumber }) => unitNumber).join(", ")}`,
      when: `Ends ${formatCalendarDay(lease.to ?? "")}`,
      href: leasePath(lease.id),
    }),
  }),
  need({
    // Certificates, inspections, insurance. A renewal is a new version with its own date.
    kind: "documents",
    roles: ["admin", "landlord"],
    list: listDocuments,
    filters: { expires: "soon" },
    address: filteredDocumentsPath({ expires: "soon" }),
    words: {
      singular: `document has expired or expires within ${expiringWithinDays} days`,
      plural: `documents have expired or expire within ${expiringWithinDays} days`,
    },
    toRow: (document, now) => ({
      id: document.id,
      title: document.title,
      detail: [
        document.property.name,
        ...(document.unit === null ? [] : [`Unit ${document.unit.unitNumber}`]),
      ].join(", "),
      when: validity(document.expiresOn ?? "", now),
      href: documentPath(document.id),
    }),
  }),
  need({
    // An invitation is valid for only two days, so an unaccepted one might need a reminder.
    kind: "invitations",
    roles: ["admin"],
    list: listInvitations,
    filters: { state: "pending" },
    address: `${usersPath}?tab=invitations&state=pending`,
    words: {
      singular: "invitation hasn't been accepted yet",
      plural: "invitations haven't been accepted yet",
    },
    toRow: (invitation, now) => ({
      id: invitation.id,
      title: invitation.email,
      detail: [
        roleLabels[invitation.role],
        ...(invitation.unit === null ? [] : [invitation.unit.label]),
      ].join(" · "),
      when: formatAge(invitation.createdAt, now),
      href: `${usersPath}?tab=invitations&state=pending`,
    }),
  }),
  need({
    // No one receives email while this lasts.
    kind: "emails",
    roles: ["admin"],
    list: listEmails,
    filters: { late: "yes" },
    address: `${outboxPath}?state=late`,
    words: { singular: "email hasn't been sent", plural: "emails haven't been sent" },
    toRow: (email, now) => ({
      id: email.id,
      title: email.subject,
      detail: email.to,
      when: formatAge(email.createdAt, now),
      href: outboxEmailPath(email.id),
    }),
  }),
];

/** Formats the expiration by the viewer's date. The list itself uses the date at the property. */
const validity = (lastDay: string, now: Date): string =>
  `${lastDay < localToday(now) ? "Expired" : "Expires"} ${formatCalendarDay(lastDay)}`;

/** Returns how long the oldest overdue charge of a lease has been unpaid, in the age ranges of the report. */
function overdueFor({ over90Cents, upTo90Cents, upTo60Cents }: AgedLease): string {
  if (over90Cents > 0) return "Over 90 days overdue";
  if (upTo90Cents > 0) return "61–90 days overdue";
  return upTo60Cents > 0 ? "31–60 days overdue" : "Up to 30 days overdue";
}

const ApproveDialog = lazyPart(() =>
  import("#domains/payments/web/manual-payments/review-dialogs.tsx").then((module) => ({
    default: module.ApproveDialog,
  })),
);

/** Approves a manual payment after a look at its details. */
function ReviewButton({ confirmation }: { confirmation: Confirmation }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!confirmation.can.review) return <span className="text-ink-soft text-sm">Needs another reviewer</span>;
  return (
    <>
      <Button
        size="sm"
        aria-label={`Approve ${confirmation.company}'s payment`}
        onClick={() => setIsOpen(true)}
      >
        Approve
      </Button>
      <Suspense>
        {isOpen && <ApproveDialog confirmation={confirmation} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
