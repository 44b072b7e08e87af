/** Every address of the portal that links lead to, written once. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  workOrders: "/work-orders",
  newWorkOrder: "/work-orders/new",
  workOrder: (id: number) => `/work-orders/${id}`,
  approvals: "/approvals",
  users: "/users",
  user: (id: number) => `/users/${id}`,
  profile: "/profile",
  settings: "/settings",
  audit: "/audit",
  outbox: "/outbox",
  outboxMail: (id: number) => `/outbox/${id}`,
  login: "/login",
  register: "/register",
  confirmAddress: "/confirm-address",
} as const;
