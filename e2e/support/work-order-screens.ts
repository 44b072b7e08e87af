import { button, firstCard, firstWorkOrder, press, type Screen } from "./screen.ts";

/** The work order table and board, a work order, and the form for a new one. */
export const workOrderScreens: readonly Screen[] = [
  { name: "work-orders-tenant", person: "tenant1", path: "/work-orders", ready: firstWorkOrder },
  { name: "work-orders-landlord", person: "landlord", path: "/work-orders", ready: firstWorkOrder },
  { name: "work-orders-admin", person: "admin", path: "/work-orders?pageSize=25", ready: firstWorkOrder },
  {
    name: "work-orders-selected",
    person: "admin",
    path: "/work-orders",
    open: async (page) => {
      await firstWorkOrder(page).waitFor();
      const all = page.getByRole("checkbox", { name: "Select all on this page" });
      // Phones have no checkboxes.
      if (!(await all.isVisible())) return;
      await all.check();
      await button("Clear")(page).waitFor();
    },
    ready: firstWorkOrder,
  },
  {
    name: "work-orders-nothing-found",
    person: "landlord",
    path: "/work-orders?q=unicorn",
    ready: (page) => page.getByText("No work orders found"),
  },
  {
    name: "work-orders-filters",
    person: "landlord",
    path: "/work-orders",
    open: press(/^(More filters|Filters)/),
    ready: (page) => page.getByLabel("Assigned to", { exact: true }),
  },
  {
    name: "board-selected",
    person: "admin",
    path: "/work-orders?view=board",
    open: async (page) => {
      await firstCard(page).waitFor();
      const boxes = page.getByRole("checkbox", { name: /^Select #WO/ });
      // Phones have no checkboxes.
      if (!(await boxes.first().isVisible())) return;
      for (const index of [0, 1]) {
        await page.getByRole("article").nth(index).hover();
        await boxes.nth(index).check();
      }
      await button("Clear")(page).waitFor();
    },
    ready: firstCard,
  },
  {
    name: "views-menu",
    person: "landlord",
    path: "/work-orders?saved=2&status=open&sort=highest&columns=property,priority,age",
    open: press(/^Views/),
    ready: (page) => page.getByRole("menuitem", { name: "Save changes" }),
  },
  {
    name: "view-save",
    person: "technician",
    path: "/work-orders?status=open",
    open: async (page) => {
      await press(/^Views/)(page);
      await page.getByRole("menuitem", { name: "Save as a new view..." }).click();
    },
    ready: button("Save View"),
  },
  { name: "board-landlord", person: "landlord", path: "/work-orders?view=board", ready: firstCard },
  { name: "week", person: "landlord", path: "/work-orders?view=week", ready: firstCard },
  {
    name: "week-plan",
    person: "landlord",
    path: "/work-orders?view=week",
    open: (page) =>
      button(/^Move #WO-\d+ to\.\.\.$/)(page)
        .first()
        .click(),
    ready: (page) => page.getByLabel("Person"),
  },
  { name: "board-tenant", person: "tenant1", path: "/work-orders?view=board", ready: firstCard },
  { name: "report", person: "tenant1", path: "/work-orders/new", ready: button("Submit Work Order") },
  {
    name: "report-invalid",
    person: "landlord",
    path: "/work-orders/new",
    open: press("Submit Work Order"),
    ready: (page) => page.getByText("Please select a category"),
  },
  {
    name: "view-landlord",
    person: "landlord",
    path: "detailed",
    ready: (page) => page.getByRole("list", { name: "Activity, newest first" }),
  },
  {
    name: "view-tenant",
    person: "tenant1",
    path: "/work-orders/60",
    ready: (page) => page.getByRole("list", { name: "Activity, newest first" }),
  },
  {
    name: "view-technician",
    person: "technician",
    path: "/work-orders/60",
    ready: (page) => page.getByRole("list", { name: "Activity, newest first" }),
  },
  {
    name: "view-conflict",
    person: "landlord",
    path: "/work-orders/53",
    ready: button(/^(Keep|Leave) it/),
  },
  {
    name: "view-working",
    person: "technician",
    path: "/work-orders/58",
    // The technician is working on it, unless another journey has started different work.
    ready: (page) => page.getByRole("region", { name: "Time log" }),
  },
  {
    name: "view-paused",
    person: "landlord",
    path: "/work-orders/48",
    ready: (page) => page.getByText(/^Paused: waiting for a part until /).last(),
  },
  {
    name: "time-add",
    person: "technician",
    path: "/work-orders/58",
    open: press("Add time"),
    ready: (page) => page.getByLabel("From"),
  },
  {
    name: "time-edit",
    person: "landlord",
    path: "/work-orders/48",
    open: async (page) => {
      await press(/^Actions for .+'s time, /)(page);
      await page.getByRole("menuitem", { name: "Edit..." }).click();
    },
    ready: (page) => page.getByLabel("Reason for change"),
  },
  {
    name: "time-remove",
    person: "landlord",
    path: "/work-orders/48",
    open: async (page) => {
      await press(/^Actions for .+'s time, /)(page);
      await page.getByRole("menuitem", { name: "Remove..." }).click();
    },
    ready: button("Remove"),
  },
  {
    name: "work-orders-paused",
    person: "landlord",
    path: "/work-orders?q=file+room",
    ready: (page) => page.getByText(/^Paused: waiting for a part until /).first(),
  },
  {
    name: "view-file-selected",
    person: "landlord",
    path: "/work-orders/54",
    open: async (page) =>
      page.getByLabel("Add files").setInputFiles({
        name: "Elevator contractor invoice.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from("Not sent"),
      }),
    ready: button("Send 1 file"),
  },
  {
    name: "view-not-fixed",
    person: "landlord",
    path: "/work-orders/29",
    open: press("Not fixed? Reopen"),
    ready: button("Reopen"),
  },
  { name: "edit", person: "admin", path: "/work-orders/60/edit", ready: button("Save Changes") },
  { name: "delete", person: "admin", path: "/work-orders/60/delete", ready: button("Delete") },
  {
    name: "work-order-missing",
    person: "admin",
    path: "/work-orders/999999",
    ready: (page) => page.getByText("Work order not found"),
  },
];
