import { Scale } from "#web/icons.ts";
import { describePages } from "#web/page.ts";
import { recoveriesPages } from "./pages.ts";

export const recoveriesPageInfo = describePages(recoveriesPages, {
  recoveries: {
    title: "Recoveries",
    description: "Select a property to see how a year of operating expenses is shared by its tenants.",
    entry: {
      place: "Property Management",
      icon: Scale,
      searchWords:
        "cam reconciliation operating expenses nnn triple net true-up pool recovery share estimate",
    },
  },
  recoveryTerms: {
    title: "Recovery terms",
    description:
      "How this lease shares the operating expenses of its property: a rule for each pool, in the lease's own words and in plain ones.",
    tips: [
      {
        text: "Terms apply from their effective date, which can be in the past. Earlier terms stay on record.",
        permission: "recoveries.edit-terms",
      },
      {
        text: "Enter a rule for each pool, also if the tenant pays nothing. A pool without a rule isn't decided yet.",
        permission: "recoveries.edit-terms",
      },
    ],
  },
  reconciliation: {
    title: "Reconciliation",
    description:
      "What a year of operating expenses cost, what each tenant pays of it by their lease, and what isn't recovered and why. It's calculated from the current bills, areas, and recovery terms.",
    tips: [
      { text: "Open a tenant to see how each amount comes about." },
      { text: "The amounts and the cost that isn't recovered always add up to the cost of the pool." },
      { text: "Nothing is charged from this page." },
    ],
  },
  recoveryStatement: {
    title: "Tenant's share",
    description:
      "How each amount of a tenant's share comes about: costs, gross-up, fee, cap, base, areas, and days.",
  },
});
