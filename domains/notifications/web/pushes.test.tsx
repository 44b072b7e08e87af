import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PushHint } from "#domains/notifications/web/push-hint.tsx";
import { makeQueryClient } from "#web/query-client.ts";
import { UserProvider } from "#web/session/user-provider.tsx";
import {
  type Answers,
  cleanBrowser,
  openPortal,
  problem,
  respondWith,
  tenant,
} from "#web/testing/open-page.tsx";

cleanBrowser();
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(navigator, "permissions");
});

const key = "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";
const subscription = {
  endpoint: "https://fcm.googleapis.com/fcm/send/a",
  keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) },
};

/** A browser that shows pushes, and what happens in it. */
function withPushes({
  permission = "default" as NotificationPermission,
  answers = "granted" as NotificationPermission,
  subscribed = null as null | { key: string },
} = {}) {
  let present = subscribed;
  const asSubscription = ({ key: theirs }: { key: string }) => ({
    options: { applicationServerKey: Buffer.from(theirs, "base64url") },
    toJSON: () => subscription,
    unsubscribe: async () => {
      present = null;
      return true;
    },
  });
  const notification = {
    permission,
    requestPermission: async () => {
      notification.permission = answers;
      return answers;
    },
  };
  const shown = { close: vi.fn<() => void>() };
  const pushManager = {
    getSubscription: async () => (present === null ? null : asSubscription(present)),
    subscribe: vi.fn<(options: { applicationServerKey: Uint8Array }) => Promise<unknown>>(
      async ({ applicationServerKey }) => {
        present = { key: Buffer.from(applicationServerKey).toString("base64url") };
        return asSubscription(present);
      },
    ),
  };
  const registration = { pushManager, getNotifications: async () => [shown] };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("PushManager", class {});
  return { notification, pushManager, shown, keyNow: () => present?.key ?? null };
}

const device = (id: number, facts: object = {}) => ({
  id,
  userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0",
  createdAt: "2026-03-01T08:00:00.000Z",
  lastSentAt: null,
  problem: null,
  isCurrent: false,
  ...facts,
});
const phone = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile";
const settings = (facts: object = {}) => ({
  publicKey: key,
  devices: [],
  quietHours: null,
  portalTimeZone: "America/Los_Angeles",
  ...facts,
});

const open = (facts: object = {}, responses: Answers = {}) =>
  openPortal("/profile/notifications", {
    session: tenant,
    responses: {
      "GET /api/notification-preferences": { emailConfirmed: true, topics: [] },
      "GET /api/push-subscriptions": settings(facts),
      ...responses,
    },
  });
const pushCard = async () => {
  const heading = await screen.findByRole("heading", { name: "Push" });
  return within(heading.closest("section") as HTMLElement);
};

describe("NAV-31 push on this device", () => {
  it("is turned on by a press: the browser asks, subscribes with the portal's key, and the portal is told", async () => {
    const browser = withPushes();
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
    await screen.findByText("Notifications Are On");
    expect(browser.keyNow()).toBe(key);
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual(subscription);
    await card.findByText("This device");
    expect(card.queryByText("On this device")).toBeNull();
  });

  it("stays off when the person refuses, and says how to allow it", async () => {
    withPushes({ answers: "denied" });
    const { sent } = await open();
    const card = await pushCard();
    await userEvent.click(await card.findByRole("button", { name: "Turn on" }));
    await card.findByText(/Notifications of this site are blocked\. Allow them in the browser/);
    expect(card.queryByRole("button", { name: "Turn on" })).toBeNull();
    expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("is offered again at once when the person allows it in the settings of the browser", async () => {
    const { notification } = withPushes({ permission: "denied" });
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

  it("says so when the browser cannot reach its push service", async () => {
    const { pushManager } = withPushes();
    pushManager.subscribe.mockRejectedValue(new DOMException("push service error", "AbortError"));
    await open();
    await userEvent.click(await (await pushCard()).findByRole("button", { name: "Turn on" }));
    expect(
      await screen.findByText("This browser could not reach its push service. Please try again later."),
    ).toBeTruthy();
  });

  it.each([
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1",
      /first add the portal to the home screen/,
    ],
    ["Mozilla/5.0 (X11; Linux) Firefox/100.0", /encrypted addresses only/],
  ])("is not offered where there is none: %s", async (userAgent, sentence) => {
    vi.spyOn(navigator, "userAgent", "get").mockReturnValue(userAgent);
    await open();
    const card = await pushCard();
    await card.findByText(sentence);
    expect(card.queryByRole("button", { name: "Turn on" })).toBeNull();
  });
});

describe("NAV-31 the hint at push", () => {
  const draw = async (permission: NotificationPermission) => {
    withPushes({ permission });
    respondWith({
      "GET /api/push-subscriptions": settings(),
      "POST /api/push-subscriptions": device(5, { isCurrent: true }),
    });
    return render(
      <QueryClientProvider client={makeQueryClient()}>
        <UserProvider user={tenant}>
          <PushHint />
        </UserProvider>
      </QueryClientProvider>,
    );
  };
  const hint = () => screen.queryByText("Hear at once of new work");

  it("is gone once pushes are turned on", async () => {
    await draw("default");
    await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(hint()).toBeNull());
  });

  it("does not come back after `Not now`", async () => {
    const { unmount } = await draw("default");
    await userEvent.click(screen.getByRole("button", { name: "Not now" }));
    expect(hint()).toBeNull();
    unmount();
    await draw("default");
    expect(hint()).toBeNull();
  });

  it.each(["granted", "denied"] as const)(
    "is not shown where the browser would not ask: %s",
    async (permission) => {
      await draw(permission);
      expect(hint()).toBeNull();
    },
  );
});

describe("NAV-31 the devices that get pushes", () => {
  const devices = [
    device(5, { userAgent: phone, isCurrent: true, lastSentAt: "2026-03-02T09:30:00.000Z" }),
    device(4, { problem: "The push service answered 503." }),
  ];

  it("are listed with what was sent last and what went wrong, and tested", async () => {
    withPushes({ permission: "granted", subscribed: { key } });
    const { responses } = await open(
      { devices },
      { "POST /api/push-subscriptions/4/test": { problem: null } },
    );
    const card = await pushCard();
    const rows = await card.findAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Chrome on Android.*This device.*last sent Mar 2, 9:30/),
      expect.stringMatching(/Chrome on Windows.*nothing sent yet.*did not arrive.*answered 503/),
    ]);
    const test = card.getByRole("button", { name: /^Send a test to Chrome on Windows/ });
    await userEvent.click(test);
    await screen.findByText("It arrives on Chrome on Windows in a moment.");
    responses["POST /api/push-subscriptions/4/test"] = { problem: "The push service answered 500." };
    await userEvent.click(test);
    await screen.findByText("The push service answered 500.");
  });

  it("are removed; this one ends its subscription too", async () => {
    const browser = withPushes({ permission: "granted", subscribed: { key } });
    const done = { success: true };
    const { responses, sent } = await open(
      { devices },
      { "DELETE /api/push-subscriptions/4": done, "DELETE /api/push-subscriptions/5": done },
    );
    const card = await pushCard();
    await userEvent.click(await card.findByRole("button", { name: /^Remove Chrome on Windows/ }));
    await screen.findByText("Chrome on Windows gets no more notifications.");
    expect(browser.keyNow()).toBe(key);
    responses["GET /api/push-subscriptions"] = settings();
    await userEvent.click(card.getByRole("button", { name: /^Turn off Chrome on Android/ }));
    await waitFor(() => expect(browser.keyNow()).toBeNull());
    await card.findByRole("button", { name: "Turn on" });
    expect(sent.filter(({ method }) => method === "DELETE")).toHaveLength(2);
  });
});

describe("NAV-31 pushes over time", () => {
  const turnedOn = (userId: number, endpoint: string | null) =>
    localStorage.setItem("push", JSON.stringify({ userId, endpoint }));
  const start = (facts: object = {}) =>
    openPortal("/profile", {
      session: tenant,
      responses: {
        "GET /api/push-subscriptions": settings(facts),
        "POST /api/push-subscriptions": device(9, { isCurrent: true }),
      },
    });
  const told = (sent: { method: string; path: string }[]) =>
    sent.filter(({ method, path }) => method === "POST" && path === "/api/push-subscriptions").length;

  it("end at sign-out, with what they showed", async () => {
    const browser = withPushes({ permission: "granted", subscribed: { key } });
    await start();
    await userEvent.click(await screen.findByRole("button", { name: "Logout" }));
    await waitFor(() => expect(browser.keyNow()).toBeNull());
    expect(browser.shown.close).toHaveBeenCalled();
  });

  it("go on in the person's next session", async () => {
    withPushes({ permission: "granted", subscribed: { key } });
    turnedOn(tenant.id, null);
    const { sent } = await start();
    await waitFor(() => expect(told(sent)).toBe(1));
    expect(JSON.parse(localStorage.getItem("push") ?? "")).toMatchObject({ endpoint: subscription.endpoint });
  });

  it("go on with another key of the portal", async () => {
    const browser = withPushes({
      permission: "granted",
      subscribed: { key: Buffer.alloc(65, 4).toString("base64url") },
    });
    turnedOn(tenant.id, null);
    const { sent } = await start();
    await waitFor(() => expect(told(sent)).toBe(1));
    expect(browser.keyNow()).toBe(key);
  });

  it.each([
    ["somebody else had turned them on here", tenant.id + 1, null],
    ["they were removed on another device", tenant.id, subscription.endpoint],
  ])("end when %s", async (_, userId, endpoint) => {
    const browser = withPushes({ permission: "granted", subscribed: { key } });
    turnedOn(userId, endpoint);
    const { sent } = await start();
    await waitFor(() => expect(browser.keyNow()).toBeNull());
    expect(told(sent)).toBe(0);
  });
});

describe("NAV-31 quiet hours", () => {
  it("are turned on and off, from a time to another by the clocks of a zone, and urgent orders are said to come through", async () => {
    const chosen = { from: "21:30", to: "07:00", timeZone: "UTC" };
    const { sent } = await open(
      {},
      {
        "PUT /api/quiet-hours": settings({ quietHours: chosen }),
        "DELETE /api/quiet-hours": settings(),
      },
    );
    await screen.findByText(/An urgent work order that is new or assigned to you comes through/);
    const from = screen.getByLabelText("From");
    await userEvent.clear(from);
    await userEvent.type(from, "21:30");
    await userEvent.click(screen.getByRole("button", { name: "Turn on quiet hours" }));
    await screen.findByText("Quiet Hours Saved");
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual(chosen);
    await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
    await screen.findByText("Quiet Hours Ended");
  });

  it("that are refused say why at their field", async () => {
    await open(
      { quietHours: { from: "22:00", to: "07:00", timeZone: null } },
      { "PUT /api/quiet-hours": problem(400, "x", { timeZone: "Please choose a time zone from the list" }) },
    );
    expect((await screen.findByLabelText<HTMLInputElement>("Time zone")).value).toBe("Los Angeles, America");
    const to = screen.getByLabelText("To");
    await userEvent.clear(to);
    await userEvent.type(to, "22:00");
    await userEvent.click(screen.getByRole("button", { name: "Save quiet hours" }));
    await screen.findByText("Please enter another time than the first");
    await userEvent.clear(to);
    await userEvent.type(to, "06:00");
    await userEvent.click(screen.getByRole("button", { name: "Save quiet hours" }));
    await screen.findByText("Please choose a time zone from the list");
  });
});
