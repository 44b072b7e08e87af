import type { ActorName } from "./actors.ts";

/**
 * The status each caller gets, endpoint by endpoint. Written by hand and not derived from `shared/permissions.ts`, which
 * it holds to what was decided (decisions, section 3, "Reach").
 */
// biome-ignore format: a table
const columns = [
  "signed out", "waiting for approval", "refused",
  "the tenant of the unit", "the tenant of another unit", "a former tenant of the unit", "a tenant of another building",
  "assigned maintenance", "maintenance of another building", "the landlord of the building", "the other landlord",
  "an admin", "an admin disabled a moment ago",
] as const satisfies readonly ActorName[];

type Row = readonly number[] & { length: (typeof columns)["length"] };

// Rows that many endpoints share.
// biome-ignore format: a table
const rows = {
  //                 out  wait refu own  othr frmr else mnt  mntX land lanX adm  disabled
  public:           [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  nobody:           [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404],
  signedIn:         [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401],
  adminOnly:        [401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 401],
  readsOrder:       [401, 404, 404, 200, 404, 404, 404, 200, 404, 200, 404, 200, 401],
  addsToOrder:      [401, 403, 403, 201, 404, 404, 404, 201, 404, 201, 404, 201, 401],
  assigns:          [401, 403, 403, 403, 403, 403, 403, 200, 404, 200, 404, 200, 401],
  decides:          [401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 404, 200, 401],
  readsBuilding:    [401, 403, 403, 200, 200, 404, 404, 200, 404, 200, 404, 200, 401],
  listsLeases:      [401, 403, 403, 200, 200, 200, 200, 403, 403, 200, 200, 200, 401],
  managers:         [401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 200, 200, 401],
  managersAdd:      [401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 201, 201, 401],
  addsToBuilding:   [401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 404, 201, 401],
  // A former tenant of the unit reads the lease he belonged to, not the next one.
  readsLease:       [401, 403, 403, 200, 404, 404, 404, 403, 403, 200, 404, 200, 401],
  paysLease:        [401, 403, 403, 200, 404, 404, 404, 403, 403, 200, 404, 200, 401],
  // Everybody may ask for payments, and finds none where there is no money to see.
  readsPayment:     [401, 404, 404, 200, 404, 404, 404, 404, 404, 200, 404, 200, 401],
  // What somebody has begun to pay is nobody else's, whoever rules over the lease.
  paysOwn:          [401, 403, 403, 200, 404, 404, 404, 403, 403, 404, 404, 404, 401],
} as const satisfies Record<string, Row>;

// biome-ignore format: a table
export const expectedStatus: Record<string, Row> = {
  "GET /api/config": rows.public,
  "GET /api/registration-units": rows.public,
  "POST /api/login": rows.public,
  "POST /api/logout": rows.public,
  "POST /api/confirm-address": rows.public,
  "POST /api/register":        [201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201],

  "GET /api/me": rows.signedIn,
  "POST /api/confirm-address/resend": rows.signedIn,
  // Only who was refused has something to claim.
  "POST /api/me/claim":        [401, 409, 200, 409, 409, 409, 409, 409, 409, 409, 409, 409, 401],

  "GET /api/users": rows.managers,
  "GET /api/users.csv": rows.managers,
  "POST /api/users/:id/approve": rows.decides,
  "POST /api/users/:id/refuse": rows.decides,
  "GET /api/users/:id": rows.decides,
  "PATCH /api/users/:id": rows.adminOnly,
  "POST /api/users/:id/disable": rows.adminOnly,
  "POST /api/users/:id/enable": rows.adminOnly,
  "POST /api/users/:id/sign-out-everywhere": rows.adminOnly,

  "GET /api/invitations": rows.managers,
  "GET /api/invitations.csv": rows.managers,
  // To a unit of the building.
  "POST /api/invitations":     [401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 400, 201, 401],
  "POST /api/invitations/:id/resend": rows.decides,
  "POST /api/invitations/:id/withdraw": rows.decides,
  "POST /api/invitations/look-up": rows.public,

  "PATCH /api/me": rows.signedIn,
  "POST /api/me/password": rows.signedIn,
  "GET /api/me/sessions": rows.signedIn,
  "POST /api/me/sessions/end-others": rows.signedIn,
  // A session of the tenant of the unit.
  "DELETE /api/me/sessions/:id": [401, 404, 404, 200, 404, 404, 404, 404, 404, 404, 404, 404, 401],

  "GET /api/buildings":        [401, 403, 403, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401],
  "GET /api/properties/:id/units": rows.readsBuilding,
  "GET /api/properties/:id/photo": rows.readsBuilding,
  "GET /api/properties": rows.managers,
  "GET /api/properties.csv": rows.managers,
  "POST /api/properties": rows.managersAdd,
  "GET /api/properties/:id": rows.decides,
  "PATCH /api/properties/:id": rows.decides,
  "DELETE /api/properties/:id": rows.decides,
  "PUT /api/properties/:id/photo": rows.decides,
  "DELETE /api/properties/:id/photo": rows.decides,
  "GET /api/units": rows.managers,
  "GET /api/units.csv": rows.managers,
  "GET /api/units/vacant": rows.managers,
  "POST /api/units": rows.addsToBuilding,
  "GET /api/units/:id": rows.decides,
  "PATCH /api/units/:id": rows.decides,
  "DELETE /api/units/:id": rows.decides,

  "GET /api/companies": rows.managers,
  "GET /api/companies.csv": rows.managers,
  "POST /api/companies": rows.managersAdd,
  "PATCH /api/companies/:id": rows.decides,
  "GET /api/leases": rows.listsLeases,
  "GET /api/leases.csv": rows.listsLeases,
  "POST /api/leases": rows.addsToBuilding,
  // A former tenant of the unit reads the lease he belonged to, not the next one.
  "GET /api/leases/:id":       [401, 403, 403, 200, 404, 404, 404, 403, 403, 200, 404, 200, 401],
  "PATCH /api/leases/:id": rows.decides,
  "DELETE /api/leases/:id": rows.decides,
  "POST /api/leases/:id/activate": rows.decides,
  "POST /api/leases/:id/notice": rows.decides,
  "POST /api/leases/:id/end": rows.decides,
  "POST /api/leases/:id/members": rows.addsToBuilding,
  "PATCH /api/leases/:id/members/:memberId": rows.decides,
  "DELETE /api/leases/:id/members/:memberId": rows.decides,
  "GET /api/leases/:id/members.csv": rows.readsLease,
  "GET /api/leases/:id/units.csv": rows.readsLease,
  "GET /api/leases/:id/schedule.csv": rows.readsLease,
  "GET /api/leases/:id/history": rows.decides,
  "GET /api/leases/:id/terms": rows.readsLease,
  "PUT /api/leases/:id/terms": rows.decides,
  "POST /api/leases/:id/amendments": rows.addsToBuilding,
  "POST /api/leases/:id/schedule": rows.readsLease,
  "GET /api/leases/:id/ledger": rows.readsLease,
  "GET /api/leases/:id/ledger.csv": rows.readsLease,
  "GET /api/leases/:id/open-charges": rows.readsLease,
  "GET /api/leases/:id/account": rows.readsLease,
  "GET /api/leases/:id/statement": rows.readsLease,
  "GET /api/leases/:id/statement.csv": rows.readsLease,
  "GET /api/leases/:id/statement.pdf": rows.readsLease,
  "POST /api/leases/:id/charges": rows.addsToBuilding,
  "POST /api/leases/:id/credits": rows.addsToBuilding,
  "POST /api/leases/:id/waivers": rows.addsToBuilding,
  "POST /api/leases/:id/write-offs": rows.addsToBuilding,
  "POST /api/leases/:id/reversals": rows.addsToBuilding,
  "POST /api/leases/:id/payments": rows.addsToBuilding,
  "GET /api/payments": rows.signedIn,
  "GET /api/payments.csv": rows.signedIn,
  "GET /api/payments/summary": rows.signedIn,
  "GET /api/payments/under-way": rows.signedIn,
  "GET /api/payments/:id": rows.readsPayment,
  "POST /api/payments/:id/refunds": rows.addsToBuilding,
  "GET /api/payments/:id/receipt": rows.readsPayment,
  "GET /api/payments/:id/receipt.pdf": rows.readsPayment,
  "POST /api/payments/:id/receipt/mails": rows.paysLease,
  // Of the caller's own payment.
  "POST /api/send-receipt": rows.paysOwn,
  "GET /api/manual-payment-confirmations": rows.signedIn,
  "GET /api/manual-payment-confirmations.csv": rows.signedIn,
  "POST /api/manual-payment-confirmations": [401, 403, 403, 201, 404, 404, 404, 403, 403, 201, 404, 201, 401],
  "POST /api/manual-payment-confirmations/:id/proof": rows.paysOwn,
  "GET /api/manual-payment-confirmations/:id/proof": rows.readsPayment,
  "POST /api/manual-payment-confirmations/:id/approve": rows.decides,
  "POST /api/manual-payment-confirmations/:id/reject": rows.decides,
  "GET /api/payments/ways": rows.listsLeases,
  "POST /api/create-payment-intent": rows.paysLease,
  "POST /api/update-payment-method": rows.paysOwn,
  "POST /api/payment-success": rows.paysOwn,
  // Heard by its signature, not by who calls; without Stripe it is not there.
  "POST /api/webhooks/stripe": rows.nobody,
  "POST /api/sandbox/payment-intents/:id/confirm": rows.paysOwn,
  "POST /api/sandbox/payment-intents/:id/step": rows.paysOwn,
  "POST /api/leases/:id/deposits": rows.addsToBuilding,
  "POST /api/leases/:id/allocations": rows.addsToBuilding,
  "GET /api/reports/aged": rows.managers,
  "GET /api/reports/aged.csv": rows.managers,
  "GET /api/reports/aged/totals": rows.managers,
  "GET /api/reports/rent-roll": rows.managers,
  "GET /api/reports/rent-roll.csv": rows.managers,
  "GET /api/reports/rent-roll/totals": rows.managers,
  "GET /api/reports/months": rows.managers,
  "GET /api/reports/months.csv": rows.managers,

  "GET /api/set-up": rows.public,
  // There is an administrator, so no link makes another.
  "POST /api/set-up":          [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403],
  "GET /api/set-up/progress": rows.adminOnly,
  "POST /api/set-up/building": [401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 201, 401],
  "POST /api/set-up/skip": rows.adminOnly,

  "GET /api/posting-runs": rows.adminOnly,
  "GET /api/posting-runs.csv": rows.adminOnly,
  "GET /api/posting-runs/waiting": rows.adminOnly,
  "POST /api/posting-runs": [401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 202, 401],
  "GET /api/imports": rows.managers,
  "GET /api/imports.csv": rows.managers,
  "GET /api/imports/templates/:file": rows.managers,
  "POST /api/imports": rows.managersAdd,
  "GET /api/imports/:id": rows.decides,
  "GET /api/imports/:id/errors": rows.decides,
  "GET /api/imports/:id/errors.csv": rows.decides,
  "POST /api/imports/:id/run": [401, 403, 403, 403, 403, 403, 403, 403, 403, 202, 404, 202, 401],

  "GET /api/work-orders": rows.signedIn,
  "GET /api/work-orders.csv": rows.signedIn,
  // Tenants report at their own unit whatever they send; staff name the building.
  "POST /api/work-orders":     [401, 201, 403, 201, 201, 409, 201, 201, 404, 201, 404, 201, 401],
  "GET /api/work-orders/:id": rows.readsOrder,
  "GET /api/work-orders/:id/history": rows.readsOrder,
  "GET /api/work-orders/:id/verify": rows.readsOrder,
  "GET /api/work-orders/:id/images/:imageId": rows.readsOrder,
  "GET /api/work-orders/:id/signatures/:signatureId": rows.readsOrder,
  "PATCH /api/work-orders/:id": rows.adminOnly,
  "DELETE /api/work-orders/:id": rows.adminOnly,
  // ROLE-18: a tenant cancels the own open order.
  "PATCH /api/work-orders/:id/status": [401, 403, 403, 200, 404, 404, 404, 200, 404, 200, 404, 200, 401],
  "POST /api/work-orders/:id/comments": rows.addsToOrder,
  "POST /api/work-orders/:id/signature": rows.addsToOrder,
  "PUT /api/work-orders/:id/assignee": rows.assigns,
  "GET /api/work-orders/:id/assignees": rows.assigns,

  "GET /api/dashboard/stats": rows.signedIn,
  "GET /api/dashboard/charts": [401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 401],
  "GET /api/events": rows.signedIn,
  "GET /api/search": rows.signedIn,
  "GET /api/notifications": rows.signedIn,
  "POST /api/notifications/read": rows.signedIn,
  "GET /api/outbox": rows.adminOnly,
  "GET /api/outbox.csv": rows.adminOnly,
  "GET /api/audit": rows.adminOnly,
  "GET /api/audit.csv": rows.adminOnly,
  "GET /api/settings": rows.adminOnly,
  "PATCH /api/settings": rows.adminOnly,
  "GET /api/settings/properties": rows.adminOnly,
  "GET /api/settings/properties.csv": rows.adminOnly,
  "PATCH /api/settings/properties/:id": rows.adminOnly,
  "GET /api/outbox/:id": rows.adminOnly,
};

export const statusFor = (endpoint: string, actor: ActorName): number | undefined =>
  expectedStatus[endpoint]?.[columns.indexOf(actor)];
