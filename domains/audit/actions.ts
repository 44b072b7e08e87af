/**
 * The wording of each action of the audit log, in the terms of people who manage buildings; it follows the actor's name.
 * Braces mark the subject in general terms. Every action that `audit(...)` is called with is listed here.
 */
export const actionWords: Record<string, string> = {
  "session.started": "signed in",
  "session.ended": "signed out",
  "session.others-ended": "ended their own sessions on other devices",
  "session.locked-out": "was kept out after too many wrong passwords for {an account}",
  "network.locked-out": "was kept out after too many wrong passwords from {a network address}",
  "account.registered": "registered",
  "account.claimed-again": "claimed a unit again",
  "account.address-confirmed": "confirmed their own email address",
  "account.confirmation-resent": "asked for the confirmation mail again",
  "account.password-changed": "changed their own password",
  "account.reset-requested": "asked for a mail to reset the password of {an account}",
  "account.password-reset": "reset their own password",
  "account.sign-in-requested": "asked for a mail to sign in to {an account}",
  "account.code-locked-out": "was kept out after too many wrong codes for {an account}",
  "account.second-factor-turned-on": "turned on two-factor sign-in",
  "account.second-factor-turned-off": "turned off two-factor sign-in",
  "account.second-factor-moved": "moved two-factor sign-in to another app",
  "account.recovery-codes-renewed": "made new recovery codes",
  "account.recovery-code-used": "used a recovery code",
  "account.token-created": "made an API token",
  "account.token-revoked": "revoked an own API token",
  "session.second-factor-locked-out": "was kept out after too many wrong two-factor codes for {an account}",
  "profile.edited": "changed their own profile",
  "profile.notifications-chosen": "changed their notification preferences",
  "profile.unsubscribed": "turned off mails by the link in a mail",
  "profile.push-turned-on": "turned on push notifications on a device",
  "profile.push-turned-off": "turned off push notifications on a device",
  "profile.quiet-hours-chosen": "chose their quiet hours",
  "profile.quiet-hours-ended": "ended their quiet hours",
  "person.approved": "approved {a person}",
  "person.approval-undone": "undid the approval of {a person}",
  "person.refused": "refused {a person}",
  "person.edited": "changed {a person}",
  "person.disabled": "disabled {a person}",
  "person.enabled": "enabled {a person}",
  "person.signed-out": "signed {a person} out everywhere",
  "person.second-factor-removed": "removed the two-factor sign-in of {a person}",
  "person.token-revoked": "revoked an API token of {a person}",
  "invitation.created": "invited {somebody}",
  "invitation.resent": "invited {somebody} again",
  "invitation.withdrawn": "withdrew the invitation of {somebody}",
  "property.created": "added {a building}",
  "property.edited": "changed {a building}",
  "property.deleted": "deleted {a building}",
  "property.photo-changed": "changed the photo of {a building}",
  "property.photo-removed": "removed the photo of {a building}",
  "unit.created": "added {a unit}",
  "unit.edited": "changed {a unit}",
  "unit.deleted": "deleted {a unit}",
  "company.created": "added {a company}",
  "company.edited": "changed {a company}",
  "lease.created": "made {a lease}",
  "lease.edited": "changed {a lease}",
  "lease.deleted": "deleted the draft of {a lease}",
  "lease.activated": "activated {a lease}",
  "lease.began": "began {a lease} on its first day",
  "lease.units-left": "gave back units of {a lease} after their last day",
  "lease.notice-given": "gave notice for {a lease}",
  "lease.end-planned": "set the end of {a lease}",
  "lease.ended": "ended {a lease}",
  "lease.terms-written": "wrote the terms of {a lease}",
  "lease.amended": "amended the terms of {a lease}",
  "lease.member-added": "added somebody to {a lease}",
  "lease.member-edited": "changed the days of somebody in {a lease}",
  "lease.member-ended": "ended a membership of {a lease}",
  "document.uploaded": "uploaded {a document}",
  "document.edited": "changed {a document}",
  "document.file-added": "uploaded another file of {a document}",
  "document.file-brought-back": "brought an earlier file of {a document} back",
  "document.trashed": "put {a document} into the trash",
  "document.taken-back": "took {a document} back from the trash",
  "document.removed": "removed {a document} for good, 30 days after it was put into the trash",
  "document.found-infected": "found a virus in {a document}",
  "ledger.account-opened": "took over the account of {a lease}",
  "ledger.charge-added": "charged {a lease} once",
  "ledger.credit-given": "gave {a lease} a credit",
  "ledger.charge-waived": "waived a charge of {a lease}",
  "ledger.written-off": "wrote off what {a lease} owes",
  "ledger.entry-reversed": "reversed an entry of {a lease}",
  "ledger.payment-recorded": "recorded a payment for {a lease}",
  "ledger.payment-received": "received a payment for {a lease}",
  "ledger.deposit-taken": "took a deposit for {a lease}",
  "ledger.deposit-returned": "returned a deposit of {a lease}",
  "ledger.deposit-applied": "applied a deposit of {a lease} to what is owed",
  "ledger.credit-moved": "used a credit of {a lease} for other charges",
  "payment.confirmation-sent": "reported a payment for {a lease} made outside of the portal",
  "payment.confirmation-approved": "approved a payment made outside of the portal for {a lease}",
  "payment.confirmation-rejected": "rejected a payment made outside of the portal for {a lease}",
  "payment.proof-added": "added the proof of a payment for {a lease}",
  "payment.refund-requested": "asked the card provider to refund a payment for {a lease}",
  "payment.given-back": "refunded a payment for {a lease}",
  "payment.dispute-changed": "reported a disputed payment for {a lease}",
  "work-order.deleted": "deleted {a work order}",
  "team.created": "added {a team}",
  "team.edited": "changed {a team}",
  "team.deleted": "deleted {a team}",
  "dispatch-rule.created": "added {a dispatch rule}",
  "dispatch-rule.edited": "changed {a dispatch rule}",
  "dispatch-rule.switched-on": "switched {a dispatch rule} on",
  "dispatch-rule.switched-off": "switched {a dispatch rule} off",
  "dispatch-rule.moved": "moved {a dispatch rule} among the others",
  "dispatch-rule.deleted": "deleted {a dispatch rule}",
  "saved-view.shared": "shared {a view of work orders} with staff",
  "saved-view.unshared": "stopped sharing {a view of work orders}",
  "saved-view.edited": "changed {a view of work orders} that is shared",
  "saved-view.deleted": "deleted {a view of work orders} that was shared",
  "settings.changed": "changed the settings",
  "settings.logo-changed": "changed the organization's logo",
  "settings.logo-removed": "removed the organization's logo",
  "settings.building-changed": "changed the settings of {a building}",
  "webhook.created": "added {a webhook}",
  "webhook.edited": "changed {a webhook}",
  "webhook.deleted": "deleted {a webhook}",
  "webhook.secret-rotated": "made a new secret for {a webhook}",
  "webhook.paused": "paused {a webhook} after days of failures",
  "webhook.replayed": "sent a delivery to {a webhook} again",
  "import.done": "imported {a file}",
  "posting.started": "began {a run} that posts what is due",
  "outbox.mail-resent": "sent {a mail} again",
  "outbox.failed-resent": "sent all failed mails of the outbox again",
  "system.job-retried": "ran {a job} again",
  "list.exported": "exported the list of {records}",
};

/** Where a person is the other side of what the card provider does. */
const wordsForPeople: Record<string, string> = {
  "ledger.payment-received": "made an online payment for {a lease}",
};

/** The areas of actions, by the first part of their names. */
export const areaLabels: Record<string, string> = {
  session: "Signing in and out",
  network: "Network addresses",
  account: "Accounts",
  profile: "Profiles",
  person: "People",
  invitation: "Invitations",
  property: "Buildings",
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
  settings: "Settings",
  webhook: "Webhooks",
  import: "Imports",
  posting: "Posting",
  outbox: "Mails",
  system: "System",
  list: "Exports",
};

/** The kinds of subjects, by their names in the log. */
export const kindLabels: Record<string, string> = {
  person: "Person",
  "sign-in-request": "Request to sign in",
  invitation: "Invitation",
  property: "Building",
  unit: "Unit",
  company: "Company",
  lease: "Lease",
  "work-order": "Work order",
  team: "Team",
  "dispatch-rule": "Dispatch rule",
  document: "Document",
  "saved-view": "View",
  settings: "Settings",
  webhook: "Webhook",
  import: "Import",
  "posting-run": "Posting run",
  mail: "Mail",
  job: "Job",
  list: "List",
  network: "Network address",
};

export const areaOf = (action: string): string => action.split(".")[0] ?? action;

export interface Sentence {
  before: string;
  /** Whether the subject comes between the two. */
  hasSubject: boolean;
  after: string;
}

/** The sentence about an action; an unknown action is shown by its name and subject. */
export function sentenceOf(action: string, actorId: number | null): Sentence {
  const words = (actorId === null ? undefined : wordsForPeople[action]) ?? actionWords[action];
  if (words === undefined) return { before: `${inPlainWords(action)}: `, hasSubject: true, after: "" };
  const [before = "", , after] = words.split(/(\{.*\})/);
  return { before, hasSubject: after !== undefined, after: after ?? "" };
}

/** The label of an action in a list of choices: `Approved a person`. */
export function actionLabel(action: string): string {
  const words = (actionWords[action] ?? inPlainWords(action)).replace(/[{}]/g, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const inPlainWords = (name: string): string => name.replace(/[.-]+/g, " ");
