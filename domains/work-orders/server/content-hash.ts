import { createHash } from "node:crypto";
import type { Ctx } from "#server/http/context.ts";

/** The content a signature covers: the report and its details, not its status (SIG-14). */
export interface SignedContent {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  /** SHA-256 of each stored photo, in their order. */
  photos: readonly Buffer[];
}

/** The fields that each version covers. A new field needs a new version; the old ones stay for what was signed with them. */
const versions: Readonly<Record<number, (content: SignedContent) => unknown[]>> = {
  1: ({ title, description, category, location, priority, photos }) => [
    title,
    description,
    category,
    location,
    priority,
    photos.map((photo) => photo.toString("hex")),
  ],
};

export const contentHashVersion = 1;

/** SHA-256 over a JSON array of the fields in their order, photos as lower-case hex. */
export function contentHash(content: SignedContent, version: number = contentHashVersion): Buffer {
  const fieldsOf = versions[version];
  if (fieldsOf === undefined) throw new Error(`There is no version ${version} of the content hash.`);
  return createHash("sha256")
    .update(JSON.stringify(fieldsOf(content)), "utf8")
    .digest();
}

/** The hashes of an order's photos, as its content hash covers them. */
export async function photosOf({ db }: Pick<Ctx, "db">, orderId: number): Promise<Buffer[]> {
  const photos = await db
    .selectFrom("work_order_images")
    .select("sha256")
    .where("work_order_id", "=", orderId)
    .orderBy("position")
    .execute();
  return photos.map(({ sha256 }) => sha256);
}
