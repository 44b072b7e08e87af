import type { Locator, Page } from "@playwright/test";
import type { PersonName } from "./people.ts";

export interface Screen {
  name: string;
  /** The signed-in person, or null for a page without a session. */
  person: PersonName | null;
  path: string;
  /** Runs before the page loads, for example to replace server responses. Such a screen gets its own page. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Opens the screen after the page at `path` has loaded. */
  open?: (page: Page) => Promise<void>;
  /** Visible once the screen is complete. */
  ready: (page: Page) => Locator;
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
export const heading = (name: string) => (page: Page) =>
  page.getByRole("heading", { name, exact: true }).first();
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
export const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
export const firstRow = (page: Page) => page.getByRole("row").nth(1);
/** Phones list work orders without a table. */
export const firstWorkOrder = (page: Page) =>
  firstRow(page)
    .or(page.getByRole("list", { name: /work orders/i }).getByRole("listitem"))
    .first();
export const ledger = (page: Page) => page.getByRole("table", { name: "Ledger" });
/** Opens the first row with its button or, on a phone, its title. */
export const openFirstRow = (page: Page) => firstRow(page).getByRole("button").first().click();
export const firstCard = (page: Page) => page.getByRole("article").first();
