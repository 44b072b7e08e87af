import type { Photo } from "./change.ts";
import { NotKept } from "./store.ts";

/** What a screen of any size needs; the photo of a phone has three times as many. */
export const longestSidePx = 1_600;
const quality = 0.85;
/** A photo of this size was made smaller before. */
const smallBytes = 400_000;

/**
 * Makes a photo small enough to keep hundreds on the phone and to send them over a bad line: a JPEG of at most 1,600 px.
 * @throws NotKept when it cannot be read, e.g. because it was cut off
 */
export async function shrinkPhoto(file: File): Promise<Photo> {
  // Browsers without it send the photo as it is.
  if (typeof createImageBitmap === "undefined") return { name: file.name, blob: file };
  const image = await createImageBitmap(file).catch((error: unknown) => {
    throw new NotKept(`${file.name} could not be read. Please take or choose it again.`, error);
  });
  try {
    const scale = Math.min(1, longestSidePx / Math.max(image.width, image.height));
    if (scale === 1 && file.type === "image/jpeg" && file.size <= smallBytes)
      return { name: file.name, blob: file };
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const pen = canvas.getContext("2d");
    if (pen === null) return { name: file.name, blob: file };
    // A JPEG has no transparency.
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob === null) return { name: file.name, blob: file };
    return { name: file.name.replace(/\.[^.]*$/, "") + ".jpg", blob };
  } finally {
    image.close();
  }
}
