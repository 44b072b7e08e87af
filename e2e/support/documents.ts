import type { Page } from "@playwright/test";

/** A valid PDF of exactly this many bytes. */
export function pdfOf(bytes: number): Buffer {
  const parts = (filling: string) => {
    const objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>",
      `<< /Length ${String(filling.length).padStart(10, "0")} >>\nstream\n${filling}\nendstream`,
    ];
    let file = "%PDF-1.4\n";
    const places = objects.map((object, at) => {
      const place = file.length;
      file += `${at + 1} 0 obj\n${object}\nendobj\n`;
      return place;
    });
    const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
    const start = String(file.length).padStart(10, "0");
    return `${file}xref\n0 5\n0000000000 65535 f \n${rows}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  };
  return Buffer.from(parts("0".repeat(bytes - parts("").length)), "latin1");
}

/** From now on the page sends this many bytes a second. */
export async function sendSlowly(page: Page, bytesPerSecond: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
}

/** The titles on the cards of the list. */
export const titles = (page: Page) =>
  page.getByRole("list", { name: "Documents", exact: true }).getByRole("heading");
