import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { listInvitations } from "#domains/accounts/invitation-contract.ts";
import { listPeople } from "#domains/accounts/people-contract.ts";
import { ApproveButton } from "#domains/accounts/web/approve-button.tsx";
import { listDocuments } from "#domains/documents/contract.ts";
import { expiringWithinDays } from "#domains/documents/types.ts";
import { listLeases } from "#domains/leases/contract.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { type AgedLease, listAged } from "#domains/ledger/reports-contract.ts";
import { listMails } from "#domains/notifications/outbox-contract.ts";
import { listConfirmations } from "#domains/payments/confirmations-contract.ts";
import { paymentMethodLabels } from "#domains/payments/methods.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { type Priority, priorityLabels } from "#domains/work-orders/priorities.ts";
import { AssignMenu } from "#domains/work-orders/web/assign-menu.tsx";
import { askedText, foundText } from "#domains/work-orders/work.ts";
import { listClashes, type OpenClash } from "#domains/work-orders/work-contract.ts";
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
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { todayHere } from "#web/today-here.ts";
import { ReviewButton } from "./review-button.tsx";

/** One record of a list that needs somebody. */
export interface NeedRow {
  id: number;
  title: string;
  detail: string;
  amount?: string;
  /** How long it has waited, or until when it may. */
  when: string;
  href: string;
  /** What can be done about it at once; without it the record is opened. */
  action?: ReactNode;
}

export interface Need {
  kind:
    | "clashes"
    | "pressing"
    | "mails"
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
  rowOf: (row: never, now: Date) => NeedRow;
  /** The page with the same filters; without one all rows stand here. */
  address?: string;
  words: { one: string; many: string };
}

const rowsOfNeed = 3;

const need = <E extends ListEndpoint>({
  list,
  ...facts
}: Omit<Need, "filters" | "query" | "rowOf"> & {
  list: E;
  filters: FiltersOf<E> & Record<string, string>;
  rowOf: (row: RowOf<E>, now: Date) => NeedRow;
}): Need => ({
  ...facts,
  // Its rows are only ever passed to its own `rowOf`.
  query: listPageQuery(list, { ...facts.filters, page: 1, pageSize: rowsOfNeed }) as unknown as Need["query"],
});

const pressing = { status: "open", priority: "pressing", assignee: "none" } as const;
const money = (cents: number) => formatCents(toCents(cents));

/** Work orders that two people changed without knowing of each other. There is no page of them, as they are few. */
const clashes: Need = {
  kind: "clashes",
  roles: ["admin", "landlord"],
  filters: {},
  query: {
    ...endpointQuery(listClashes, {}),
    select: (found: OpenClash[]) => ({ rows: found, total: found.length }),
    // Its rows are only ever passed to its own `rowOf`.
  } as unknown as Need["query"],
  rowOf: ({ id, order, asked, found, by, happenedAt }: OpenClash, now) => ({
    id,
    title: order.title,
    detail: `${by.fullName} ${askedText(asked, order.timeZone)}, but ${foundText(found, order.timeZone)}`,
    when: formatAge(happenedAt, now),
    href: paths.workOrder(order.id),
  }),
  words: {
    one: "work order was changed twice: please choose",
    many: "work orders were changed twice: please choose",
  },
};

/** The tasks that may wait for a person. Each number is the total of a list, so it equals the length of the list on its page. */
export const needs: readonly Need[] = [
  clashes,
  need({
    kind: "pressing",
    roles: ["admin", "landlord"],
    list: listWorkOrders,
    filters: pressing,
    address: `${paths.workOrders}?${new URLSearchParams(pressing)}`,
    words: { one: "high or urgent order is unassigned", many: "high or urgent orders are unassigned" },
    rowOf: (order, now) => ({
      id: order.id,
      title: order.title,
      detail: [
        priorityLabels[order.priority as Priority] ?? order.priority,
        order.location,
        ...(order.unitNumber === null ? [] : [`Unit ${order.unitNumber}`]),
      ].join(" · "),
      when: formatAge(order.createdAt, now),
      href: paths.workOrder(order.id),
      action: <AssignMenu order={order} title={order.title} />,
    }),
  }),
  need({
    kind: "payments",
    roles: ["admin", "landlord"],
    list: listConfirmations,
    filters: { state: "pending" },
    address: paths.payments,
    words: {
      one: "payment made outside of the portal is waiting for review",
      many: "payments made outside of the portal are waiting for review",
    },
    rowOf: (confirmation, now) => ({
      id: confirmation.id,
      title: confirmation.company,
      detail: `${paymentMethodLabels[confirmation.method]} · ${confirmation.description}`,
      amount: confirmation.amountFormatted,
      when: formatAge(confirmation.createdAt, now),
      href: paths.payments,
      action: <ReviewButton confirmation={confirmation} />,
    }),
  }),
  need({
    kind: "approvals",
    roles: ["admin", "landlord"],
    list: listPeople,
    filters: { state: "pending" },
    address: paths.approvals,
    words: { one: "person is waiting for approval", many: "people are waiting for approval" },
    rowOf: (person, now) => ({
      id: person.id,
      title: person.fullName,
      detail: person.claimedUnit?.label ?? roleLabels[person.role],
      when: formatAge(person.createdAt, now),
      href: paths.approvals,
      action: <ApproveButton person={person} size="sm" />,
    }),
  }),
  need({
    kind: "overdue",
    roles: ["admin", "landlord"],
    list: listAged,
    filters: { overdue: "yes", sort: "owed" },
    address: `${paths.overdueLeases}&sort=owed`,
    words: { one: "lease has overdue charges", many: "leases have overdue charges" },
    rowOf: (lease) => ({
      id: lease.id,
      title: lease.company,
      detail: `${lease.property.name}, ${lease.units.join(", ")}`,
      amount: money(lease.upTo30Cents + lease.upTo60Cents + lease.upTo90Cents + lease.over90Cents),
      when: overdueFor(lease),
      href: paths.ledgerOfLease(lease.id),
    }),
  }),
  need({
    kind: "leases",
    roles: ["admin", "landlord"],
    list: listLeases,
    filters: { state: "ending" },
    address: `${paths.leases}?state=ending`,
    words: {
      one: `lease ends within ${endingWithinDays} days`,
      many: `leases end within ${endingWithinDays} days`,
    },
    rowOf: (lease) => ({
      id: lease.id,
      title: lease.company.name,
      detail: `${lease.property.name}, ${lease.units.map(({ unitNumber }) => unitNumber).join(", ")}`,
      when: `Ends ${formatCalendarDay(lease.to ?? "")}`,
      href: paths.lease(lease.id),
    }),
  }),
  need({
    // Certificates, inspections, insurances: what is renewed is a new version with its own date.
    kind: "documents",
    roles: ["admin", "landlord"],
    list: listDocuments,
    filters: { expires: "soon" },
    address: paths.documentsOf({ expires: "soon" }),
    words: {
      one: `document has expired or expires within ${expiringWithinDays} days`,
      many: `documents have expired or expire within ${expiringWithinDays} days`,
    },
    rowOf: (document, now) => ({
      id: document.id,
      title: document.title,
      detail: [
        document.property.name,
        ...(document.unit === null ? [] : [`Unit ${document.unit.unitNumber}`]),
      ].join(", "),
      when: validity(document.expiresOn ?? "", now),
      href: paths.document(document.id),
    }),
  }),
  need({
    // An invitation is valid for two days only, so one without a response may need a reminder.
    kind: "invitations",
    roles: ["admin"],
    list: listInvitations,
    filters: { state: "pending" },
    address: `${paths.users}?tab=invitations&state=pending`,
    words: { one: "invitation has no answer yet", many: "invitations have no answer yet" },
    rowOf: (invitation, now) => ({
      id: invitation.id,
      title: invitation.email,
      detail: [
        roleLabels[invitation.role],
        ...(invitation.unit === null ? [] : [invitation.unit.label]),
      ].join(" · "),
      when: formatAge(invitation.createdAt, now),
      href: `${paths.users}?tab=invitations&state=pending`,
    }),
  }),
  need({
    // Nobody gets mail while this lasts.
    kind: "mails",
    roles: ["admin"],
    list: listMails,
    filters: { late: "yes" },
    address: `${paths.outbox}?state=late`,
    words: { one: "email has not gone out yet", many: "emails have not gone out yet" },
    rowOf: (mail, now) => ({
      id: mail.id,
      title: mail.subject,
      detail: mail.to,
      when: formatAge(mail.createdAt, now),
      href: paths.outboxMail(mail.id),
    }),
  }),
];

/** By the viewer's date; the list goes by the day at the property. */
const validity = (lastDay: string, now: Date): string =>
  `${lastDay < todayHere(now) ? "Expired" : "Valid until"} ${formatCalendarDay(lastDay)}`;

/** Since when the oldest overdue charge of a lease has been open, as the report ages it. */
function overdueFor({ over90Cents, upTo90Cents, upTo60Cents }: AgedLease): string {
  if (over90Cents > 0) return "Over 90 days overdue";
  if (upTo90Cents > 0) return "61–90 days overdue";
  return upTo60Cents > 0 ? "31–60 days overdue" : "Up to 30 days overdue";
}
