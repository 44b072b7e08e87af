import type { Page } from "@playwright/test";
import { button, dialog, press, type Screen } from "./screen-parts.ts";

const choose = (of: string, item: string) => async (page: Page) => {
  await press(`Actions for ${of}`)(page);
  await page.getByRole("menuitem", { name: item }).click();
};

/** Teams, and the rules that assign new orders. */
export const screensOfDispatch: readonly Screen[] = [
  { name: "dispatch", as: "landlord", path: "/dispatch", ready: button("Actions for Plumbers") },
  {
    name: "dispatch-admin",
    as: "admin",
    path: "/dispatch",
    before: (page) =>
      // With a person who left, as the demo has none.
      page.route("**/api/dispatch-rules", async (route) => {
        const rules = (await (await route.fetch()).json()) as object[];
        const [first, ...others] = rules;
        const skippedIn = { count: 1, names: ["Harbor Lane House"] };
        await route.fulfill({
          json: [{ ...first, skippedIn }, ...others.map((one) => ({ ...one, problem: "person-left" }))],
        });
      }),
    ready: button("Actions for Plumbers"),
  },
  {
    name: "dispatch-trial",
    as: "landlord",
    path: "/dispatch",
    open: choose("Plumbing at Harborview", "Try it"),
    ready: button("Switch on"),
  },
  {
    name: "dispatch-rule",
    as: "landlord",
    path: "/dispatch",
    open: choose("Power cuts and sparks", "Change"),
    ready: dialog,
  },
  {
    name: "dispatch-team",
    as: "landlord",
    path: "/dispatch",
    open: press("New team"),
    ready: button("Add team"),
  },
  {
    name: "dispatch-empty",
    as: "landlord",
    path: "/dispatch",
    before: async (page) => {
      for (const path of ["dispatch-rules", "teams"])
        await page.route(`**/api/${path}`, (route) => route.fulfill({ json: [] }));
    },
    ready: (page) => page.getByText("No team yet"),
  },
];
