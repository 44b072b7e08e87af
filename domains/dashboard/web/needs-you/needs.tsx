import { listDocuments } from "#domains/documents/contract.ts";
import { documentPath, filteredDocumentsPath } from "#domains/documents/paths.ts";
import { expiringWithinDays } from "#domains/documents/types.ts";
import { listLeases } from "#domains/leases/contract.ts";
import { endingLeasesPath, leaseLedgerPath, leasePath, renewLeasePath } from "#domains/leases/paths.ts";
import { endingWithinDays } from "#domains/leases/states.ts";
import { type AgedLease, listAged } from "#domains/ledger/reports-contract.ts";
import { listEmails } from "#domains/notifications/outbox-contract.ts";
import { outboxEmailPath, outboxPath } from "#domains/notifications/paths.ts";
import { listConfirmations } from "#domains/payments/confirmations-contract.ts";
import { listPayments } from "#domains/payments/contract.ts";
import { paymentMethodLabels, paymentMethodNames } from "#domains/payments/methods.ts";
import { paymentsPath, returnedPaymentsPath } from "#domains/payments/paths.ts";
import { describeSamePayment } from "#domains/payments/same-payment.ts";
import { SendReminderButton } from "#domains/payments/web/reminders/send-reminder-button.tsx";
import { listInvitations } from "#domains/people/invitation-contract.ts";
import { approvalsPath, usersPath } from "#domains/people/paths.ts";
import { listPeople } from "#domains/people/people-contract.ts";
import { ApproveButton } from "#domains/people/web/approvals/approve-button.tsx";
import { recoveryStatementPath } from "#domains/recoveries/paths.ts";
import { describeLine, listQuestions } from "#domains/recoveries/questions-contract.ts";
import { overdueLeasesPath } from "#domains/reports/paths.ts";
import { listWorkOrders } from "#domains/work-orders/contract.ts";
import { workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { priorityLabels } from "#domains/work-orders/priorities.ts";
import { AssignMenu } from "#domains/work-orders/web/assignment/assign-menu.tsx";
import { describeConflict } from "#domains/work-orders/work.ts";
import { listConflicts, type OpenConflict } from "#domains/work-orders/work-contract.ts";
import { formatCalendarDay, formatSince } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ArrowLeftRight, CircleQuestionMark, FileText, MailWarning, MailX, Siren } from "#web/icons.ts";
import { propertyToday } from "#web/local-today.ts";
import { openFormState } from "#web/open-form-link.ts";
import { endpointQuery } from "#web/query-client.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { defineNeed, type Need } from "./define-need.ts";
import { ReviewButton } from "./review-button.tsx";

/** A link in place of a main action, named after its record for screen readers. */
const createLinkAction =
  (label: string, href: string, title: string, state?: object) => (variant?: "primary") => (
    <ButtonLink size="sm" variant={variant} href={href} state={state}>
      {label}
      <span className="sr-only">{` ${title}`}</span>
    </ButtonLink>
  );

const pressingFilters = { priority: "pressing", assignee: "none" } as const;
const pendingInvitationsPath = `${usersPath}?tab=invitations&state=pending`;
const formatMoney = (cents: number) => formatCents(toCents(cents));

/** Work orders with conflicting updates. They have no list page because there are few. */
const conflictsNeed: Need = {
  kind: "conflicts",
  group: "Work",
  roles: ["admin", "landlord"],
  filters: {},
  query: {
    ...endpointQuery(listConflicts, {}),
    select: (openConflicts: OpenConflict[]) => ({ rows: openConflicts, total: openConflicts.length }),
    // Its rows are only ever passed to its own `toRow`.
  } as unknown as Need["query"],
  toRow: ({ id, order, by, ...sides }: OpenConflict, now) => ({
    id,
    severity: "conflicts",
    face: { Icon: ArrowLeftRight, tone: "amber" },
    title: order.title,
    detail: `Conflicting updates: ${describeConflict({ ...sides, author: by.fullName }, order.timeZone)}`,
    figure: formatSince(sides.happenedAt, now),
    href: workOrderPath(order.id),
    renderAction: createLinkAction("Choose", workOrderPath(order.id), order.title),
  }),
  countLabels: {
    singular: "work order has conflicting updates",
    plural: "work orders have conflicting updates",
  },
};

/**
 * The kinds of tasks. Each count is the total of a list, so it equals the length of the list on its page.
 */
export const needs: readonly Need[] = [
  conflictsNeed,
  defineNeed({
    kind: "pressing",
    group: "Work",
    roles: ["admin", "landlord"],
    list: listWorkOrders,
    filters: pressingFilters,
    listPath: `${workOrdersPath}?${new URLSearchParams(pressingFilters)}`,
    countLabels: {
      singular: "high-priority or urgent work order is unassigned",
      plural: "high-priority or urgent work orders are unassigned",
    },
    sort: { sort: "highest" },
    toRow: (order, now) => {
      const isUrgent = order.priority === "urgent" || order.status === "urgent";
      return {
        id: order.id,
        severity: isUrgent ? "urgent" : "unassigned",
        face: { Icon: Siren, tone: isUrgent ? "red" : "amber" },
        title: order.title,
        detail: [
          `${isUrgent ? "Urgent" : priorityLabels[order.priority]}, unassigned`,
          order.location,
          ...(order.unitNumber === null || order.location.includes(order.unitNumber)
            ? []
            : [`Unit ${order.unitNumber}`]),
        ].join(" · "),
        figure: formatSince(order.createdAt, now),
        href: workOrderPath(order.id),
        renderAction: (variant) => (
          <AssignMenu order={order} title={order.title} buttonStyle={{ size: "sm", variant }} />
        ),
      };
    },
  }),
  defineNeed({
    kind: "payments",
    group: "Money",
    roles: ["admin", "landlord"],
    list: listConfirmations,
    filters: { state: "pending" },
    listPath: paymentsPath,
    countLabels: {
      singular: "manual payment needs review",
      plural: "manual payments need review",
    },
    toRow: (confirmation, now) => ({
      id: confirmation.id,
      severity: "payments",
      face: { company: { id: confirmation.companyId, name: confirmation.company } },
      title: `${confirmation.company} sent a payment`,
      detail: `${paymentMethodLabels[confirmation.method]} · ${
        confirmation.samePayment === null
          ? confirmation.description
          : `Already ${describeSamePayment(confirmation.samePayment)}`
      } · ${formatSince(confirmation.createdAt, now)}`,
      figure: confirmation.amountFormatted,
      isAmount: true,
      needsAttention: confirmation.samePayment !== null,
      href: paymentsPath,
      renderAction: (variant) => <ReviewButton confirmation={confirmation} variant={variant} />,
    }),
  }),
  defineNeed({
    kind: "returned",
    group: "Money",
    roles: ["admin", "landlord"],
    list: listPayments,
    filters: { returned: "unpaid" },
    listPath: returnedPaymentsPath,
    countLabels: {
      singular: "returned payment is still unpaid",
      plural: "returned payments are still unpaid",
    },
    toRow: ({
      id,
      leaseId,
      company,
      companyId,
      property,
      unit,
      method,
      paidOn,
      reference,
      problem,
      amountFormatted,
    }) => ({
      id,
      severity: "returned",
      face: { company: { id: companyId, name: company } },
      title: `${company}'s ${method === null || method === "other" ? "payment" : paymentMethodNames[method]} was returned`,
      detail: [
        [property.name, unit?.unitNumber].filter(Boolean).join(", "),
        ...(paidOn === null ? [] : [[formatCalendarDay(paidOn), reference].filter(Boolean).join(", ")]),
        problem || "The charges it covered are unpaid again",
      ].join(" · "),
      figure: amountFormatted,
      isAmount: true,
      needsAttention: true,
      href: leaseLedgerPath(leaseId),
      renderAction: createLinkAction("View Ledger", leaseLedgerPath(leaseId), company),
    }),
  }),
  defineNeed({
    kind: "questions",
    group: "Money",
    roles: ["admin", "landlord"],
    list: listQuestions,
    filters: { state: "open" },
    countLabels: {
      singular: "question about a statement is open",
      plural: "questions about statements are open",
    },
    toRow: (question, now) => ({
      id: question.id,
      severity: "questions",
      face: { Icon: CircleQuestionMark, tone: "amber" },
      title: `${question.company} questions its ${question.year} statement`,
      detail: `${question.property.name} · ${describeLine(question)}: ${question.text}`,
      figure: formatSince(question.askedAt, now),
      href: recoveryStatementPath(question.property.id, question.year, question.leaseId),
      renderAction: createLinkAction(
        "Answer",
        recoveryStatementPath(question.property.id, question.year, question.leaseId),
        question.company,
      ),
    }),
  }),
  defineNeed({
    kind: "approvals",
    group: "People",
    roles: ["admin", "landlord"],
    list: listPeople,
    filters: { state: "pending" },
    listPath: approvalsPath,
    countLabels: { singular: "person is waiting for approval", plural: "people are waiting for approval" },
    toRow: (person, now) => ({
      id: person.id,
      severity: "approvals",
      face: { person },
      title: `${person.fullName} requests access`,
      detail: [
        ...(person.emailConfirmed ? [] : ["Address not confirmed"]),
        person.requestedUnit?.label ?? roleLabels[person.role],
        person.email,
      ].join(" · "),
      figure: formatSince(person.createdAt, now),
      href: approvalsPath,
      renderAction: (variant) => <ApproveButton person={person} size="sm" variant={variant} />,
    }),
  }),
  defineNeed({
    kind: "overdue",
    group: "Money",
    roles: ["admin", "landlord"],
    list: listAged,
    filters: { overdue: "yes" },
    listPath: overdueLeasesPath,
    countLabels: { singular: "lease has overdue charges", plural: "leases have overdue charges" },
    toRow: (lease) => ({
      id: lease.id,
      severity: "overdue",
      face: { company: { id: lease.companyId, name: lease.company } },
      title: `${lease.company} is overdue`,
      detail: `${lease.property.name}, ${lease.units.join(", ")} · ${formatOverdueAge(lease)}`,
      figure: formatMoney(
        lease.days1To30Cents + lease.days31To60Cents + lease.days61To90Cents + lease.over90Cents,
      ),
      isAmount: true,
      needsAttention: true,
      href: leaseLedgerPath(lease.id),
      renderAction: (variant) => (
        <SendReminderButton leaseId={lease.id} company={lease.company} variant={variant} />
      ),
    }),
  }),
  defineNeed({
    kind: "leases",
    group: "Leases and documents",
    roles: ["admin", "landlord"],
    list: listLeases,
    filters: { state: "ending" },
    listPath: endingLeasesPath,
    countLabels: {
      singular: `lease ends within ${endingWithinDays} days`,
      plural: `leases end within ${endingWithinDays} days`,
    },
    toRow: (lease) => ({
      id: lease.id,
      severity: "leases",
      date: lease.to ?? "",
      face: { company: lease.company },
      title: `${lease.company.name}'s lease is ending`,
      detail: `${lease.property.name}, ${listUnitNumbers(lease.units)}`,
      figure: `Ends ${formatCalendarDay(lease.to ?? "")}`,
      href: leasePath(lease.id),
      renderAction:
        lease.state === "active"
          ? createLinkAction("Renew", renewLeasePath(lease.id), lease.company.name)
          : createLinkAction("Open Lease", leasePath(lease.id), lease.company.name),
    }),
  }),
  defineNeed({
    // Certificates, inspections, insurance. A renewal is a new version with its own date.
    kind: "documents",
    group: "Leases and documents",
    roles: ["admin", "landlord"],
    list: listDocuments,
    filters: { expires: "soon" },
    listPath: filteredDocumentsPath({ expires: "soon" }),
    countLabels: {
      singular: `document has expired or will expire within ${expiringWithinDays} days`,
      plural: `documents have expired or will expire within ${expiringWithinDays} days`,
    },
    toRow: (document, now) => {
      const isExpired = (document.expiresOn ?? "") < propertyToday(document.property.timeZone, now);
      return {
        id: document.id,
        severity: isExpired ? "expired" : "expiring",
        date: document.expiresOn ?? "",
        face: { Icon: FileText, tone: isExpired ? "red" : "amber" },
        title: document.title,
        detail: [
          document.property.name,
          ...(document.unit === null ? [] : [`Unit ${document.unit.unitNumber}`]),
        ].join(", "),
        figure: `${isExpired ? "Expired" : "Expires"} ${formatCalendarDay(document.expiresOn ?? "")}`,
        needsAttention: isExpired,
        href: documentPath(document.id),
        renderAction: createLinkAction("Renew", documentPath(document.id), document.title, openFormState),
      };
    },
  }),
  defineNeed({
    // An invitation is valid for only two days, so an unaccepted one might need a reminder.
    kind: "invitations",
    group: "People",
    roles: ["admin"],
    list: listInvitations,
    filters: { state: "pending" },
    listPath: pendingInvitationsPath,
    countLabels: {
      singular: "invitation hasn't been accepted yet",
      plural: "invitations haven't been accepted yet",
    },
    toRow: (invitation, now) => ({
      id: invitation.id,
      severity: "invitations",
      face: { Icon: MailWarning, tone: "blue" },
      title: `${invitation.email} hasn't joined yet`,
      detail: [
        roleLabels[invitation.role],
        ...(invitation.unit === null ? [] : [invitation.unit.label]),
      ].join(" · "),
      figure: `Invited ${formatSince(invitation.createdAt, now)}`,
      href: pendingInvitationsPath,
      renderAction: createLinkAction("Open", pendingInvitationsPath, invitation.email),
    }),
  }),
  defineNeed({
    // Until these are sent, no one receives email.
    kind: "emails",
    group: "Portal",
    roles: ["admin"],
    list: listEmails,
    filters: { late: "yes" },
    listPath: `${outboxPath}?state=late`,
    countLabels: { singular: "email hasn't been sent", plural: "emails haven't been sent" },
    toRow: (email, now) => ({
      id: email.id,
      severity: "emails",
      face: { Icon: MailX, tone: "red" },
      title: email.subject,
      detail: `Email to ${email.to} not sent`,
      figure: formatSince(email.createdAt, now),
      needsAttention: true,
      href: outboxEmailPath(email.id),
      renderAction: createLinkAction("Open", outboxEmailPath(email.id), email.subject),
    }),
  }),
];

/** Returns how much of a lease's overdue amount is in the oldest age range of the report. */
function formatOverdueAge(lease: AgedLease): string {
  const ages = [
    [lease.over90Cents, "over 90 days overdue"],
    [lease.days61To90Cents, "61–90 days overdue"],
    [lease.days31To60Cents, "31–60 days overdue"],
    [lease.days1To30Cents, "up to 30 days overdue"],
  ] as const;
  const [oldest, ...others] = ages.filter(([cents]) => cents > 0);
  if (oldest === undefined) return "overdue";
  const [cents, age] = oldest;
  return others.length === 0 ? `all ${age}` : `${formatMoney(cents)} ${age}`;
}
