/** Every address of the portal that links lead to. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  /** Leads to the page with which the role begins. */
  start: "/start",
  myDay: "/my-day",
  myDayOrder: (id: number) => `/my-day/${id}`,
  workOrders: "/work-orders",
  newWorkOrder: "/work-orders/new",
  workOrder: (id: number) => `/work-orders/${id}`,
  /** What is to be taken by somebody of this team. */
  ordersOfTeam: (id: number) => `/work-orders?assignee=team&teamId=${id}`,
  dispatch: "/dispatch",
  properties: "/properties",
  property: (id: number) => `/properties/${id}`,
  addProperty: "/add-property",
  /** With a property already chosen, when one is given. */
  addUnit: (propertyId?: number) =>
    propertyId === undefined ? "/add-unit" : `/add-unit?propertyId=${propertyId}`,
  addUnits: (propertyId: number) => `/properties/${propertyId}/add-units`,
  units: "/units",
  unit: (id: number) => `/units/${id}`,
  import: "/import",
  importOf: (id: number) => `/import/${id}`,
  leases: "/leases",
  /** With the name of a company filled in, when one is given. */
  newLease: ({ company }: { company?: string } = {}) =>
    company === undefined ? "/leases/new" : `/leases/new?company=${encodeURIComponent(company)}`,
  leasesOfCompany: (id: number) => `/leases?companyId=${id}`,
  companies: "/companies",
  company: (id: number) => `/companies/${id}`,
  lease: (id: number) => `/leases/${id}`,
  /** The page where the terms of a draft are written. */
  termsOfLease: (id: number) => `/leases/${id}?write=terms`,
  ledgerOfLease: (id: number) => `/leases/${id}?tab=ledger`,
  /** The explanation of the balance, entry by entry. */
  balance: (id: number) => `/leases/${id}/balance`,
  statement: (id: number) => `/leases/${id}/statement`,
  documents: "/documents",
  /** With a hit of a search: opened on its page, with the words marked. */
  document: (id: number, hit?: { page: number; words: readonly string[] }) =>
    hit === undefined
      ? `/documents/${id}`
      : `/documents/${id}?${new URLSearchParams([["page", String(hit.page)], ...hit.words.map((word) => ["word", word])])}`,
  /** The list with the upload form above it. */
  uploadDocument: "/documents?upload=yes",
  /** The list filtered by a building, a unit or a tenancy. */
  documentsOf: (of: Record<string, string>) => `/documents?${new URLSearchParams(of).toString()}`,
  /** The upload form with building and unit already chosen. */
  uploadTo: ({ propertyId, unitId }: { propertyId: number; unitId?: number | undefined }) =>
    `/documents?upload=yes&propertyId=${propertyId}${unitId === undefined ? "" : `&unitId=${unitId}`}`,
  documentTrash: "/documents?view=trash",
  payments: "/payments",
  makePayment: "/payments?tab=make-payment",
  /** The list with this payment open. */
  payment: (id: number) => `/payments?payment=${id}`,
  /** The form of a payment for this lease. */
  payFor: (leaseId: number) => `/payments?tab=make-payment&lease=${leaseId}`,
  approvals: "/approvals",
  users: "/users",
  user: (id: number) => `/users/${id}`,
  profile: "/profile",
  developers: "/developers",
  notifications: "/notifications",
  notificationPreferences: "/profile/notifications",
  reports: "/reports",
  report: (name: "aged" | "rent-roll" | "months") => `/reports/${name}`,
  overdueLeases: "/reports/aged?overdue=yes",
  agedOfCompany: (id: number) => `/reports/aged?companyId=${id}`,
  monthsOfYear: (year: number) => `/reports/months?year=${year}`,
  checkout: "/checkout",
  paymentSuccess: "/payment-success",
  posting: "/posting",
  settings: "/settings",
  webhooks: "/webhooks",
  webhook: (id: number) => `/webhooks/${id}`,
  audit: "/audit",
  /** The audit log of one record. */
  auditOf: (subjectType: string, id: number | string) => `/audit?kind=${subjectType}&id=${id}`,
  deletedOrder: (id: number) => `/audit/work-orders/${id}`,
  outbox: "/outbox",
  outboxMail: (id: number) => `/outbox/${id}`,
  system: "/system",
  login: "/login",
  register: "/register",
  setUp: "/set-up",
  confirmAddress: "/confirm-address",
  forgotPassword: "/forgot-password",
  verifyOtp: (handle: string) => `/verify-otp?userId=${encodeURIComponent(handle)}`,
  resetPassword: (token: string) => `/reset-password?token=${encodeURIComponent(token)}`,
  directLogin: "/direct-login",
} as const;
