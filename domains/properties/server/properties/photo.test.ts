import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBuilding, type TestBuilding } from "#test/building.ts";
import { multipart } from "#test/form.ts";
import { createProperty } from "#test/people.ts";
import type { TestPortal } from "#test/portal.ts";
import type { PropertyOption } from "../../choices-contract.ts";
import type { PropertyDetails } from "../../contract.ts";

let portal: TestPortal;
let building: TestBuilding;
beforeAll(async () => {
  ({ portal, building } = await startBuilding());
});
afterAll(() => portal.close());

const makeImage = (width: number, height: number, colour = "#336699") =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Someone at 47.6 N" } })
    .toBuffer();
const send = (content: Buffer, { name = "photo", type = "image/jpeg", id = building.propertyId } = {}) =>
  portal.call("PUT", `/api/properties/${id}/photo`, {
    cookie: building.landlord.cookie,
    ...multipart({}, [{ name, fileName: "house.jpg", type, content }]),
  });
const get = (url: string, cookie: string, headers: Record<string, string> = {}) =>
  portal.call("GET", url, { cookie, headers });

test("a landlord sets a property's photo, and only people at the property can see it", async () => {
  const response = await send(await makeImage(1600, 900));
  expect(response.statusCode, response.body).toBe(200);
  const { image } = response.json<PropertyDetails>();
  expect(image).toMatch(new RegExp(`^/api/properties/${building.propertyId}/photo\\?v=`));
  const buildings = await get("/api/buildings", building.tenant.cookie);
  expect(buildings.json<PropertyOption[]>()[0]?.image).toBe(image);
  const photo = await get(String(image), building.tenant.cookie);
  expect(photo.headers).toMatchObject({ "content-type": "image/jpeg", "cache-control": "private, no-cache" });
  expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ width: 1600, height: 900 });
  expect(photo.rawPayload.includes("Someone at")).toBe(false);
  const small = await get(
    `/api/properties/${building.propertyId}/photo?size=thumbnail`,
    building.tenant.cookie,
  );
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 640, height: 360, format: "webp" });
  const same = await get(String(image), building.tenant.cookie, {
    "if-none-match": String(photo.headers.etag),
  });
  expect(same.statusCode).toBe(304);
  const others = await createProperty(portal.db);
  expect((await get(`/api/properties/${others}/photo`, building.tenant.cookie)).statusCode).toBe(404);
});

test("a new photo replaces the old photo and deletes its files, and removing the photo sets it to null", async () => {
  await send(await makeImage(400, 300));
  const before = await readKeys();
  const again = await send(await makeImage(400, 300, "#993333"));
  const after = await readKeys();
  expect(after.image_key).not.toBe(before.image_key);
  for (const key of [before.image_key, before.image_thumbnail_key])
    await expect(portal.services.files.read(String(key))).rejects.toMatchObject({
      code: "not_found",
    });
  const removed = await portal.call("DELETE", `/api/properties/${building.propertyId}/photo`, {
    cookie: building.landlord.cookie,
  });
  expect(again.json<PropertyDetails>().image).not.toBeNull();
  expect(removed.json<PropertyDetails>().image).toBeNull();
  await expect(portal.services.files.read(String(after.image_key))).rejects.toMatchObject({
    code: "not_found",
  });
  const log = await portal.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject_type", "=", "property")
    .orderBy("id", "desc")
    .limit(2)
    .execute();
  expect(log.map(({ action }) => action)).toEqual(["property.photo-removed", "property.photo-changed"]);
});

const readKeys = () =>
  portal.db
    .selectFrom("properties")
    .select(["image_key", "image_thumbnail_key"])
    .where("id", "=", building.propertyId)
    .executeTakeFirstOrThrow();

test.each([
  [
    "a file that isn't an image",
    () => send(Buffer.from("<svg/>")),
    415,
    "house.jpg isn't a PNG, JPG, or GIF image.",
  ],
  [
    "a corrupt photo",
    async () => send((await makeImage(400, 400)).subarray(0, 900)),
    400,
    "house.jpg isn't a readable image.",
  ],
  [
    "a photo over 10 MB",
    () => send(Buffer.alloc(10 * 1024 * 1024 + 1)),
    413,
    "The photo can be up to 10 MB.",
  ],
  [
    "a photo in another field",
    async () => send(await makeImage(8, 8), { name: "file" }),
    400,
    "Send the photo in the “photo” field.",
  ],
  [
    "no file",
    () =>
      portal.call("PUT", `/api/properties/${building.propertyId}/photo`, {
        cookie: building.landlord.cookie,
        ...multipart({}),
      }),
    400,
    "Please select a photo.",
  ],
])(
  "uploading %s as a property's photo is rejected with a message, and nothing changes",
  async (_, make, status, sentence) => {
    const before = await readKeys();
    const response = await make();
    expect(response.statusCode).toBe(status);
    expect(response.json<{ message: string }>().message).toBe(sentence);
    expect(await readKeys()).toEqual(before);
  },
);
