import { lookUp } from "#shared/look-up.ts";

/**
 * The wording of each action in the audit log. It follows the actor's name. Braces mark a general term for
 * the subject. `audit` accepts no other action.
 */
export const actionWords = {
  "session.started": "signed in",
  "session.ended": "signed out",
  "session.others-ended": "signed out of their other devices",
  "session.locked-out": "was locked out of {an account} after too many incorrect passwords",
  "network.locked-out": "was locked out after too many incorrect passwords from {a network address}",
  "account.registered": "registered",
  "account.access-requested-again": "requested a unit again",
  "account.address-confirmed": "confirmed their own email address",
  "account.confirmation-resent": "requested another confirmation email",
  "account.password-changed": "changed their own password",
  "account.reset-requested": "requested a password reset email for {an account}",
  "account.password-reset": "reset their own password",
  "account.sign-in-requested": "requested a sign-in email for {an account}",
  "account.code-locked-out": "was locked out of {an account} after too many incorrect codes",
  "account.two-factor-turned-on": "turned on two-factor authentication",
  "account.two-factor-turned-off": "turned off two-factor authentication",
  "account.authenticator-app-switched": "switched authenticator apps",
  "account.recovery-codes-renewed": "created new recovery codes",
  "account.recovery-code-used": "used a recovery code",
  "account.work-account-linked": "linked their work account",
  "account.work-address-changed": "signed in with a work account whose address had changed",
  "account.token-created": "created an API token",
  "account.token-revoked": "revoked their own API token",
  "session.two-factor-locked-out": "was locked out of {an account} after too many incorrect two-factor codes",
  "profile.edited": "edited their own profile",
  "profile.notifications-changed": "changed their notification preferences",
  "profile.unsubscribed": "unsubscribed through an email link",
  "profile.push-turned-on": "turned on push notifications on a device",
  "profile.push-turned-off": "turned off push notifications on a device",
  "profile.quiet-hours-set": "set their quiet hours",
  "profile.quiet-hours-turned-off": "turned off their quiet hours",
  "person.approved": "approved {a person}",
  "person.approval-undone": "undid {a person}'s approval",
  "person.declined": "declined {a person}",
  "person.edited": "edited {a person}",
  "person.disabled": "disabled {a person}",
  "person.enabled": "enabled {a person}",
  "person.signed-out": "signed {a person} out everywhere",
  "person.two-factor-removed": "turned off two-factor authentication for {a person}",
  "person.work-account-unlinked": "unlinked {a person}'s work account",
  "person.token-revoked": "revoked {a person}'s API token",
  "invitation.created": "invited {someone}",
  "invitation.resent": "resent an invitation to {someone}",
  "invitation.withdrawn": "withdrew the invitation to {someone}",
  "property.created": "added {a property}",
  "property.edited": "edited {a property}",
  "property.deleted": "deleted {a property}",
  "property.photo-changed": "changed the photo of {a property}",
  "property.photo-removed": "removed the photo of {a property}",
  "property.month-closed": "closed a month of {a property}",
  "property.month-reopened": "reopened a month of {a property}",
  "property.statement-issued": "issued an owner statement of {a property}",
  "unit.created": "added {a unit}",
  "unit.edited": "edited {a unit}",
  "unit.deleted": "deleted {a unit}",
  "company.created": "added {a company}",
  "company.edited": "edited {a company}",
  "company.deleted": "deleted {a company}",
  "lease.created": "created {a lease}",
  "lease.edited": "edited {a lease}",
  "lease.deleted": "deleted {a lease}",
  "lease.activated": "activated {a lease}",
  "lease.started": "started {a lease} on its start date",
  "lease.units-vacated": "released units from {a lease} after their last day",
  "lease.notice-given": "recorded notice for {a lease}",
  "lease.notice-withdrawn": "withdrew the notice for {a lease}",
  "lease.end-planned": "set the end date of {a lease}",
  "lease.ended": "ended {a lease}",
  "lease.terms-added": "added terms to {a lease}",
  "lease.amended": "amended the terms of {a lease}",
  "lease.member-added": "added someone to {a lease}",
  "lease.member-edited": "changed someone's dates on {a lease}",
  "lease.member-ended": "removed someone from {a lease}",
  "document.uploaded": "uploaded {a document}",
  "document.edited": "edited {a document}",
  "document.version-added": "uploaded a new version of {a document}",
  "document.version-restored": "restored an earlier version of {a document}",
  "document.trashed": "moved {a document} to the trash",
  "document.restored": "restored {a document} from the trash",
  "document.removed": "permanently deleted {a document}, 30 days after it was moved to the trash",
  "document.virus-found": "found a virus in {a document}",
  "ledger.account-opened": "set up the account for {a lease}",
  "ledger.charge-added": "added a one-time charge to {a lease}",
  "ledger.credit-added": "added a credit to {a lease}",
  "ledger.credit-paid-out": "paid out the credit of {a lease}",
  "ledger.charge-waived": "waived a charge on {a lease}",
  "ledger.written-off": "wrote off a balance on {a lease}",
  "ledger.entry-reversed": "reversed an entry on {a lease}",
  "ledger.payment-recorded": "recorded a payment for {a lease}",
  "ledger.payment-received": "received a payment for {a lease}",
  "ledger.deposit-received": "recorded a security deposit for {a lease}",
  "ledger.deposit-refunded": "refunded a security deposit on {a lease}",
  "ledger.deposit-applied": "applied a security deposit to the balance of {a lease}",
  "ledger.credit-reapplied": "reapplied a payment or credit on {a lease}",
  "payment.confirmation-sent": "reported a manual payment for {a lease}",
  "payment.confirmation-approved": "approved a manual payment for {a lease}",
  "payment.confirmation-rejected": "rejected a manual payment for {a lease}",
  "payment.confirmation-withdrawn": "withdrew a reported payment for {a lease}",
  "payment.reminder-sent": "sent a payment reminder for {a lease}",
  "payment.proof-added": "added proof of payment for {a lease}",
  "payment.refund-requested": "requested a refund from the card provider for {a lease}",
  "payment.moved": "moved a payment to {a lease}",
  "payment.bank-deposit-recorded": "recorded {a bank deposit}",
  "payment.bank-line-set-aside": "set {a line of a bank file} aside",
  "payment.bank-line-restored": "restored {a line of a bank file} that was set aside",
  "payment.refunded": "refunded a payment for {a lease}",
  "payment.dispute-changed": "reported a disputed payment for {a lease}",
  "work-order.deleted": "deleted {a work order}",
  "team.created": "added {a team}",
  "team.edited": "edited {a team}",
  "team.deleted": "deleted {a team}",
  "dispatch-rule.created": "added {a dispatch rule}",
  "dispatch-rule.edited": "edited {a dispatch rule}",
  "dispatch-rule.switched-on": "turned on {a dispatch rule}",
  "dispatch-rule.switched-off": "turned off {a dispatch rule}",
  "dispatch-rule.moved": "reordered {a dispatch rule}",
  "dispatch-rule.deleted": "deleted {a dispatch rule}",
  "saved-view.shared": "shared {a view of work orders} with staff",
  "saved-view.unshared": "stopped sharing {a view of work orders}",
  "saved-view.edited": "changed {a shared view of work orders}",
  "saved-view.deleted": "deleted {a shared view of work orders}",
  "saved-report.shared": "shared {a saved report}",
  "saved-report.unshared": "stopped sharing {a saved report}",
  "saved-report.edited": "changed {a saved report}",
  "saved-report.deleted": "deleted {a saved report}",
  "saved-report.scheduled": "scheduled {a saved report}",
  "saved-report.unscheduled": "stopped the schedule of {a saved report}",
  "saved-report.emailed": "emailed {a saved report}",
  "settings.changed": "changed the settings",
  "settings.logo-changed": "changed the organization's logo",
  "settings.logo-removed": "removed the organization's logo",
  "settings.journal-accounts-changed": "changed the accounts of exported journals",
  "settings.property-changed": "changed the settings of {a property}",
  "webhook.created": "added {a webhook}",
  "webhook.edited": "edited {a webhook}",
  "webhook.deleted": "deleted {a webhook}",
  "webhook.secret-rotated": "created a new secret for {a webhook}",
  "webhook.paused": "paused {a webhook} after days of failures",
  "webhook.replayed": "resent a delivery to {a webhook}",
  "import.done": "imported {a file}",
  "import.undone": "undid the import of {a file}",
  "export.started": "started {a data export}",
  "export.downloaded": "downloaded {a data export}",
  "posting.started": "started {a run} to post charges due",
  "outbox.email-resent": "resent {an email}",
  "outbox.failed-resent": "resent all failed emails in the outbox",
  "system.job-retried": "retried {a job}",
  "list.exported": "exported {records}",
} as const satisfies Record<`${keyof typeof areaLabels}.${string}`, string>;
export type AuditAction = keyof typeof actionWords;

/** The wording if the actor is a person and not the card provider. */
const personActionWords: Record<string, string> = {
  "ledger.payment-received": "made an online payment for {a lease}",
};

/** The areas of actions, by the first part of their names. */
export const areaLabels = {
  session: "Sign-ins and sign-outs",
  network: "Network addresses",
  account: "Accounts",
  profile: "Profiles",
  person: "People",
  invitation: "Invitations",
  property: "Properties",
  unit: "Units",
  company: "Companies",
  lease: "Leases",
  ledger: "Ledgers",
  payment: "Payments",
  document: "Documents",
  "work-order": "Work orders",
  team: "Teams",
  "dispatch-rule": "Dispatch rules",
  "saved-view": "Views",
  "saved-report": "Saved reports",
  settings: "Settings",
  webhook: "Webhooks",
  import: "Imports",
  export: "Data exports",
  posting: "Charge postings",
  outbox: "Emails",
  system: "System actions",
  list: "Exports",
} as const;

/** The types of subjects, by their names in the log. */
export const subjectTypeLabels = {
  person: "Person",
  "sign-in-request": "Sign-in request",
  invitation: "Invitation",
  property: "Property",
  unit: "Unit",
  company: "Company",
  lease: "Lease",
  "bank-deposit": "Bank deposit",
  "bank-line": "Line of a bank file",
  "work-order": "Work order",
  team: "Team",
  "dispatch-rule": "Dispatch rule",
  document: "Document",
  "saved-view": "View",
  "saved-report": "Saved report",
  settings: "Settings",
  webhook: "Webhook",
  import: "Import",
  export: "Data export",
  "posting-run": "Posting run",
  email: "Email",
  job: "Job",
  list: "List",
  network: "Network address",
} as const;
export type AuditSubjectType = keyof typeof subjectTypeLabels;
/** Returns the label of a type of subject. Unknown values are returned unchanged. */
export const getSubjectTypeLabel = (type: string): string => lookUp(subjectTypeLabels, type) ?? type;

export const getArea = (action: string): string => action.split(".")[0] ?? action;

export interface Sentence {
  before: string;
  /** Whether the subject appears between the two parts. */
  hasSubject: boolean;
  after: string;
}

/** Returns the sentence about an action. An unknown action is shown by its name and subject. */
export function toSentence(action: string, actorId: number | null): Sentence {
  const words = (actorId === null ? undefined : personActionWords[action]) ?? lookUp(actionWords, action);
  if (words === undefined) return { before: `${humanize(action)}: `, hasSubject: true, after: "" };
  const [before = "", , after] = words.split(/(\{.*\})/);
  return { before, hasSubject: after !== undefined, after: after ?? "" };
}

/** Returns the label of an action for a list of options, such as `Approved a person`. */
export function getActionLabel(action: string): string {
  const words = (lookUp(actionWords, action) ?? humanize(action)).replace(/[{}]/g, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const humanize = (name: string): string => name.replace(/[.-]+/g, " ");
