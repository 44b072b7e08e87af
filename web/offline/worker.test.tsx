import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";

const origin = "https://portal.example";

/** Runs the worker as a browser would, with tabs open at these paths. */
function startWorker({ tabs = [], savedFile }: { tabs?: string[]; savedFile?: Response } = {}) {
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
        subscribe: vi.fn<(options: object) => Promise<object>>(async () => ({ endpoint: "renewed" })),
      },
    },
    clients: { matchAll: async () => opened, openWindow: vi.fn<(path: string) => void>() },
  };
  const removeFile = vi.fn<(url: string) => Promise<boolean>>(async () => true);
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
      match: async () => savedFile,
      open: async () => ({
        put: () => Promise.reject(new DOMException("Full.", "QuotaExceededError")),
        delete: removeFile,
      }),
    },
    setTimeout,
  });
  return {
    self,
    opened,
    fetch,
    removeFile,
    dispatch: async (name: string, event: object) => {
      let work: unknown;
      const capture = (one: unknown) => (work = one);
      handlers.get(name)?.({ ...event, waitUntil: capture, respondWith: capture });
      return work;
    },
  };
}

async function showPush(text: string | null): Promise<[string, { data: string; body: string }]> {
  const worker = startWorker();
  const data = text === null ? null : { json: () => JSON.parse(text) };
  await worker.dispatch("push", { data });
  const { calls } = worker.self.registration.showNotification.mock;
  expect(calls).toHaveLength(1);
  return calls[0] as [string, { data: string; body: string }];
}

describe("push notifications", () => {
  it("NAV-31 a push notification shows its title, text, and tag", async () => {
    const content = { title: "Comments", body: "Theo commented", link: "/work-orders/7?a=b", tag: "n-1" };
    expect(await showPush(JSON.stringify(content))).toEqual([
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
    "NAV-31 an invalid push such as %j still shows a notification",
    async (text) => {
      const [title, { body, data }] = await showPush(text);
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
  ])("NAV-31 a push can't link to another site: %j", async (link) => {
    expect((await showPush(JSON.stringify({ link })))[1].data).toBe("/notifications");
  });
});

describe("clicking a notification", () => {
  const click = async (tabs: string[]) => {
    const worker = startWorker({ tabs });
    const notification = { data: "/work-orders/7", close: vi.fn<() => void>() };
    await worker.dispatch("notificationclick", { notification });
    expect(notification.close).toHaveBeenCalled();
    return worker;
  };

  it("NAV-31 clicking a notification focuses the open tab and opens the page there", async () => {
    const { opened, self } = await click(["/api/documents/3/file", "/dashboard"]);
    expect(opened[1]?.postMessage).toHaveBeenCalledWith({ link: "/work-orders/7" });
    expect(opened[1]?.focus).toHaveBeenCalled();
    expect(opened[0]?.focus).not.toHaveBeenCalled();
    expect(self.clients.openWindow).not.toHaveBeenCalled();
  });

  it("NAV-31 clicking a notification opens the portal if the only open tab shows a file", async () => {
    const { self } = await click(["/api/documents/3/file"]);
    expect(self.clients.openWindow).toHaveBeenCalledWith("/work-orders/7");
  });
});

describe("application files", () => {
  it("an application file is used even if there's no room to cache it", async () => {
    const worker = startWorker();
    worker.fetch.mockResolvedValue(new Response("the file"));
    const request = { method: "GET", url: `${origin}/assets/part-1.js`, mode: "cors" };
    const response = (await worker.dispatch("fetch", { request })) as Response;
    expect(await response.text()).toBe("the file");
  });
});

describe("saved files of documents", () => {
  const request = { method: "GET", url: `${origin}/api/documents/3/files/1?for=preview`, mode: "cors" };

  it("a saved document file is shown offline", async () => {
    const worker = startWorker({ savedFile: new Response("saved") });
    worker.fetch.mockRejectedValue(new TypeError("Offline."));
    const response = (await worker.dispatch("fetch", { request })) as Response;
    expect(await response.text()).toBe("saved");
    expect(worker.removeFile).not.toHaveBeenCalled();
  });

  it.each([403, 404])("a saved document file is removed if the server responds with %i", async (status) => {
    const worker = startWorker({ savedFile: new Response("saved") });
    worker.fetch.mockResolvedValue(new Response(null, { status }));
    expect(((await worker.dispatch("fetch", { request })) as Response).status).toBe(status);
    expect(worker.removeFile).toHaveBeenCalledWith(request.url, { ignoreVary: true });
  });
});

describe("changed push subscriptions", () => {
  const change = async (event: object) => {
    const worker = startWorker();
    await worker.dispatch("pushsubscriptionchange", event);
    return worker.fetch.mock.calls.map(([address, { method, body }]) => [method, address, body]);
  };

  it("NAV-31 a changed subscription endpoint is sent to the portal", async () => {
    const expected = ["POST", "/api/push-subscriptions"];
    const oldSubscription = { endpoint: "old", options: { userVisibleOnly: true } };
    expect(await change({ oldSubscription, newSubscription: { endpoint: "new" } })).toEqual([
      [...expected, '{"endpoint":"new","replaces":"old"}'],
    ]);
    expect(await change({ oldSubscription })).toEqual([
      [...expected, '{"endpoint":"renewed","replaces":"old"}'],
    ]);
    // Without the old endpoint, the portal can't know whose browser it is.
    expect(await change({ newSubscription: { endpoint: "new" } })).toEqual([]);
    expect(await change({})).toEqual([]);
  });
});
