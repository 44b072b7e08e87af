import { createHash } from "node:crypto";

/** What is signed for: what was reported and agreed, not where it stands (SIG-14). */
export interface SignedContent {
  title: string;
  description: string;
  category: string;
  location: string;
  priority: string;
  /** SHA-256 of each photo as kept, in their order. */
  photos: readonly Buffer[];
}

/** SHA-256 over a JSON array of the fields in this order, photos as lower-case hex. */
export function contentHash({
  title,
  description,
  category,
  location,
  priority,
  photos,
}: SignedContent): Buffer {
  const canonical = JSON.stringify([
    title,
    description,
    category,
    location,
    priority,
    photos.map((photo) => photo.toString("hex")),
  ]);
  return createHash("sha256").update(canonical, "utf8").digest();
}
