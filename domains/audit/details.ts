import type { SignInProof } from "#shared/sign-in-methods.ts";
import type { AuditAction } from "./actions.ts";
import type { Change } from "./changes.ts";

/** The fields of a record. */
type Fields = object;
interface Changes {
  changes: readonly Change[];
}
interface Lockout {
  failures: number;
  minutes: number;
}
interface Replacement {
  before: Fields;
  after: Fields;
}
interface TitleDetails {
  title: string;
}
interface Decision extends Fields {
  role: string;
  requestedUnitId: number | null;
}
/** The charges posted or reversed by a change to a lease, if any. */
interface PostedCharges {
  postedEntries?: number;
  postedCents?: number;
}
interface UnitStatusChanges {
  unitStatuses: readonly { unitId: number; unitNumber: string; from: string; to: string }[];
}
interface LeaseEnd {
  from?: Fields;
  to: { state: string; to: string | null };
}
interface LedgerEntry {
  entry: string;
  day: string;
  amountCents: number;
  feeCents?: number;
  depositCents?: number;
  payment?: number;
  reason?: string;
}
/** `line` is the pool, or the category or step of its share that the question is about. */
interface QuestionDetails {
  year: number;
  question: number;
  line: string;
}
/** The actions that write an entry of the ledger. */
export type LedgerAction =
  | Exclude<Extract<AuditAction, `ledger.${string}`>, "ledger.credit-reapplied">
  | "payment.refunded";
interface Member {
  memberId: number;
  userId: number;
  /** The first and last day, or both days before and after a change. */
  from: unknown;
  to: unknown;
}
interface NewLease {
  companyId: number;
  unitIds: readonly number[];
  from: string;
  to: string | null;
  state: string;
}

/** The details recorded for each action. Actions that aren't listed have none. */
export interface DetailsByAction
  extends Record<
      | Extract<AuditAction, `${string}.edited`>
      | "person.enabled"
      | "settings.changed"
      | "settings.property-changed",
      Changes
    >,
    Record<Extract<AuditAction, `${"property.photo" | "settings.logo"}-${string}`>, Replacement>,
    Record<LedgerAction, LedgerEntry> {
  "session.started": SignInProof;
  "session.locked-out": Lockout;
  "network.locked-out": Lockout;
  "session.two-factor-locked-out": Lockout;
  "account.code-locked-out": { failures: number };
  "account.registered": {
    role: string;
    requestedUnitId?: number | null;
    invitationId?: number;
    unitId?: number | null;
    leaseId?: number | null;
  };
  "account.access-requested-again": { requestedUnitId: number | null };
  "account.recovery-code-used": { codesLeft: number };
  "account.token-created": { name: string; scopes: readonly string[]; days: number };
  "account.password-changed": { tokensRevoked: boolean };
  "account.token-revoked": { name: string };
  "profile.notifications-changed": Changes & { topic: string };
  "profile.unsubscribed": { topics: readonly string[] };
  "profile.quiet-hours-set": { from: string; to: string; timeZone: string | null };
  "person.approved": Decision;
  "person.approval-undone": Decision;
  "person.declined": Decision;
  "person.disabled": Changes & { reason: string; unassignedWorkOrderCount: number };
  "person.token-revoked": { name: string };
  "account.work-account-linked": { issuer: string; email: string };
  "account.work-address-changed": { from: string | null; to: string | null };
  "person.work-account-unlinked": { issuer: string; email: string | null };
  "invitation.created": Fields;
  "invitation.resent": { email: string };
  "invitation.withdrawn": { reason?: string };
  "property.created": { after: Fields };
  "property.deleted": { before: Fields };
  /** The checks that weren't done, with their counts. */
  "property.month-closed": { month: string; accepted: readonly string[] };
  "property.month-reopened": { month: string; reason: string };
  "property.statement-issued": { month: string; version: number; reason?: string };
  "unit.edited": Changes & { areaFrom?: string };
  "unit.created": { after: Fields };
  "unit.deleted": { before: Fields };
  "company.created": { name: string };
  "company.deleted": { name: string };
  "lease.created": NewLease & Partial<UnitStatusChanges>;
  "lease.edited": Changes & Partial<UnitStatusChanges> & PostedCharges;
  "lease.deleted": Partial<NewLease> & { state: string; company?: string; memberIds?: readonly number[] };
  "lease.activated": { from: string; to: string | null; unitIds: readonly number[] } & UnitStatusChanges &
    PostedCharges;
  "lease.started": UnitStatusChanges;
  "lease.units-vacated": UnitStatusChanges;
  "lease.notice-given": LeaseEnd & PostedCharges;
  "lease.notice-withdrawn": LeaseEnd & PostedCharges;
  "lease.end-planned": LeaseEnd & UnitStatusChanges & PostedCharges;
  "lease.ended": LeaseEnd & UnitStatusChanges & PostedCharges;
  "lease.terms-added": Changes & PostedCharges & { chargedFrom: string };
  "lease.recovery-terms-added": { effectiveFrom: string; reason?: string; rules: string[] };
  "lease.recovery-history-set": Changes & { pool: string; year: number; reason?: string };
  "lease.amended": Changes & PostedCharges & { amendedFrom: string; reason: string };
  "lease.member-added": Member;
  "lease.member-edited": Member;
  "lease.member-ended": Member;
  "document.uploaded": TitleDetails & { type: string; file: string; visibility: string };
  "document.version-added": TitleDetails & Changes & { file: string; number: number };
  "document.version-restored": TitleDetails & { file: string; restoredFrom: number; number: number };
  "document.trashed": TitleDetails;
  "document.restored": TitleDetails;
  "document.removed": TitleDetails & { type: string };
  "document.virus-found": TitleDetails & { file: string; number: number; virus: string };
  "ledger.credit-reapplied": { entry: string; before: Fields; after: Fields; reason: string };
  "payment.confirmation-sent": { amountCents: number; method: string; reference: string | null; day: string };
  "payment.confirmation-approved": { amountCents: number; reason?: string };
  "payment.confirmation-rejected": { amountCents: number; reason?: string };
  "payment.confirmation-withdrawn": { amountCents: number };
  "payment.reminder-sent": { amountCents: number; notified: number; emailed: number };
  "payment.proof-added": { file: string };
  "payment.bank-deposit-recorded": { payments: number; amountCents: number };
  "payment.bank-line-set-aside": { account: string; reason: string };
  "payment.bank-line-linked": { account: string; linkedTo: "payment" | "bank-deposit"; linkedId: number };
  "payment.bank-line-restored": { account: string; reason: string };
  "payment.moved": {
    payment: number;
    newPayment: number;
    fromLease: number;
    amountCents: number;
    reason: string;
  };
  "payment.refund-requested": { payment: number; amountCents: number; feeCents: number; reason: string };
  "payment.dispute-changed": { payment: number; amountCents: number; state: string; reason: string };
  "vendor.created": { name: string };
  "vendor.deleted": { name: string };
  "expense-category.created": { after: Fields };
  "expense-pool.created": { after: Fields };
  "expense-pool.deleted": { before: Fields };
  "expense-pool.year-changed": { startMonth: { from: number; to: number } };
  "budget.changed": Changes & { year: number };
  "reconciliation.finding-accepted": { year: number; finding: string; amountCents?: number; reason: string };
  "reconciliation.finding-reopened": { year: number; finding: string };
  "reconciliation.reviewed": { year: number };
  "reconciliation.issued": {
    year: number;
    number: number;
    statements: number;
    charges: number;
    chargedCents: number;
    credits: number;
    creditedCents: number;
    reason?: string;
  };
  "reconciliation.reversed": { year: number; number: number; statements: number; reason: string };
  "reconciliation.closed": { year: number };
  "reconciliation.reopened": { year: number; reason: string };
  "reconciliation.questioned": QuestionDetails & { text: string };
  "reconciliation.question-answered": QuestionDetails & { answer: string; creditCents?: number };
  "reconciliation.question-file-added": QuestionDetails & { file: string };
  "bill.created": { after: Fields };
  "bill.voided": { totalCents: number; reason: string };
  "bill.deleted": { before: Fields };
  "bill.file-stored": { file: string; replaced: string | null };
  "work-order.deleted": TitleDetails & { status: string };
  "team.created": Fields;
  "team.deleted": Fields;
  "dispatch-rule.created": Fields;
  "dispatch-rule.switched-on": { name: string };
  "dispatch-rule.switched-off": { name: string };
  /** The name of the rule that it was moved before or after. */
  "dispatch-rule.moved": { before?: string; behind?: string };
  "dispatch-rule.deleted": Fields;
  "saved-view.shared": { name: string };
  "saved-view.unshared": { name: string };
  "saved-view.edited": Changes & { name: string };
  "saved-view.deleted": { name: string };
  "saved-report.shared": { name: string };
  "saved-report.unshared": { name: string };
  "saved-report.edited": Changes & { name: string };
  "saved-report.deleted": { name: string };
  "saved-report.scheduled": {
    name: string;
    repeats: string;
    day: number;
    at: string;
    formats: readonly string[];
    recipients: readonly string[];
  };
  "saved-report.unscheduled": { name: string };
  "saved-report.emailed": { name: string; recipient: string; formats: readonly string[] };
  "settings.journal-accounts-changed": { changes: readonly string[] };
  "webhook.created": { url: string; events: readonly string[] };
  "webhook.deleted": { url: string };
  "webhook.replayed": { eventId: string; kind: string };
  "import.undone": { kind: string; fileName: string; records: Readonly<Record<string, number>> };
  "import.done": { kind: string; rows: number; leftOut: number; fileName: string };
  "outbox.email-resent": { to: string; subject: string };
  "outbox.failed-resent": { count: number };
  "system.job-retried": { task: string; error: string };
  "list.exported": { filters: unknown };
}

/** An action with its details. */
export type ActionWithDetails = {
  [A in AuditAction]: A extends keyof DetailsByAction
    ? { action: A; details: DetailsByAction[A] }
    : { action: A; details?: undefined };
}[AuditAction];
