import type { Page } from "@playwright/test";
import { button, dialog, press, type Screen } from "./screen.ts";

const selectAction = (subject: string, action: string) => async (page: Page) => {
  await press(`Actions for ${subject}`)(page);
  await page.getByRole("menuitem", { name: action }).click();
};

/** Teams, and the rules that assign new work orders. */
export const dispatchScreens: readonly Screen[] = [
  { name: "dispatch", person: "landlord", path: "/dispatch", ready: button("Actions for Plumbers") },
  {
    name: "dispatch-admin",
    person: "admin",
    path: "/dispatch",
    prepare: (page) =>
      // Adds a rule for a person who has left. The demo data has none.
      page.route("**/api/dispatch-rules", async (route) => {
        const rules = (await (await route.fetch()).json()) as object[];
        const [first, ...others] = rules;
        const skippedIn = { count: 1, names: ["Harbor Lane House"] };
        await route.fulfill({
          json: [{ ...first, skippedIn }, ...others.map((rule) => ({ ...rule, problem: "person-left" }))],
        });
      }),
    ready: button("Actions for Plumbers"),
  },
  {
    name: "dispatch-preview",
    person: "landlord",
    path: "/dispatch",
    open: selectAction("Plumbing at Harborview", "Preview"),
    ready: button("Turn On"),
  },
  {
    name: "dispatch-rule",
    person: "landlord",
    path: "/dispatch",
    open: selectAction("Electrical emergencies", "Edit"),
    ready: dialog,
  },
  {
    name: "dispatch-team",
    person: "landlord",
    path: "/dispatch",
    open: press("New Team"),
    ready: button("Add Team"),
  },
  {
    name: "dispatch-empty",
    person: "landlord",
    path: "/dispatch",
    prepare: async (page) => {
      for (const path of ["dispatch-rules", "teams"])
        await page.route(`**/api/${path}`, (route) => route.fulfill({ json: [] }));
    },
    ready: (page) => page.getByText("No teams yet"),
  },
];
