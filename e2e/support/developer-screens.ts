import type { Page } from "@playwright/test";
import { button, dialog, firstRow, heading, openFirstRow, press, type Screen } from "./screen.ts";

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

/** Developer pages and API tokens. The demo data has no tokens, so the server's responses are replaced. */
export const developerScreens: readonly Screen[] = [
  { name: "developers", person: "landlord", path: "/developers", ready: heading("Examples") },
  {
    name: "developers-reference",
    person: "landlord",
    path: "/developers?tab=reference",
    open: async (page) => {
      await page.getByRole("heading", { name: /^audit/ }).click();
      await press("GET /api/audit")(page);
    },
    ready: button("Try it out"),
  },
  {
    name: "token-list",
    person: "admin",
    path: "/profile",
    prepare: (page) => page.route("**/api/me/tokens", (route) => route.fulfill({ json: tokens })),
    open: (page) => button("Revoke Accounting")(page).scrollIntoViewIfNeeded(),
    ready: button("Revoke Accounting"),
  },
  {
    name: "token-new",
    person: "landlord",
    path: "/profile",
    open: press("New Token"),
    ready: button("Create Token"),
  },
  {
    name: "token-created",
    person: "landlord",
    path: "/profile",
    prepare: (page) =>
      page.route("**/api/me/tokens", (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 201, json: { ...token, token: `pmp_${"0a1b2c3d".repeat(6)}` } })
          : route.fallback(),
      ),
    open: async (page) => {
      await press("New Token")(page);
      await page.getByLabel("Name", { exact: true }).fill("Accounting");
      await page.getByLabel("Work orders").selectOption("Read");
      await page.getByLabel("Your password").fill("Portal-Demo-1");
      await press("Create Token")(page);
    },
    ready: button("Copy"),
  },
  {
    name: "tokens-all",
    person: "admin",
    path: "/users?tab=tokens",
    prepare: (page) =>
      page.route("**/api/tokens?*", (route) =>
        route.fulfill({
          json: tokens.map((item) => ({ ...item, owner: { id: 3, fullName: "Linda Harcourt" } })),
        }),
      ),
    ready: firstRow,
  },
];

const webhook = {
  id: 1,
  url: "https://facilities.example.com/hooks/portal",
  events: ["work-order.created", "work-order.status-changed", "ledger.payment-received", "lease.ended"],
  state: "active",
  pauseReason: null,
  failingSince: null,
  createdAt: "2026-03-02T17:20:00Z",
  createdBy: "Alex Morgan",
  version: 1,
};
const delivery = {
  id: 1,
  webhookId: 1,
  eventId: "evt_0b6f2f0e-6a1e-4f57-9a3b-1b1f3d5c7e90",
  kind: "work-order.created",
  body: JSON.stringify({
    id: "evt_0b6f2f0e",
    kind: "work-order.created",
    subject: { kind: "work-order", id: "60" },
  }),
  state: "delivered",
  attempts: 1,
  createdAt: "2026-03-04T08:00:00Z",
  nextAttemptAt: null,
  lastAttemptAt: "2026-03-04T08:00:01Z",
  responseStatus: 200,
  responseStart: "ok",
  durationMs: 84,
  problem: null,
};
const deliveries = [
  {
    ...delivery,
    id: 3,
    kind: "lease.ended",
    state: "retrying",
    attempts: 3,
    nextAttemptAt: "2026-03-04T09:00:00Z",
    responseStatus: 503,
    problem: "The response was 503.",
    durationMs: 1204,
  },
  {
    ...delivery,
    id: 2,
    kind: "ledger.payment-received",
    state: "failed",
    attempts: 8,
    problem: "No response within 10 seconds.",
    responseStatus: null,
  },
  delivery,
];

async function mockWebhooks(page: Page): Promise<void> {
  const paused = {
    ...webhook,
    id: 2,
    url: "https://accounting.example.com/in",
    state: "paused",
    pauseReason: "No deliveries succeeded for 3 days.",
  };
  await page.route("**/api/webhooks", (route) => route.fulfill({ json: [webhook, paused] }));
  await page.route("**/api/webhooks/1", (route) =>
    route.fulfill({ json: { ...webhook, failingSince: "2026-03-04T08:10:00Z" } }),
  );
  await page.route("**/api/webhook-deliveries?*", (route) => route.fulfill({ json: deliveries }));
}

/** Webhooks. The demo data has none, so the server's responses are replaced. */
export const webhookScreens: readonly Screen[] = [
  {
    name: "webhooks",
    person: "admin",
    path: "/webhooks",
    prepare: mockWebhooks,
    ready: button(/^Open https/),
  },
  {
    name: "webhook-new",
    person: "admin",
    path: "/webhooks",
    open: press("New Webhook"),
    ready: button("Add Webhook"),
  },
  {
    name: "webhook",
    person: "admin",
    path: "/webhooks/1",
    prepare: mockWebhooks,
    ready: firstRow,
  },
  {
    name: "webhook-delivery",
    person: "admin",
    path: "/webhooks/1",
    prepare: mockWebhooks,
    open: openFirstRow,
    ready: dialog,
  },
];
