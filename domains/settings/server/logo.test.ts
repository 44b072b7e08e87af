import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { queueEmail } from "#server/integrations/email/outbox.ts";
import { issuePdf } from "#server/integrations/pdf/render-pdf.ts";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { createContext } from "#test/context.ts";
import { multipart } from "#test/form.ts";
import type { TestPortal } from "#test/portal.ts";
import type { Settings } from "../contract.ts";
import type { PublicConfig } from "../public-config-contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());
beforeEach(() => remove());

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: "#33669980" } })
    .png()
    .toBuffer();
const send = (content: Buffer, cookie = building.admin.cookie, fileName = "logo.png") =>
  portal.call("PUT", "/api/settings/logo", {
    cookie,
    ...multipart({}, [{ name: "logo", fileName, type: "image/png", content }]),
  });
const remove = () => portal.call("DELETE", "/api/settings/logo", { cookie: building.admin.cookie });
const shownLogo = async () => (await portal.call("GET", "/api/config")).json<PublicConfig>().logo;
const readLogoKey = async () =>
  (await portal.db.selectFrom("organization").select("logo_key").executeTakeFirstOrThrow()).logo_key;

test("an administrator sets the logo, which is scaled down and visible without signing in", async () => {
  expect(await shownLogo()).toBeNull();
  const response = await send(await image(2000, 500));
  expect(response.statusCode, response.body).toBe(200);
  const { logo } = response.json<Settings>();
  expect(await shownLogo()).toBe(logo);
  const file = await portal.call("GET", String(logo));
  expect(file.headers["content-type"]).toBe("image/png");
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 512, height: 128, hasAlpha: true });
});

test("the old logo file is deleted when the logo is replaced or removed, and the audit log records both changes", async () => {
  await send(await image(80, 80));
  const old = String(await readLogoKey());
  await send(await image(80, 40));
  await expect(portal.services.files.read(old)).rejects.toMatchObject({ code: "not_found" });
  expect((await remove()).json<Settings>().logo).toBeNull();
  expect((await portal.call("GET", "/api/settings/logo")).statusCode).toBe(404);
  const log = await portal.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_type", "=", "settings")
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["settings.logo-removed", "settings.logo-changed"]);
});

test("a logo that isn't a readable image or that isn't from an administrator is rejected", async () => {
  const svg = await send(Buffer.from("<svg/>"), building.admin.cookie, "logo.svg");
  expect([svg.statusCode, svg.json().message]).toEqual([415, "logo.svg isn't a PNG, JPG, or GIF image."]);
  const cut = await send((await image(400, 400)).subarray(0, 300));
  expect([cut.statusCode, cut.json().message]).toEqual([400, "logo.png isn't a readable image."]);
  expect((await send(await image(8, 8), building.landlord.cookie)).statusCode).toBe(403);
  expect(await shownLogo()).toBeNull();
});

test("emails and PDFs show the organization's logo next to the name or, by default, the portal's logo", async () => {
  const readEmailLogo = async () => {
    const ctx = createContext(portal, portal.db);
    const id = await queueEmail(ctx, {
      template: "test",
      to: { address: "maya@example.com", userId: null, fullName: "Maya" },
      subject: "Hello",
      paragraphs: ["Hello."],
    });
    const sent = await portal.db
      .selectFrom("emails")
      .select("html_body")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return /<img src="([^"]*)"/.exec(sent.html_body)?.[1];
  };
  const sizesInPdf = async () => {
    const pdf = await issuePdf(createContext(portal, portal.db), {
      title: "Statement",
      sender: { name: "Harbor Homes", lines: [] },
      heading: "Statement",
      details: [],
      recipient: [],
      blocks: [],
    });
    return [...pdf.toString("latin1").matchAll(/\/Width (\d+)\n\/Height (\d+)/g)].map(
      ([, width, height]) => `${width}x${height}`,
    );
  };
  const { publicUrl } = portal.services.config;
  expect(await readEmailLogo()).toBe(`${publicUrl}/icons/192.png`);
  expect(await sizesInPdf()).toContain("192x192");
  await send(await image(80, 40));
  expect(await readEmailLogo()).toBe(`${publicUrl}/api/settings/logo`);
  expect(await sizesInPdf()).toContain("80x40");
  // If the file is lost, the PDF has no logo.
  await portal.services.files.remove(String(await readLogoKey()));
  expect(await sizesInPdf()).toEqual([]);
});
