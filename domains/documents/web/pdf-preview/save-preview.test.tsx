import { expect, it, vi } from "vitest";
import { clearStorage, saveSession } from "#web/session/saved-session.ts";
import { resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { savePreview } from "./save-preview.ts";

resetBrowser();

/** A browser's caches, by name. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      const files = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, files);
      return {
        put: async (url: string, response: Response) => {
          files.delete(url);
          files.set(url, response);
        },
        keys: async () => [...files.keys()],
        delete: async (url: string) => files.delete(url),
      };
    },
    delete: async (name: string) => stores.delete(name),
  });
  return stores;
}
const getUrl = (id: number) => `/api/documents/${id}/files/1?for=preview`;

it("the last ten opened files stay on the device until the user signs out", async () => {
  const stores = fakeCaches();
  saveSession(tenant);
  for (let id = 1; id <= 12; id += 1) await savePreview(tenant.id, getUrl(id), new Uint8Array([id]));
  const files = stores.get("saved-files");
  expect(files?.size).toBe(10);
  expect(new Uint8Array((await files?.get(getUrl(12))?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(
    new Uint8Array([12]),
  );
  clearStorage();
  expect(stores.has("saved-files")).toBe(false);
});

it("a file that arrives after the user signed out isn't saved", async () => {
  const stores = fakeCaches();
  saveSession(tenant);
  clearStorage();
  await savePreview(tenant.id, getUrl(1), new Uint8Array([1]));
  expect(stores.size).toBe(0);
});
