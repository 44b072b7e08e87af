import type { Role } from "./roles.ts";

export type { Role };

/** `pending` is anyone whose registration hasn't been approved yet, in any role. */
export const effectiveRoles = ["signedOut", "pending", "tenant", "maintenance", "landlord", "admin"] as const;
export type EffectiveRole = (typeof effectiveRoles)[number];

export type Grant = "all" | "own" | "no";
const no = "no";
const own = "own";
const all = "all";

/**
 * The permission table: what each effective role can do (ROLE-17, API-34).
 *
 * `all`: any record. `own`: only records within the access scope, which is a SQL condition. `no`: rejected,
 * with 401 when signed out and 403 otherwise. A route must name its action here or the server doesn't start.
 */
const permissionTable = {
  //                         signed out, pending, tenant, maintenance, landlord, admin
  "health.read": [all, all, all, all, all, all],
  "config.read": [all, all, all, all, all, all],
  "session.start": [all, all, all, all, all, all],
  "session.read": [no, own, own, own, own, own],
  "session.end": [all, all, all, all, all, all],
  "accounts.register": [all, all, all, all, all, all],
  "accounts.confirm-address": [all, all, all, all, all, all],
  "accounts.reset-password": [all, all, all, all, all, all],
  "people.list": [no, no, no, no, own, all],
  "people.approve": [no, no, no, no, own, all],
  "people.edit": [no, no, no, no, no, all],
  "people.disable": [no, no, no, no, no, all],
  "invitations.list": [no, no, no, no, own, all],
  "invitations.create": [no, no, no, no, own, all],
  "profile.read": [no, own, own, own, own, own],
  "profile.edit": [no, own, own, own, own, own],
  "tokens.use": [no, no, own, own, own, own],
  "tokens.oversee": [no, no, no, no, no, all],
  "buildings.list": [no, no, own, own, own, all],
  "units.list": [no, no, own, own, own, all],
  "properties.list": [no, no, no, no, own, all],
  "properties.read": [no, no, no, no, own, all],
  "properties.create": [no, no, no, no, own, all],
  "properties.edit": [no, no, no, no, own, all],
  "properties.delete": [no, no, no, no, own, all],
  "units.read": [no, no, no, no, own, all],
  "units.create": [no, no, no, no, own, all],
  "units.edit": [no, no, no, no, own, all],
  "units.delete": [no, no, no, no, own, all],
  "companies.list": [no, no, no, no, own, all],
  "companies.read": [no, no, no, no, own, all],
  "companies.create": [no, no, no, no, own, all],
  "companies.edit": [no, no, no, no, own, all],
  "leases.list": [no, no, own, no, own, all],
  "leases.read": [no, no, own, no, own, all],
  "leases.create": [no, no, no, no, own, all],
  "leases.edit": [no, no, no, no, own, all],
  "terms.read": [no, no, own, no, own, all],
  "terms.edit": [no, no, no, no, own, all],
  "ledger.read": [no, no, own, no, own, all],
  "ledger.correct": [no, no, no, no, own, all],
  "ledger.read-months": [no, no, no, no, own, all],
  "ledger.close-month": [no, no, no, no, own, all],
  "ledger.reopen-month": [no, no, no, no, no, all],
  "payments.list": [no, own, own, own, own, all],
  "payments.pay": [no, no, own, no, own, all],
  "payments.confirm": [no, no, own, no, own, all],
  "payments.review": [no, no, no, no, own, all],
  "payments.record": [no, no, no, no, own, all],
  "payments.remind": [no, no, no, no, own, all],
  "payments.refund": [no, no, no, no, own, all],
  "payments.move": [no, no, no, no, own, all],
  "payments.email-receipt": [no, no, own, no, own, all],
  "payments.receive-event": [all, all, all, all, all, all],
  "documents.list": [no, own, own, own, own, all],
  "documents.read": [no, own, own, own, own, all],
  "documents.upload": [no, no, own, own, own, all],
  "documents.upload-zip": [no, no, no, no, own, all],
  "documents.edit": [no, no, own, own, own, all],
  "documents.read-downloads": [no, no, no, no, own, all],
  "expenses.read": [no, no, no, no, own, all],
  "expenses.write": [no, no, no, no, own, all],
  "expenses.configure": [no, no, no, no, no, all],
  "recoveries.read-terms": [no, no, own, no, own, all],
  "recoveries.edit-terms": [no, no, no, no, own, all],
  "recoveries.read-statements": [no, no, own, no, own, all],
  "recoveries.question": [no, no, own, no, no, no],
  "recoveries.add-question-file": [no, no, own, no, own, all],
  "recoveries.answer": [no, no, no, no, own, all],
  "recoveries.reconcile": [no, no, no, no, own, all],
  "recoveries.issue": [no, no, no, no, own, all],
  "recoveries.reopen": [no, no, no, no, no, all],
  "reports.read": [no, no, no, no, own, all],
  "reports.issue-statement": [no, no, no, no, own, all],
  "reports.save": [no, no, no, no, own, own],
  "setup.continue": [no, no, no, no, no, all],
  "imports.read": [no, no, no, no, own, all],
  "imports.write": [no, no, no, no, own, all],
  "exports.read": [no, no, no, no, no, all],
  "exports.create": [no, no, no, no, no, all],
  "ledger.post": [no, no, no, no, no, all],
  "work-orders.list": [no, own, own, own, own, all],
  "work-orders.read": [no, own, own, own, own, all],
  "work-orders.read-my-day": [no, no, no, own, no, no],
  "work-orders.create": [no, own, own, own, own, all],
  "work-orders.edit": [no, no, no, no, no, all],
  "work-orders.delete": [no, no, no, no, no, all],
  "work-orders.read-deleted": [no, no, no, no, no, all],
  "work-orders.change-status": [no, no, own, own, own, all],
  "work-orders.work": [no, no, no, own, own, all],
  "work-orders.assign": [no, no, no, own, own, all],
  "work-orders.set-due": [no, no, no, no, own, all],
  "work-orders.plan": [no, no, no, no, own, all],
  "work-orders.arrange-visit": [no, no, own, own, own, all],
  "work-orders.cancel-visit": [no, no, no, own, own, all],
  "work-orders.watch": [no, no, own, own, own, all],
  "work-orders.change-watchers": [no, no, no, no, own, all],
  "work-orders.comment": [no, no, own, own, own, all],
  "work-orders.change-photos": [no, no, own, own, own, all],
  "work-orders.change-files": [no, no, own, own, own, all],
  "work-orders.sign": [no, no, own, own, own, all],
  "dispatch.read": [no, no, no, no, own, all],
  "dispatch.edit": [no, no, no, no, own, all],
  "work-orders.use-views": [no, no, no, own, own, own],
  "work-orders.share-views": [no, no, no, no, own, own],
  "dashboard.read": [no, own, own, own, own, all],
  "dashboard.read-tenant": [no, own, own, no, no, no],
  "dashboard.read-checklist": [no, no, no, no, own, all],
  "dashboard.read-charts": [no, no, no, own, own, all],
  "live.read": [no, own, own, own, own, all],
  "notifications.read": [no, own, own, own, own, own],
  "notifications.edit": [no, own, own, own, own, own],
  "notifications.unsubscribe": [all, all, all, all, all, all],
  "search.read": [no, own, own, own, own, all],
  "outbox.read": [no, no, no, no, no, all],
  "outbox.resend": [no, no, no, no, no, all],
  "webhooks.read": [no, no, no, no, no, all],
  "webhooks.edit": [no, no, no, no, no, all],
  "settings.read": [no, no, no, no, no, all],
  "settings.edit": [no, no, no, no, no, all],
  "audit.read": [no, no, no, no, no, all],
  "system.read": [no, no, no, no, no, all],
  "system.retry-job": [no, no, no, no, no, all],
} as const satisfies Record<string, readonly [Grant, Grant, Grant, Grant, Grant, Grant]>;

export type Action = keyof typeof permissionTable;
export const actions = Object.keys(permissionTable) as Action[];
/** The actions that require a signed-in user. Their handlers get a `SignedInCtx`. */
export type SignedInAction = {
  [A in Action]: (typeof permissionTable)[A][0] extends "no" ? A : never;
}[Action];

type AreaOf<A extends Action> = A extends `${infer Area}.${string}` ? Area : never;
export type Area = AreaOf<Action>;
/**
 * Returns the area of an action, which groups the API's endpoints: `work-orders.sign` belongs to
 * `work-orders`.
 */
export const getActionArea = (action: Action): Area => action.split(".")[0] as Area;

/** Returns what `effectiveRole` can do: all, own, or no. */
export const getGrant = (effectiveRole: EffectiveRole, action: Action): Grant =>
  permissionTable[action][effectiveRoles.indexOf(effectiveRole)] as Grant;

/**
 * Whether `action` is allowed without required two-factor authentication: public actions, and those that set
 * it up.
 */
export const isOpenWithoutTwoFactor = (action: Action): boolean =>
  getGrant("signedOut", action) !== "no" ||
  action === "session.read" ||
  action === "profile.read" ||
  action === "profile.edit";

/** Whether the interface offers `action` at all. The server decides again, within the access scope. */
export const canEver = (
  user: {
    role: Role;
    membership: "pending" | "active" | "declined";
    twoFactorMissing?: boolean;
  },
  action: Action,
): boolean =>
  (user.twoFactorMissing !== true || isOpenWithoutTwoFactor(action)) &&
  getGrant(user.membership === "active" ? user.role : "pending", action) !== "no";
