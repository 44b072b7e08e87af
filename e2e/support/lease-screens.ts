import { button, dialog, firstRow, firstWorkOrder, heading, ledger, press, type Screen } from "./screen.ts";

/** Companies, leases, terms, and ledgers. */
export const leaseScreens: readonly Screen[] = [
  { name: "leases", person: "landlord", path: "/leases", ready: firstRow },
  {
    name: "leases-nothing-found",
    person: "landlord",
    path: "/leases?q=unicorn",
    ready: (page) => page.getByText("No leases found"),
  },
  { name: "companies", person: "landlord", path: "/companies", ready: firstRow },
  {
    name: "company",
    person: "landlord",
    path: "/companies/3",
    ready: (page) => page.getByRole("link", { name: /^View all \d* ?documents/ }),
  },
  {
    name: "company-edit",
    person: "landlord",
    path: "/companies/3",
    open: press("Edit"),
    ready: button("Save Changes"),
  },
  { name: "lease", person: "landlord", path: "/leases/3", ready: heading("Timeline") },
  { name: "lease-history", person: "landlord", path: "/leases/3?tab=history", ready: heading("History") },
  { name: "lease-draft", person: "landlord", path: "/leases/13", ready: button("Activate") },
  { name: "lease-tenant", person: "tenant1", path: "/leases/1", ready: heading("Units") },
  { name: "lease-people", person: "tenant1", path: "/leases/1?tab=people", ready: heading("People") },
  { name: "balance", person: "tenant1", path: "/leases/1/balance", ready: button("Load more") },
  { name: "statement", person: "tenant1", path: "/leases/1/statement", ready: heading("Balance aging") },
  { name: "lease-schedule", person: "tenant1", path: "/leases/1?tab=schedule", ready: heading("Schedule") },
  {
    name: "lease-documents",
    person: "tenant1",
    path: "/leases/1?tab=documents",
    ready: (page) => page.getByRole("link", { name: /^View all/ }),
  },
  { name: "lease-work-orders", person: "landlord", path: "/leases/3?tab=orders", ready: firstWorkOrder },
  {
    name: "lease-terms",
    person: "landlord",
    path: "/leases/13?write=terms",
    open: press("Every Year..."),
    ready: button("Fill In"),
  },
  {
    name: "lease-terms-invalid",
    person: "landlord",
    path: "/leases/13?write=terms",
    open: async (page) => {
      await page.getByRole("group", { name: "Charge 1" }).getByLabel("Name").fill("");
      await press("Save Terms")(page);
    },
    ready: (page) => page.getByText("Please enter a charge name"),
  },
  {
    name: "lease-amend",
    person: "landlord",
    path: "/leases/3?write=amendment",
    ready: (page) => page.getByRole("table", { name: "Schedule" }),
  },
  { name: "lease-activate", person: "landlord", path: "/leases/13", open: press("Activate"), ready: dialog },
  {
    name: "lease-edit",
    person: "landlord",
    path: "/leases/3",
    open: press("Edit"),
    ready: button("Save Changes"),
  },
  {
    name: "lease-draft-edit",
    person: "landlord",
    path: "/leases/13",
    open: press("Edit"),
    ready: (page) => page.getByRole("checkbox", { name: "Unit 303" }),
  },
  {
    name: "lease-end",
    person: "landlord",
    path: "/leases/3",
    open: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "End Lease" }).click();
    },
    ready: dialog,
  },
  {
    name: "lease-add-person",
    person: "landlord",
    path: "/leases/3?tab=people",
    open: press("Add Person"),
    ready: (page) => page.getByRole("radio").first(),
  },
  { name: "lease-ledger", person: "landlord", path: "/leases/6?tab=ledger", ready: ledger },
  { name: "lease-ledger-tenant", person: "tenant1", path: "/leases/1?tab=ledger", ready: ledger },
  {
    name: "ledger-payment",
    person: "landlord",
    path: "/leases/6?tab=ledger",
    open: async (page) => {
      await press("Record...")(page);
      await page.getByRole("menuitem", { name: "Payment" }).click();
      await page.getByRole("dialog").getByLabel("Amount").fill("1,250.00");
    },
    ready: (page) => dialog(page).getByText("New balance"),
  },
  {
    name: "ledger-waive",
    person: "landlord",
    path: "/leases/6?tab=ledger",
    open: async (page) => {
      await press(/^Actions for Base rent/)(page);
      await page.getByRole("menuitem", { name: "Waive" }).click();
    },
    ready: (page) => dialog(page).getByText("New balance"),
  },
  {
    name: "ledger-reapply",
    person: "landlord",
    path: "/leases/6?tab=ledger",
    open: async (page) => {
      await press(/^Actions for Payment/)(page);
      await page.getByRole("menuitem", { name: "Reapply" }).click();
    },
    ready: (page) => dialog(page).getByText("will stay as unapplied credit"),
  },
  {
    name: "lease-new",
    person: "landlord",
    path: "/leases/new?propertyId=1",
    ready: (page) => page.getByRole("checkbox", { name: "Unit 101" }),
  },
];
