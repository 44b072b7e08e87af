import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

const origin = "https://portal.example";

/** The worker as a browser runs it, with the tabs that are open at these addresses. */
function startWorker({ tabs = [] }: { tabs?: string[] } = {}) {
  const handlers = new Map<string, (event: object) => void>();
  const opened = tabs.map((path) => ({
    url: origin + path,
    postMessage: vi.fn<(message: object) => void>(),
    focus: vi.fn<() => void>(),
  }));
  const self = {
    location: { origin },
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: {
      showNotification: vi.fn<(title: string, options: object) => Promise<void>>(async () => undefined),
      pushManager: {
        subscribe: vi.fn<(options: object) => Promise<object>>(async () => ({ endpoint: "made anew" })),
      },
    },
    clients: { matchAll: async () => opened, openWindow: vi.fn<(path: string) => void>() },
  };
  const fetch = vi.fn<(address: string, request: RequestInit) => Promise<Response>>(
    async () => new Response(),
  );
  runInNewContext(readFileSync("web/offline/worker.js", "utf8"), {
    self,
    fetch,
    URL,
    version: "1",
    files: [],
    caches: {
      match: async () => undefined,
      open: async () => ({ put: () => Promise.reject(new DOMException("Full.", "QuotaExceededError")) }),
    },
  });
  return {
    self,
    opened,
    fetch,
    happens: async (name: string, event: object) => {
      let work: unknown;
      const given = (one: unknown) => (work = one);
      handlers.get(name)?.({ ...event, waitUntil: given, respondWith: given });
      return work;
    },
  };
}

async function shownBy(text: string | null): Promise<[string, { data: string; body: string }]> {
  const worker = startWorker();
  const data = text === null ? null : { json: () => JSON.parse(text) };
  await worker.happens("push", { data });
  const { calls } = worker.self.registration.showNotification.mock;
  expect(calls).toHaveLength(1);
  return calls[0] as [string, { data: string; body: string }];
}

describe("NAV-31 a push", () => {
  it("is shown with its title, text and tag", async () => {
    const content = { title: "Comments", body: "Theo commented", link: "/work-orders/7?a=b", tag: "n-1" };
    expect(await shownBy(JSON.stringify(content))).toEqual([
      "Comments",
      {
        body: "Theo commented",
        data: "/work-orders/7?a=b",
        icon: "/icons/192.png",
        tag: "n-1",
        renotify: true,
      },
    ]);
  });

  it.each([null, "", "{", "null", "7", '"text"', "[]", "{}", '{"title":null,"link":{}}'])(
    "that is damaged, as %j is, is shown too",
    async (text) => {
      const [title, { body, data }] = await shownBy(text);
      expect([title, body, data]).toEqual([
        "New notification",
        "Open the portal to read it.",
        "/notifications",
      ]);
    },
  );

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ])("leads to no other site: %j", async (link) => {
    expect((await shownBy(JSON.stringify({ link })))[1].data).toBe("/notifications");
  });
});

describe("NAV-31 a pressed notification", () => {
  const press = async (tabs: string[]) => {
    const worker = startWorker({ tabs });
    const notification = { data: "/work-orders/7", close: vi.fn<() => void>() };
    await worker.happens("notificationclick", { notification });
    expect(notification.close).toHaveBeenCalled();
    return worker;
  };

  it("brings the open tab to the front, which goes there", async () => {
    const { opened, self } = await press(["/api/documents/3/file", "/dashboard"]);
    expect(opened[1]?.postMessage).toHaveBeenCalledWith({ link: "/work-orders/7" });
    expect(opened[1]?.focus).toHaveBeenCalled();
    expect(opened[0]?.focus).not.toHaveBeenCalled();
    expect(self.clients.openWindow).not.toHaveBeenCalled();
  });

  it("opens the portal where only a file is open", async () => {
    const { self } = await press(["/api/documents/3/file"]);
    expect(self.clients.openWindow).toHaveBeenCalledWith("/work-orders/7");
  });
});

describe("a file of the program", () => {
  it("is used even when there is no room to keep it", async () => {
    const worker = startWorker();
    worker.fetch.mockResolvedValue(new Response("the file"));
    const request = { method: "GET", url: `${origin}/assets/part-1.js`, mode: "cors" };
    const response = (await worker.happens("fetch", { request })) as Response;
    expect(await response.text()).toBe("the file");
  });
});

describe("NAV-31 an address that the push service changed", () => {
  const change = async (event: object) => {
    const worker = startWorker();
    await worker.happens("pushsubscriptionchange", event);
    return worker.fetch.mock.calls.map(([address, { method, body }]) => [method, address, body]);
  };

  it("is told to the portal", async () => {
    const told = ["POST", "/api/push-subscriptions"];
    expect(await change({ newSubscription: { endpoint: "new" } })).toEqual([[...told, '{"endpoint":"new"}']]);
    const options = { userVisibleOnly: true };
    expect(await change({ oldSubscription: { options } })).toEqual([[...told, '{"endpoint":"made anew"}']]);
    expect(await change({})).toEqual([]);
  });
});
