import type { multipart } from "#test/form.ts";
import type { CallerName } from "./callers.ts";
import type { EndpointFixtures } from "./fixtures.ts";

/** A valid request, with new records if it changes any. */
export interface ValidRequest {
  params?: Record<string, number | string>;
  query?: string;
  body?: Record<string, unknown> | undefined;
  form?: ReturnType<typeof multipart>;
  /** In addition to the cookie of the caller's session. */
  cookie?: string;
}

type MakeRequest = (fixtures: EndpointFixtures) => ValidRequest | Promise<ValidRequest>;

/** The expected status for each caller, and how to make a valid request. */
export interface EndpointCase {
  statuses: readonly number[];
  makeRequest: MakeRequest;
}

/** Cases by method and path, such as `GET /api/work-orders/:id`. */
export type EndpointCases = Record<string, EndpointCase>;

// biome-ignore format: a table
const callers = [
  "signed out", "pending approval", "declined",
  "the unit's tenant", "another unit's tenant", "a former tenant", "another property's tenant",
  "the property's technician", "another property's technician", "the property's landlord", "another landlord",
  "an admin", "an admin disabled a moment ago",
] as const satisfies readonly CallerName[];

type Statuses = readonly number[] & { length: (typeof callers)["length"] };

/** Defines the expected statuses. An endpoint without path parameters, query, and body needs no `makeRequest`. */
const row =
  (...statuses: Statuses) =>
  (makeRequest: MakeRequest = () => ({})): EndpointCase => ({ statuses, makeRequest });

/**
 * Who can call an endpoint. Written by hand and not derived from `shared/permissions.ts`, which it checks
 * (requirements, "Access scope").
 */
// biome-ignore format: a table
export const access = {
  //                            out  pend decl ten  unit frmr prop tech prop land land adm  disabled
  anyone:                row(200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200),
  noOne:                 row(404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404),
  signedIn:              row(401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401),
  adminOnly:             row(401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 200, 401),
  readsWorkOrder:        row(401, 404, 404, 200, 404, 404, 404, 200, 404, 200, 404, 200, 401),
  changesWorkOrder:      row(401, 403, 403, 200, 404, 404, 404, 200, 404, 200, 404, 200, 401),
  addsToWorkOrder:       row(401, 403, 403, 201, 404, 404, 404, 201, 404, 201, 404, 201, 401),
  assigns:               row(401, 403, 403, 403, 403, 403, 403, 200, 404, 200, 404, 200, 401),
  propertyManagers:      row(401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 404, 200, 401),
  readsProperty:         row(401, 403, 403, 200, 200, 404, 404, 200, 404, 200, 404, 200, 401),
  listsLeases:           row(401, 403, 403, 200, 200, 200, 200, 403, 403, 200, 200, 200, 401),
  managers:              row(401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 200, 200, 401),
  managersAdd:           row(401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 201, 201, 401),
  managersAddToProperty: row(401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 404, 201, 401),
  // A former tenant sees the lease they were on, not the next one.
  readsLease:            row(401, 403, 403, 200, 404, 404, 404, 403, 403, 200, 404, 200, 401),
  // Only tenants question their statements.
  asksAboutLease:        row(401, 403, 403, 201, 404, 404, 404, 403, 403, 403, 403, 403, 401),
  // Everyone can list payments and documents. Those outside the access scope are not found.
  readsPayment:          row(401, 404, 404, 200, 404, 404, 404, 404, 404, 200, 404, 200, 401),
  // Only the payer sees a payment in progress, not even the property managers.
  ownPayment:            row(401, 403, 403, 200, 404, 404, 404, 403, 403, 404, 404, 404, 401),
  // A payment reported by the tenant. The property managers see it, and reject it instead.
  withdrawsPayment:      row(401, 403, 403, 200, 404, 404, 404, 403, 403, 403, 404, 403, 401),
  // A document uploaded by the tenant. Technicians only see documents of the type Maintenance.
  changesDocument:       row(401, 403, 403, 200, 404, 404, 404, 404, 404, 200, 404, 200, 401),
  // A view shared by the landlord.
  changesView:           row(401, 403, 403, 403, 403, 403, 403, 404, 404, 200, 404, 404, 401),
  ownedByTenant:         row(401, 404, 404, 200, 404, 404, 404, 404, 404, 404, 404, 404, 401),
  members:               row(401, 403, 403, 200, 200, 200, 200, 200, 200, 200, 200, 200, 401),
  anyoneCreates:         row(201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201),
  // Only a declined person can request access again.
  requestsAccess:        row(401, 409, 200, 409, 409, 409, 409, 409, 409, 409, 409, 409, 401),
  invites:               row(401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 400, 201, 401),
  membersAdd:            row(401, 403, 403, 201, 201, 201, 201, 201, 201, 201, 201, 201, 401),
  ownToken:              row(401, 403, 403, 200, 404, 404, 404, 404, 404, 404, 404, 404, 401),
  adminAdds:             row(401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 201, 401),
  // A lease outside the access scope is an error on its line.
  recordsBankDeposit:    row(401, 403, 403, 403, 403, 403, 403, 403, 403, 201, 400, 201, 401),
  addsToLease:           row(401, 403, 403, 201, 404, 404, 404, 403, 403, 201, 404, 201, 401),
  // Tenants upload to their own unit, and a former tenant has none. Staff select the property.
  uploadsDocument:       row(401, 403, 403, 201, 201, 409, 201, 201, 404, 201, 404, 201, 401),
  addsDocumentVersion:   row(401, 403, 403, 201, 404, 404, 404, 404, 404, 201, 404, 201, 401),
  // There is an administrator already, so the link can't create another.
  setupIsDone:           row(403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403),
  adminStarts:           row(401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 202, 401),
  startsImport:          row(401, 403, 403, 403, 403, 403, 403, 403, 403, 202, 404, 202, 401),
  technicians:           row(401, 403, 403, 403, 403, 403, 403, 200, 200, 403, 403, 403, 401),
  // Tenants report for their own unit. Staff select the property.
  reportsProblem:        row(401, 201, 403, 201, 201, 409, 201, 201, 404, 201, 404, 201, 401),
  // Staff proposed the visit, so the tenant can confirm it.
  confirmsVisit:         row(401, 403, 403, 200, 404, 404, 404, 409, 404, 409, 404, 409, 401),
  addsTime:              row(401, 403, 403, 403, 403, 403, 403, 201, 404, 201, 404, 201, 401),
  staff:                 row(401, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 401),
  staffAdd:              row(401, 403, 403, 403, 403, 403, 403, 201, 201, 201, 201, 201, 401),
  sharesView:            row(401, 403, 403, 403, 403, 403, 403, 403, 403, 200, 404, 404, 401),
  tenants:               row(401, 200, 200, 200, 200, 200, 200, 403, 403, 403, 403, 403, 401),
  signedInAdd:           row(401, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 401),
};

export const statusFor = ({ statuses }: EndpointCase, caller: CallerName): number =>
  statuses[callers.indexOf(caller)] ?? 0;
