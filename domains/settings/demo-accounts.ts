/** The demo accounts and the labels of their buttons (LOG-04, LOG-18). They exist only in demo mode. */
export const demoPassword = "Portal-Demo-1";
export const demoAccounts = [
  { label: "Admin", email: "admin@demo.example" },
  { label: "Tenant 1", email: "tenant1@demo.example" },
  { label: "Tenant 2", email: "tenant2@demo.example" },
  { label: "Test User", email: "test@demo.example" },
  { label: "Landlord", email: "landlord@demo.example" },
] as const;
