import { createHash } from "node:crypto";
import type { Ctx } from "#server/http/context.ts";

/** The content a signature covers: the reported problem and its details, but not the status (SIG-14). */
export interface SignedContent {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  /** SHA-256 hash of each stored photo, in order. */
  photos: readonly Buffer[];
}

/**
 * Fields covered by each version. A new field needs a new version. Old versions are kept to verify earlier
 * signatures.
 */
const fieldSelectors: Readonly<Record<number, (content: SignedContent) => unknown[]>> = {
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

/** SHA-256 over a JSON array of the fields in order, with photo hashes as lowercase hex. */
export function contentHash(content: SignedContent, version: number = contentHashVersion): Buffer {
  const selectFields = fieldSelectors[version];
  if (selectFields === undefined) throw new Error(`Unknown content hash version: ${version}`);
  return createHash("sha256")
    .update(JSON.stringify(selectFields(content)), "utf8")
    .digest();
}

/** Returns the photo hashes that a work order's content hash covers. */
export async function readPhotoHashes({ db }: Pick<Ctx, "db">, orderId: number): Promise<Buffer[]> {
  const photos = await db
    .selectFrom("work_order_images")
    .select("sha256")
    .where("work_order_id", "=", orderId)
    .orderBy("position")
    .execute();
  return photos.map(({ sha256 }) => sha256);
}
