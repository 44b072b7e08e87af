import { Briefcase, FileSignature } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { endingLeasesPath, leasesPath } from "../paths.ts";
import { leasesPages } from "./pages.ts";

export const leasesPageInfo = describePages(leasesPages, {
  leases: {
    title: "Leases",
    description: "Leases, with their companies, units, dates, and people.",
    entry: {
      place: "Property Management",
      icon: FileSignature,
      searchWords: "tenancy contract agreement terms ledger statement balance members export",
      permission: "leases.edit",
    },
    searchResults: [
      {
        group: "Pages",
        label: "Leases ending soon",
        searchWords: "lease expiring expire renewal renew end 90 days",
        icon: FileSignature,
        href: endingLeasesPath,
        permission: "leases.edit",
      },
      {
        group: "Pages",
        label: "Your leases",
        searchWords: "tenancy contract agreement terms ledger statement balance members export",
        icon: FileSignature,
        href: leasesPath,
        permission: "leases.list",
        roles: ["tenant"],
      },
    ],
  },
  newLease: {
    title: "New lease",
    description: "Enter the company, units, and dates. The units are reserved once the lease starts.",
  },
  lease: {
    title: "Lease",
    description: "Units, people, terms, and balance for this lease.",
    tips: [{ text: "The Ledger tab shows every charge and payment.", permission: "ledger.read" }],
  },
  companies: {
    title: "Companies",
    description: "Tenant companies, their contact details, and their leases.",
    entry: {
      place: "Property Management",
      icon: Briefcase,
      searchWords: "company tenants businesses contacts add export",
    },
  },
  company: {
    title: "Company",
    description: "Contact details, leases and balances, people, work orders, and documents for this company.",
  },
});
