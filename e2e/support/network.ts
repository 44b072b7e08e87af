import type { Page } from "@playwright/test";

/** The console errors of a page without a network. */
export const offlineErrors =
  /ERR_INTERNET_DISCONNECTED|Failed to fetch|didn't load|dynamically imported module/;

/** Limits the page's upload speed from now on. */
export async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}
