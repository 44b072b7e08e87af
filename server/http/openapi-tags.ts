import type { Action } from "#shared/permissions.ts";

type AreaOf<A extends Action> = A extends `${infer Area}.${string}` ? Area : never;
type Area = AreaOf<Action>;

/** The area of an action, by which the OpenAPI document groups its operations: `work-orders.sign` belongs to `work-orders`. */
export const areaOf = (action: Action): Area => action.split(".")[0] as Area;

/** What each area is about. */
export const areas: Record<Area, string> = {
  accounts: "Registration, the confirmation of addresses and forgotten passwords",
  audit: "The audit log",
  buildings: "The buildings that a person may choose from",
  companies: "The companies that rent",
  config: "What the pages need before anyone signs in",
  dashboard: "Figures, charts and the checklist of the first steps",
  documents: "Documents of buildings and leases, with their files",
  health: "Whether the portal runs",
  imports: "CSV files: templates, checking and writing",
  invitations: "Invitations of new people",
  leases: "Leases and their members",
  ledger: "Charges, credits and deposits of leases, and the posting of rent",
  live: "Events as they happen",
  notifications: "Notifications of the signed-in person, in the portal and by mail",
  outbox: "Mails that were sent, wait or failed",
  payments: "Payments, refunds, receipts and payment confirmations",
  people: "Users of the portal",
  profile: "The signed-in person's own data, password, sessions and two-factor sign-in",
  properties: "Buildings",
  reports: "Aged receivables, rent roll and months of rent",
  search: "The search through all kinds of records",
  session: "Signing in and out",
  "set-up": "The first administrator and the first building",
  settings: "Settings of the operator and of each building",
  system: "The state of the portal, for its operator",
  terms: "Rent and other terms of leases",
  units: "Units of buildings",
  "work-orders": "Work orders with their photos, comments and signatures",
};
