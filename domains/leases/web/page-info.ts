import { Briefcase, FileSignature } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { leasesPath } from "../paths.ts";
import { leasesPages } from "./pages.ts";

export const leasesPageInfo = describePages(leasesPages, {
  leases: {
    title: "Leases",
    about: "Leases, with their companies, units, dates, and people.",
    entry: {
      place: "Property Management",
      icon: FileSignature,
      words: "tenancy contract agreement terms ledger statement balance members export",
      needs: "leases.edit",
    },
    searchResults: [
      {
        group: "Pages",
        label: "Your leases",
        words: "tenancy contract agreement terms ledger statement balance members export",
        icon: FileSignature,
        href: leasesPath,
        needs: "leases.list",
        roles: ["tenant"],
      },
    ],
  },
  newLease: {
    title: "New lease",
    about: "Enter the company, units, and dates. The units are reserved once the lease starts.",
  },
  lease: {
    title: "Lease",
    about: "Units, people, terms, and balance for this lease.",
    tips: [{ text: "The Ledger tab shows every charge and payment.", needs: "ledger.read" }],
  },
  companies: {
    title: "Companies",
    about: "Tenant companies, their contact details, and their leases.",
    entry: {
      place: "Property Management",
      icon: Briefcase,
      words: "company tenants businesses contacts add export",
    },
  },
  company: {
    title: "Company",
    about: "Contact details, leases and balances, people, work orders, and documents for this company.",
  },
});
