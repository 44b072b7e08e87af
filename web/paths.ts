/** Every path of the portal that links lead to. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  /** Redirects to the role's first page. */
  start: "/start",
  myDay: "/my-day",
  myDayOrder: (id: number) => `/my-day/${id}`,
  workOrders: "/work-orders",
  newWorkOrder: "/work-orders/new",
  workOrder: (id: number) => `/work-orders/${id}`,
  /** The unclaimed work orders of this team. */
  ordersOfTeam: (id: number) => `/work-orders?assignee=team&teamId=${id}`,
  dispatch: "/dispatch",
  properties: "/properties",
  property: (id: number) => `/properties/${id}`,
  addProperty: "/add-property",
  /** With a property preselected, if one is passed. */
  addUnit: (propertyId?: number) =>
    propertyId === undefined ? "/add-unit" : `/add-unit?propertyId=${propertyId}`,
  addUnits: (propertyId: number) => `/properties/${propertyId}/add-units`,
  units: "/units",
  unit: (id: number) => `/units/${id}`,
  import: "/import",
  importOf: (id: number) => `/import/${id}`,
  leases: "/leases",
  /** With a company's name filled in, if one is passed. */
  newLease: ({ company }: { company?: string } = {}) =>
    company === undefined ? "/leases/new" : `/leases/new?company=${encodeURIComponent(company)}`,
  leasesOfCompany: (id: number) => `/leases?companyId=${id}`,
  companies: "/companies",
  company: (id: number) => `/companies/${id}`,
  lease: (id: number) => `/leases/${id}`,
  /** The lease page with the terms form of a draft open. */
  termsOfLease: (id: number) => `/leases/${id}?write=terms`,
  ledgerOfLease: (id: number) => `/leases/${id}?tab=ledger`,
  /** The balance history, entry by entry. */
  balance: (id: number) => `/leases/${id}/balance`,
  statement: (id: number) => `/leases/${id}/statement`,
  documents: "/documents",
  /** With a search hit, the document opens on its page with the words highlighted. */
  document: (id: number, hit?: { page: number; words: readonly string[] }) =>
    hit === undefined
      ? `/documents/${id}`
      : `/documents/${id}?${new URLSearchParams([["page", String(hit.page)], ...hit.words.map((word) => ["word", word])])}`,
  /** The list with the upload form above it. */
  uploadDocument: "/documents?upload=yes",
  /** The list filtered by a building, a unit, or a lease. */
  documentsOf: (of: Record<string, string>) => `/documents?${new URLSearchParams(of).toString()}`,
  /** The upload form with the building and unit preselected. */
  uploadTo: ({ propertyId, unitId }: { propertyId: number; unitId?: number | undefined }) =>
    `/documents?upload=yes&propertyId=${propertyId}${unitId === undefined ? "" : `&unitId=${unitId}`}`,
  documentTrash: "/documents?view=trash",
  payments: "/payments",
  makePayment: "/payments?tab=make-payment",
  /** The list with this payment open. */
  payment: (id: number) => `/payments?payment=${id}`,
  /** The payment form for this lease. */
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
  setUp: "/setup",
  confirmAddress: "/confirm-address",
  forgotPassword: "/forgot-password",
  verifyOtp: (handle: string) => `/verify-otp?userId=${encodeURIComponent(handle)}`,
  resetPassword: (token: string) => `/reset-password?token=${encodeURIComponent(token)}`,
  directLogin: "/direct-login",
} as const;
