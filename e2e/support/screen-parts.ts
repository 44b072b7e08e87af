import type { Locator, Page } from "@playwright/test";
import type { PersonName } from "./people.ts";

export interface Screen {
  name: string;
  /** Null: signed out. */
  as: PersonName | null;
  path: string;
  /** What is to be done before the page is loaded, e.g. replacing responses of the server. Such a screen has a page of its own. */
  before?: (page: Page) => Promise<unknown>;
  /** Opens the screen, once the page at `path` has loaded. */
  open?: (page: Page) => Promise<void>;
  /** Visible when the screen is complete. */
  ready: (page: Page) => Locator;
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first();
export const heading = (name: string) => (page: Page) =>
  page.getByRole("heading", { name, exact: true }).first();
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
export const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
export const firstRow = (page: Page) => page.getByRole("row").nth(1);
export const ledger = (page: Page) => page.getByRole("table", { name: "Ledger" });
/** By its button, or on a phone by its title. */
export const openFirstRow = (page: Page) => firstRow(page).getByRole("button").first().click();
export const firstCard = (page: Page) => page.getByRole("article").first();
