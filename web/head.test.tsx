import { afterEach, expect, it, vi } from "vitest";
import { preferDark, resetBrowser, respondWith } from "#web/testing/open-page.tsx";

resetBrowser();
afterEach(() => {
  globalThis.earlyResponses = undefined;
  const { dataset } = document.documentElement;
  for (const name of Object.keys(dataset)) delete dataset[name];
  document.head.replaceChildren();
});

/** Runs the script as a page at `address` would. */
async function runHead(address: string, session?: string) {
  vi.resetModules();
  const { sent } = respondWith({});
  vi.stubGlobal("filesByChunk", {
    "sign-in": ["/assets/sign-in.js"],
    "signed-in": ["/assets/signed-in.js", "/assets/paths.js"],
    "work-orders-list": ["/assets/work-orders-list.js", "/assets/paths.js"],
  });
  history.replaceState(null, "", address);
  if (session !== undefined) localStorage.setItem("session", session);
  await import("#web/head.ts");
  return {
    requests: sent.map(({ path }) => path),
    files: [...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href")),
  };
}

it("THM-02 THM-03 the theme and the density are set before the first paint", async () => {
  preferDark(true);
  localStorage.setItem("density", "compact");
  await runHead("/login");
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  expect(document.documentElement.dataset["density"]).toBe("compact");
  localStorage.setItem("theme", "light");
  await runHead("/login");
  expect(document.documentElement.classList.contains("dark")).toBe(false);
});

it.each([undefined, "{", "null"])(
  "AUTH-20 without a saved session (%j), no data is requested, and the sign-in page's code loads",
  async (session) => {
    expect(await runHead("/work-orders", session)).toEqual({ requests: [], files: ["/assets/sign-in.js"] });
    expect(document.documentElement.dataset["session"]).toBeUndefined();
  },
);

it("pages other than sign-in request only the session and the layout's code", async () => {
  const { requests, files } = await runHead("/documents", JSON.stringify({ id: 1, role: "tenant" }));
  expect(requests).toEqual(["/api/me"]);
  expect(files).toEqual(["/assets/signed-in.js", "/assets/paths.js"]);
});
