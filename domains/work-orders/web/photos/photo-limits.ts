import { imageTypes, maxImageBytes } from "#shared/images.ts";
import { getFieldErrors } from "#web/error-message.ts";
import { canShrinkPhotos } from "#web/offline-queue/shrink-photo.ts";
import { NotSavedError } from "#web/offline-queue/store.ts";
import { maxImagesPerUpload } from "../../contract.ts";
import type { FileLimits } from "../files/file-selection.ts";

/** WO-67. */
export const photoHint = "PNG, JPG, GIF up to 10MB";
/** Lists each format, so that phones convert their own formats to one of these (WO-74). */
export const photoAccept = imageTypes.join(",");

/** Returns error messages for the photo field. Each one names the photo. */
export function getPhotoErrors(error: unknown): string[] {
  if (error instanceof NotSavedError) return [error.message];
  const { images } = getFieldErrors(error);
  return images === undefined ? [] : [images];
}

export const reportPhotoLimits: FileLimits = {
  maxFiles: maxImagesPerUpload,
  limitMessage: `Work orders can have up to ${maxImagesPerUpload} photos`,
  validate: validatePhoto,
};

export function validatePhoto(file: File): string | undefined {
  if (!(imageTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG, or GIF, so it wasn't added.`;
  // Larger photos are shrunk before they're sent, if the browser can.
  if (file.size > maxImageBytes && !canShrinkPhotos())
    return `${file.name} is larger than 10 MB, so it wasn't added.`;
  if (file.size === 0) return `${file.name} is empty, so it wasn't added.`;
  return undefined;
}
