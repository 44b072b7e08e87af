import { imageBytesMax, imagesMax, imageTypes } from "../contract.ts";
import type { Choice } from "./chosen.ts";

/** WO-67. */
export const photoHint = "PNG, JPG, GIF up to 10MB";
/** Listed one by one, so that phones convert their own formats to one of these (WO-74). */
export const photoAccept = imageTypes.join(",");

export const photosOfReport: Choice = {
  max: imagesMax,
  sentence: `A work order takes at most ${imagesMax} photos`,
  refusalOf: refusalOfPhoto,
};

export function refusalOfPhoto(file: File): string | undefined {
  if (!(imageTypes as readonly string[]).includes(file.type))
    return `${file.name} is not a PNG, JPG or GIF image, so it was left out.`;
  if (file.size > imageBytesMax) return `${file.name} is larger than 10 MB, so it was left out.`;
  if (file.size === 0) return `${file.name} is empty, so it was left out.`;
  return undefined;
}
