import { maxImageBytes } from "#shared/images.ts";
import type { Photo } from "./change.ts";
import { NotSavedError } from "./store.ts";

/** Enough for any screen. A phone's photo has three times as many pixels per side. */
export const maxSidePx = 1_600;
const quality = 0.85;

/** Whether this browser can shrink photos. If not, photos are sent unchanged. */
export const canShrinkPhotos = (): boolean => typeof createImageBitmap !== "undefined";

/** A photo up to this size has already been shrunk. */
const maxShrunkBytes = 400_000;

/**
 * Shrinks a photo to a JPEG of up to 1,600 px, so that hundreds fit on the phone and upload over a bad
 * connection. Small images aren't changed.
 * @throws NotSavedError if the file is still too large or can't be read, for example because it's incomplete
 */
export async function shrinkPhoto(file: File): Promise<Photo> {
  const photo = await redraw(file);
  if (photo.blob.size > maxImageBytes)
    throw new NotSavedError(`${file.name} is larger than 10 MB. Choose a smaller photo.`);
  return photo;
}

/** Like `shrinkPhoto`, for photos that are sent right away. */
export async function shrinkPhotos(files: readonly File[]): Promise<File[]> {
  const photos: File[] = [];
  // One after another because a large photo takes a lot of memory.
  for (const file of files) {
    const { name, blob } = await shrinkPhoto(file);
    photos.push(blob === file ? file : new File([blob], name, { type: "image/jpeg" }));
  }
  return photos;
}

async function redraw(file: File): Promise<Photo> {
  if (!canShrinkPhotos()) return { name: file.name, blob: file };
  const image = await createImageBitmap(file).catch((error: unknown) => {
    throw new NotSavedError(`${file.name} couldn't be read. Retake it or choose another photo.`, error);
  });
  try {
    const scale = Math.min(1, maxSidePx / Math.max(image.width, image.height));
    if (scale === 1 && file.size <= maxShrunkBytes) return { name: file.name, blob: file };
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext("2d");
    if (context === null) return { name: file.name, blob: file };
    // JPEGs have no transparency.
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (blob === null) return { name: file.name, blob: file };
    return { name: file.name.replace(/\.[^.]*$/, "") + ".jpg", blob };
  } finally {
    image.close();
  }
}
