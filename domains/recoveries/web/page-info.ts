import { Scale } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { recoveriesPages } from "./pages.ts";

export const recoveriesPageInfo = describePages(recoveriesPages, {
  recoveries: {
    title: "Recoveries",
    description: "Select a property to see how its tenants share a year of operating expenses.",
    entry: {
      place: "Search",
      icon: Scale,
      searchWords:
        "cam reconciliation operating expenses nnn triple net true-up pool recovery share estimate estimates monthly escrow next year",
    },
  },
  recoveryTerms: {
    title: "Recovery terms",
    description:
      "How this lease shares its property's operating expenses: a rule for each pool, with the lease's wording and a plain explanation.",
    tips: [
      {
        text: "Terms apply from their effective date, which can be in the past. Earlier terms stay on record.",
        permission: "recoveries.edit-terms",
      },
      {
        text: "If another system reconciled earlier years, enter or import its amounts. Caps and base years continue from them.",
        permission: "recoveries.edit-terms",
      },
      {
        text: "Enter a rule for each pool, even if the tenant pays nothing. A pool without a rule counts as undecided.",
        permission: "recoveries.edit-terms",
      },
    ],
  },
  reconciliation: {
    title: "Reconciliation",
    description:
      "A year of operating expenses: the cost of each pool, each tenant's share under their lease, and the unrecovered cost by cause. A draft has the current amounts, and issued statements keep theirs.",
    tips: [
      { text: "Open a tenant to see how each amount is calculated." },
      { text: "The tenants' shares and the unrecovered cost always add up to the pool's cost." },
      {
        text: "Review the draft and accept its findings. Issuing the statements then charges or credits each lease its share less the estimates, and notifies the tenants.",
        permission: "recoveries.issue",
      },
      {
        text: "If an amount changes later, issue a correction. It posts only the differences.",
        permission: "recoveries.issue",
      },
    ],
  },
  recoveryStatement: {
    title: "Tenant's share",
    description:
      "How each amount in a tenant's share is calculated: costs with their bills, gross-up, fee, cap, base, areas, and days.",
  },
  leaseStatement: {
    title: "Operating expenses",
    description:
      "A lease's share of a year's operating expenses as it was issued: the costs with their bills, the area and the days, and the estimates billed.",
  },
  estimates: {
    title: "Estimates",
    description:
      "The monthly charges for a year of operating expenses: each lease's share of the expected costs, divided by the months.",
    tips: [
      {
        text: "Start from last year's actual costs or from the budget, changed by a percentage. The shares follow each lease's recovery terms in the year of the estimates.",
      },
      {
        text: "Enter and the arrow keys move between amounts, and a column pasted from a spreadsheet fills the cells below.",
        permission: "terms.edit",
      },
      {
        text: "Applying them amends the terms of all leases together, with the reason in each lease's history, and notifies the tenants.",
        permission: "terms.edit",
      },
      { text: "Skipped leases are listed with the reason. Their charges stay as they are." },
    ],
  },
});
