import { queryOptions } from "@tanstack/react-query";
import { listInvitations } from "#domains/accounts/invitation-contract.ts";
import { listPeople } from "#domains/accounts/people-contract.ts";
import { listDocuments } from "#domains/documents/contract.ts";
import { expiringWithinDays } from "#domains/documents/types.ts";
import { listLeases } from "#domains/leases/contract.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { listAged } from "#domains/ledger/reports-contract.ts";
import { listMails } from "#domains/notifications/outbox-contract.ts";
import { listConfirmations } from "#domains/payments/confirmations-contract.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import type { Role } from "#shared/permissions.ts";
import { callForResponse, totalOf } from "#web/api-client.ts";
import { paths } from "#web/paths.ts";

export interface Need {
  kind:
    | "pressing"
    | "mails"
    | "approvals"
    | "invitations"
    | "leases"
    | "documents"
    | "overdue"
    | "payments"
    | "own-open"
    | "own-in-progress"
    | "nobodys";
  roles: readonly Role[];
  /** The query of the counted list. */
  list:
    | typeof listWorkOrders
    | typeof listPeople
    | typeof listInvitations
    | typeof listLeases
    | typeof listDocuments
    | typeof listAged
    | typeof listConfirmations
    | typeof listMails;
  filters: Readonly<Record<string, string>>;
  /** The page with the same filters. */
  address: string;
  words: { one: string; many: string };
}

const ofOrders = (filters: Record<string, string>) => ({
  list: listWorkOrders,
  filters,
  address: `${paths.workOrders}?${new URLSearchParams(filters)}`,
});

/**
 * The tasks that may wait for a person. Each number is the total of a list, so it equals the length of the list on its page.
 * Open orders include those whose status is urgent.
 */
export const needs: readonly Need[] = [
  {
    kind: "pressing",
    roles: ["admin", "landlord"],
    ...ofOrders({ status: "open", priority: "pressing", assignee: "none" }),
    words: { one: "high or urgent order is unassigned", many: "high or urgent orders are unassigned" },
  },
  {
    // Nobody gets mail while this lasts.
    kind: "mails",
    roles: ["admin"],
    list: listMails,
    filters: { late: "yes" },
    address: `${paths.outbox}?state=late`,
    words: { one: "mail has not gone out yet", many: "mails have not gone out yet" },
  },
  {
    kind: "approvals",
    roles: ["admin", "landlord"],
    list: listPeople,
    filters: { state: "pending" },
    address: paths.approvals,
    words: { one: "person is waiting for approval", many: "people are waiting for approval" },
  },
  {
    // An invitation is valid for two days only, so one without a response may need a reminder.
    kind: "invitations",
    roles: ["admin"],
    list: listInvitations,
    filters: { state: "pending" },
    address: `${paths.users}?tab=invitations&state=pending`,
    words: { one: "invitation has no answer yet", many: "invitations have no answer yet" },
  },
  {
    kind: "leases",
    roles: ["admin", "landlord"],
    list: listLeases,
    filters: { state: "ending" },
    address: `${paths.leases}?state=ending`,
    words: {
      one: `lease ends within ${endingWithinDays} days`,
      many: `leases end within ${endingWithinDays} days`,
    },
  },
  {
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
  },
  {
    kind: "overdue",
    roles: ["admin", "landlord"],
    list: listAged,
    filters: { overdue: "yes" },
    address: paths.overdueLeases,
    words: { one: "lease has overdue charges", many: "leases have overdue charges" },
  },
  {
    kind: "payments",
    roles: ["admin", "landlord"],
    list: listConfirmations,
    filters: { state: "pending" },
    address: paths.payments,
    words: {
      one: "payment made outside of the portal waits for review",
      many: "payments made outside of the portal wait for review",
    },
  },
  {
    kind: "own-open",
    roles: ["maintenance"],
    ...ofOrders({ status: "open", assignee: "me" }),
    words: { one: "open order is yours", many: "open orders are yours" },
  },
  {
    kind: "own-in-progress",
    roles: ["maintenance"],
    ...ofOrders({ status: "in_progress", assignee: "me" }),
    words: { one: "order of yours is in progress", many: "orders of yours are in progress" },
  },
  {
    kind: "nobodys",
    roles: ["maintenance"],
    ...ofOrders({ status: "open", assignee: "none" }),
    words: { one: "open order is unassigned", many: "open orders are unassigned" },
  },
];

export const countQuery = ({ list, filters }: Need) =>
  queryOptions({
    queryKey: [list.path, "count", filters],
    queryFn: async ({ signal }) => {
      const query = { ...filters, page: "1", pageSize: "1" };
      const { response, headers } = await callForResponse(list, { query, signal });
      return totalOf(headers) ?? response.length;
    },
  });
