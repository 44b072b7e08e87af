import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, problem, resetBrowser } from "#web/testing/open-page.tsx";
import type { Delivery, Webhook } from "../contract.ts";

resetBrowser();

const webhook: Webhook = {
  id: 4,
  url: "https://hooks.example.com/portal",
  events: ["work-order.created"],
  state: "active",
  pauseReason: null,
  failingSince: null,
  createdAt: "2026-01-05T12:00:00Z",
  createdBy: "Ada Admin",
  version: 2,
};
const failed: Delivery = {
  id: 9,
  webhookId: 4,
  eventId: "evt_1",
  kind: "work-order.created",
  body: '{"id":"evt_1"}',
  state: "failed",
  attempts: 8,
  createdAt: "2026-01-05T12:00:00Z",
  nextAttemptAt: null,
  lastAttemptAt: "2026-01-06T09:00:00Z",
  responseStatus: 500,
  responseStart: "oh no",
  durationMs: 12,
  problem: "The response was 500.",
};
const secret = `whsec_${"0f".repeat(24)}`;

const open = async (path: string, responses: FakeResponses = {}) => {
  const portal = await openPortal(path, {
    session: admin,
    responses: {
      "GET /api/webhooks": [webhook],
      "GET /api/webhooks/4": webhook,
      "GET /api/webhook-deliveries": [failed],
      ...responses,
    },
  });
  const changes = () =>
    portal.sent
      .filter(({ method }) => method !== "GET")
      .map(({ method, path: sentTo, body }) => ({ call: `${method} ${sentTo}`, body }));
  return { ...portal, changes };
};
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const selectAction = async (name: string) => {
  await press("Actions");
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};

it("a webhook is added with its events, and its secret is shown once", async () => {
  const message = "Private network and local addresses aren't allowed.";
  const { changes, responses } = await open("/webhooks", {
    "POST /api/webhooks": problem(400, message, { url: message }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "New Webhook" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New Webhook" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add Webhook" }));
  await dialog.findByText("Please select at least one event");
  await userEvent.type(dialog.getByLabelText("URL"), "https://10.0.0.1/hook");
  await userEvent.click(dialog.getByLabelText("A lease ended"));
  await userEvent.click(dialog.getByRole("button", { name: "Add Webhook" }));
  await dialog.findByText(message);
  responses["POST /api/webhooks"] = { ...webhook, secret };
  await userEvent.click(dialog.getByRole("button", { name: "Add Webhook" }));
  const secretDialog = within(await screen.findByRole("dialog", { name: "Webhook Signing Secret" }));
  expect(secretDialog.getByLabelText<HTMLInputElement>("Secret").value).toBe(secret);
  expect(changes().at(-1)).toEqual({
    call: "POST /api/webhooks",
    body: { url: "https://10.0.0.1/hook", events: ["lease.ended"] },
  });
});

it("a failed delivery shows the request and the response and can be resent", async () => {
  const { changes } = await open("/webhooks/4", {
    "POST /api/webhook-deliveries/9/replay": { ...failed, state: "waiting", attempts: 0 },
  });
  await userEvent.click(await screen.findByText("The response was 500."));
  const dialog = within(await screen.findByRole("dialog", { name: "work-order.created" }));
  dialog.getByText("oh no");
  await userEvent.click(dialog.getByRole("button", { name: "Resend" }));
  await screen.findByText("Delivery Queued");
  expect(changes()).toEqual([{ call: "POST /api/webhook-deliveries/9/replay", body: undefined }]);
});

it("a webhook can be tested, paused, given a new secret, and deleted", async () => {
  const { changes } = await open("/webhooks/4", {
    "POST /api/webhooks/4/test": failed,
    "PATCH /api/webhooks/4": { ...webhook, state: "paused" },
    "POST /api/webhooks/4/rotate-secret": { ...webhook, secret },
    "DELETE /api/webhooks/4": { success: true },
  });
  await screen.findByRole("heading", { name: "hooks.example.com" });
  await press("Send test");
  await screen.findByText("Delivery Queued");
  await selectAction("Rotate secret");
  await userEvent.click(await screen.findByRole("button", { name: "Rotate Secret" }));
  await screen.findByDisplayValue(secret);
  await press("Done");
  await selectAction("Pause");
  await screen.findByText("Webhook Paused");
  await selectAction("Delete");
  await userEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByRole("heading", { name: "Webhooks" });
  expect(changes().map(({ call }) => call)).toEqual([
    "POST /api/webhooks/4/test",
    "POST /api/webhooks/4/rotate-secret",
    "PATCH /api/webhooks/4",
    "DELETE /api/webhooks/4",
  ]);
});
