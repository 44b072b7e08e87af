import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PushHint } from "#domains/notifications/web/push-hint.tsx";
import { createQueryClient } from "#web/query-client.ts";
import { UserProvider } from "#web/session/user-provider.tsx";
import {
  type FakeResponses,
  openPortal,
  problem,
  resetBrowser,
  respondWith,
  tenant,
} from "#web/testing/open-page.tsx";

resetBrowser();
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(navigator, "permissions");
});

const key = "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";
const subscription = {
  endpoint: "https://fcm.googleapis.com/fcm/send/a",
  keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) },
};

/** Fakes a browser that supports push. */
function fakePush({
  permission = "default" as NotificationPermission,
  decision = "granted" as NotificationPermission,
  subscribed = null as null | { key: string },
} = {}) {
  let current = subscribed;
  const asSubscription = ({ key: applicationKey }: { key: string }) => ({
    options: { applicationServerKey: Buffer.from(applicationKey, "base64url") },
    toJSON: () => subscription,
    unsubscribe: async () => {
      current = null;
      return true;
    },
  });
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = decision;
      return decision;
    },
  };
  const shownNotification = { close: vi.fn<() => void>() };
  const pushManager = {
    getSubscription: async () => (current === null ? null : asSubscription(current)),
    subscribe: vi.fn<(options: { applicationServerKey: Uint8Array }) => Promise<unknown>>(
      async ({ applicationServerKey }) => {
        current = { key: Buffer.from(applicationServerKey).toString("base64url") };
        return asSubscription(current);
      },
    ),
  };
  const registration = { pushManager, getNotifications: async () => [shownNotification] };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("PushManager", class {});
  return { notification, pushManager, shownNotification, currentKey: () => current?.key ?? null };
}

const device = (id: number, fields: object = {}) => ({
  id,
  userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0",
  createdAt: "2026-03-01T08:00:00.000Z",
  lastSentAt: null,
  problem: null,
  isCurrent: false,
  ...fields,
});
const phone = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile";
const settings = (fields: object = {}) => ({
  publicKey: key,
  devices: [],
  quietHours: null,
  portalTimeZone: "America/Los_Angeles",
  ...fields,
});

const open = (fields: object = {}, responses: FakeResponses = {}) =>
  openPortal("/profile/notifications", {
    session: tenant,
    responses: {
      "GET /api/notification-preferences": { emailConfirmed: true, topics: [] },
      "GET /api/push-subscriptions": settings(fields),
      ...responses,
    },
  });
const pushCard = async () => {
  const heading = await screen.findByRole("heading", { name: "Push" });
  return within(heading.closest("section") as HTMLElement);
};

describe("NAV-31 push on this device", () => {
  it("clicking Turn on asks for permission, subscribes with the portal's key, and stores the subscription in the portal", async () => {
    const browser = fakePush();
    const { sent, responses } = await open(
      {},
      {
        "POST /api/push-subscriptions": () => {
          responses["GET /api/push-subscriptions"] = settings({ devices: [device(5, { isCurrent: true })] });
          return device(5, { isCurrent: true });
        },
      },
    );
    const card = await pushCard();
    await userEvent.click(await card.findByRole("button", { name: "Turn on" }));
    await screen.findByText("Notifications Turned On");
    expect(browser.currentKey()).toBe(key);
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual(subscription);
    await card.findByText("This device");
    expect(card.queryByText("On this device")).toBeNull();
  });

  it("push stays off if the user denies permission, and the page says how to allow it", async () => {
    fakePush({ decision: "denied" });
    const { sent } = await open();
    const card = await pushCard();
    await userEvent.click(await card.findByRole("button", { name: "Turn on" }));
    await card.findByText(/Notifications are blocked for this site/);
    expect(card.queryByRole("button", { name: "Turn on" })).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("push is offered again as soon as the user allows it in the browser settings", async () => {
    const { notification } = fakePush({ permission: "denied" });
    const status = new EventTarget();
    Object.defineProperty(navigator, "permissions", {
      configurable: true,
      value: { query: async () => status },
    });
    await open();
    const card = await pushCard();
    await card.findByText(/are blocked/);
    notification.permission = "default";
    act(() => void status.dispatchEvent(new Event("change")));
    expect(await card.findByRole("button", { name: "Turn on" })).toBeTruthy();
  });

  it("turning on push shows a message if the browser can't reach its push service", async () => {
    const { pushManager } = fakePush();
    pushManager.subscribe.mockRejectedValue(new DOMException("push service error", "AbortError"));
    await open();
    await userEvent.click(await (await pushCard()).findByRole("button", { name: "Turn on" }));
    expect(
      await screen.findByText("Your browser couldn't reach its push service. Try again later."),
    ).toBeTruthy();
  });

  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
      /first add the portal to your home screen/,
    ],
    ["Mozilla/5.0 (X11; Linux) Firefox/100.0", /secure \(https\) address/],
  ])("push isn't offered in browsers that don't support it: %s", async (userAgent, message) => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    await open();
    const card = await pushCard();
    await card.findByText(message);
    expect(card.queryByRole("button", { name: "Turn on" })).toBeNull();
  });
});

describe("NAV-31 the push hint", () => {
  const renderHint = async (permission: NotificationPermission) => {
    fakePush({ permission });
    respondWith({
      "GET /api/push-subscriptions": settings(),
      "POST /api/push-subscriptions": device(5, { isCurrent: true }),
    });
    return render(
      <QueryClientProvider client={createQueryClient()}>
        <UserProvider user={tenant}>
          <PushHint />
        </UserProvider>
      </QueryClientProvider>,
    );
  };
  const hint = () => screen.queryByText("Get notified about new work");

  it("the push hint disappears when push is turned on", async () => {
    await renderHint("default");
    await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(hint()).toBeNull());
  });

  it("the push hint doesn't come back after “Not now”", async () => {
    const { unmount } = await renderHint("default");
    await userEvent.click(screen.getByRole("button", { name: "Not now" }));
    expect(hint()).toBeNull();
    unmount();
    await renderHint("default");
    expect(hint()).toBeNull();
  });

  it.each(["granted", "denied"] as const)(
    "the push hint isn't shown if the browser wouldn't ask for permission: %s",
    async (permission) => {
      await renderHint(permission);
      expect(hint()).toBeNull();
    },
  );
});

describe("NAV-31 push devices", () => {
  const devices = [
    device(5, { userAgent: phone, isCurrent: true, lastSentAt: "2026-03-02T09:30:00.000Z" }),
    device(4, { problem: "The push service returned 503." }),
  ];

  it("push devices are listed with their last push and any problem, and users can send them a test", async () => {
    fakePush({ permission: "granted", subscribed: { key } });
    const { responses } = await open(
      { devices },
      { "POST /api/push-subscriptions/4/test": { problem: null } },
    );
    const card = await pushCard();
    const rows = await card.findAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Chrome on Android.*This device.*last sent Mar 2, 9:30/),
      expect.stringMatching(/Chrome on Windows.*nothing sent yet.*didn't arrive.*returned 503/),
    ]);
    const test = card.getByRole("button", { name: /^Send a test to Chrome on Windows/ });
    await userEvent.click(test);
    await screen.findByText("It should arrive on Chrome on Windows in a moment.");
    responses["POST /api/push-subscriptions/4/test"] = { problem: "The push service returned 500." };
    await userEvent.click(test);
    await screen.findByText("The push service returned 500.");
  });

  it("push devices can be removed, and removing this device ends its subscription", async () => {
    const browser = fakePush({ permission: "granted", subscribed: { key } });
    const done = { success: true };
    const { responses, sent } = await open(
      { devices },
      { "DELETE /api/push-subscriptions/4": done, "DELETE /api/push-subscriptions/5": done },
    );
    const card = await pushCard();
    await userEvent.click(await card.findByRole("button", { name: /^Remove Chrome on Windows/ }));
    await screen.findByText("Chrome on Windows will no longer get notifications.");
    expect(browser.currentKey()).toBe(key);
    responses["GET /api/push-subscriptions"] = settings();
    await userEvent.click(card.getByRole("button", { name: /^Turn off Chrome on Android/ }));
    await waitFor(() => expect(browser.currentKey()).toBeNull());
    await card.findByRole("button", { name: "Turn on" });
    expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  });
});

describe("NAV-31 push over time", () => {
  const saveOptIn = (userId: number, endpoint: string | null) =>
    localStorage.setItem("push", JSON.stringify({ userId, endpoint }));
  const start = (fields: object = {}) =>
    openPortal("/profile", {
      session: tenant,
      responses: {
        "GET /api/push-subscriptions": settings(fields),
        "POST /api/push-subscriptions": device(9, { isCurrent: true }),
      },
    });
  const countSubscriptions = (sent: { method: string; path: string }[]) =>
    sent.filter(({ method, path }) => method === "POST" && path === "/api/push-subscriptions").length;

  it("push ends at sign-out, and displayed notifications are closed", async () => {
    const browser = fakePush({ permission: "granted", subscribed: { key } });
    await start();
    await userEvent.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(browser.currentKey()).toBeNull());
    expect(browser.shownNotification.close).toHaveBeenCalled();
  });

  it("push continues in the same person's next session", async () => {
    fakePush({ permission: "granted", subscribed: { key } });
    saveOptIn(tenant.id, null);
    const { sent } = await start();
    await waitFor(() => expect(countSubscriptions(sent)).toBe(1));
    expect(JSON.parse(localStorage.getItem("push") ?? "")).toMatchObject({ endpoint: subscription.endpoint });
  });

  it("push continues when the portal's key changes", async () => {
    const browser = fakePush({
      permission: "granted",
      subscribed: { key: Buffer.alloc(65, 4).toString("base64url") },
    });
    saveOptIn(tenant.id, null);
    const { sent } = await start();
    await waitFor(() => expect(countSubscriptions(sent)).toBe(1));
    expect(browser.currentKey()).toBe(key);
  });

  it.each([
    ["someone else had turned it on in this browser", tenant.id + 1, null],
    ["it was removed on another device", tenant.id, subscription.endpoint],
  ])("push ends if %s", async (_, userId, endpoint) => {
    const browser = fakePush({ permission: "granted", subscribed: { key } });
    saveOptIn(userId, endpoint);
    const { sent } = await start();
    await waitFor(() => expect(browser.currentKey()).toBeNull());
    expect(countSubscriptions(sent)).toBe(0);
  });
});

describe("NAV-31 quiet hours", () => {
  it("quiet hours can be turned on and off in a time zone, with a note that urgent work orders come through", async () => {
    const quietHours = { from: "21:30", to: "07:00", timeZone: "UTC" };
    const { sent } = await open(
      {},
      {
        "PUT /api/quiet-hours": settings({ quietHours }),
        "DELETE /api/quiet-hours": settings(),
      },
    );
    await screen.findByText(/New or newly assigned urgent work orders still come through/);
    const from = screen.getByLabelText("From");
    await userEvent.clear(from);
    await userEvent.type(from, "21:30");
    await userEvent.click(screen.getByRole("button", { name: "Turn on quiet hours" }));
    await screen.findByText("Quiet Hours Saved");
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual(quietHours);
    await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
    await screen.findByText("Quiet Hours Turned Off");
  });

  it("rejected quiet hours show their message on the field", async () => {
    await open(
      { quietHours: { from: "22:00", to: "07:00", timeZone: null } },
      { "PUT /api/quiet-hours": problem(400, "x", { timeZone: "Please select a time zone" }) },
    );
    expect((await screen.findByLabelText<HTMLInputElement>("Time zone")).value).toBe(
      "Pacific Time (Los Angeles)",
    );
    const to = screen.getByLabelText("To");
    await userEvent.clear(to);
    await userEvent.type(to, "22:00");
    await userEvent.click(screen.getByRole("button", { name: "Save quiet hours" }));
    await screen.findByText("The end time must be different from the start time");
    await userEvent.clear(to);
    await userEvent.type(to, "06:00");
    await userEvent.click(screen.getByRole("button", { name: "Save quiet hours" }));
    await screen.findByText("Please select a time zone");
  });
});
