import type { Pages } from "#web/page.ts";

export const leasesPages = {
  leases: {
    patterns: ["/leases"],
    access: "leases.list",
    load: () => import("./lease/leases-page.tsx"),
  },
  newLease: {
    patterns: ["/leases/new"],
    access: "leases.create",
    load: () => import("./lease/new-lease-page.tsx"),
  },
  lease: {
    patterns: ["/leases/:id"],
    access: "leases.read",
    load: () => import("./lease/lease-page.tsx"),
  },
  companies: {
    patterns: ["/companies"],
    access: "companies.list",
    load: () => import("./companies/companies-page.tsx"),
  },
  company: {
    patterns: ["/companies/:id"],
    access: "companies.read",
    load: () => import("./companies/company-page.tsx"),
  },
} as const satisfies Pages;
