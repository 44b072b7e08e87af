import { button, firstRow, heading, press, type Screen } from "./screen-parts.ts";

const token = {
  id: 1,
  name: "Accounting",
  scopes: ["payments:write", "ledger:read", "leases:read"],
  createdAt: "2026-03-02T17:20:00Z",
  expiresAt: "2027-03-02T17:20:00Z",
  isExpired: false,
  lastUsedAt: "2026-03-04T08:00:00Z",
};
const tokens = [
  token,
  { ...token, id: 2, name: "Nightly report", scopes: ["reports:read"], isExpired: true, lastUsedAt: null },
];

/** The pages for developers, and API tokens; the demo data has none, so the server's responses are replaced. */
export const screensOfApi: readonly Screen[] = [
  { name: "developers", as: "landlord", path: "/developers", ready: heading("Examples") },
  {
    name: "developers-reference",
    as: "landlord",
    path: "/developers?tab=reference",
    open: async (page) => {
      await page.getByRole("heading", { name: /^audit/ }).click();
      await press("GET /api/audit")(page);
    },
    ready: button("Try it out"),
  },
  {
    name: "token-list",
    as: "admin",
    path: "/profile",
    open: async (page) => {
      await page.route("**/api/me/tokens", (route) => route.fulfill({ json: tokens }));
      await page.reload();
      await button("Revoke Accounting")(page).scrollIntoViewIfNeeded();
    },
    ready: button("Revoke Accounting"),
  },
  {
    name: "token-new",
    as: "landlord",
    path: "/profile",
    open: press("New token"),
    ready: button("Make token"),
  },
  {
    name: "token-made",
    as: "landlord",
    path: "/profile",
    open: async (page) => {
      await page.route("**/api/me/tokens", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 201, json: { ...token, token: `pmp_${"0a1b2c3d".repeat(6)}` } })
          : route.fallback(),
      );
      await press("New token")(page);
      await page.getByLabel("Name", { exact: true }).fill("Accounting");
      await page.getByLabel("Work orders").selectOption("Read");
      await page.getByLabel("Your password").fill("Portal-Demo-1");
      await press("Make token")(page);
    },
    ready: button("Copy"),
  },
  {
    name: "tokens-of-everybody",
    as: "admin",
    path: "/users?tab=tokens",
    open: async (page) => {
      await page.route("**/api/tokens?*", (route) =>
        route.fulfill({
          json: tokens.map((one) => ({ ...one, owner: { id: 3, fullName: "Linda Harcourt" } })),
        }),
      );
      await page.reload();
    },
    ready: firstRow,
  },
];
