import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { boundedQueue } from "#server/http/bounded-queue.ts";
import type { Ctx } from "#server/http/context.ts";
import type { StoredFile } from "#server/outside/file-store.ts";
import { AppError, invalid } from "#shared/errors.ts";
import { imageTypes } from "../contract.ts";

/** A photo as it is kept: re-encoded, which leaves location and other data of the camera behind (WO-74). */
export interface KeptPhoto {
  file: StoredFile;
  thumbnail: StoredFile;
  mediaType: (typeof imageTypes)[number];
  width: number;
  height: number;
}

const pixelsMax = 50_000_000;
const thumbnailSize = 320;
/** Decoding a photo fills a core: two at a time, and a bounded queue. */
const decode = boundedQueue(2, 40);
sharp.cache(false);
sharp.concurrency(1);

/**
 * Keeps a photo and its thumbnail; both are taken back when the request fails.
 * @throws AppError wrong_kind for anything but PNG, JPG and GIF by content; invalid for a broken or too large picture
 */
export async function keepPhoto(ctx: Ctx, content: Buffer, name: string): Promise<KeptPhoto> {
  const kind = await fileTypeFromBuffer(content);
  const mediaType = imageTypes.find((type) => type === kind?.mime);
  if (mediaType === undefined)
    throw new AppError("wrong_kind", `${shortName(name)} is not a PNG, JPG or GIF image.`);
  const { encoded, thumbnail } = await decode(() => reencode(content, mediaType)).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw invalid({ images: `${shortName(name)} could not be read as an image.` });
  });
  const keep = async (bytes: Buffer, extension: string) => {
    const file = await ctx.files.put(bytes, extension);
    ctx.onFailure(() => ctx.files.remove(file.key));
    return file;
  };
  return {
    file: await keep(
      encoded.data,
      mediaType === "image/jpeg" ? "jpg" : mediaType === "image/png" ? "png" : "gif",
    ),
    thumbnail: await keep(thumbnail, "webp"),
    mediaType,
    width: encoded.info.width,
    height: encoded.info.pageHeight ?? encoded.info.height,
  };
}

/** Takes photos back that no order will name. */
export async function removePhotos({ files }: Ctx, photos: readonly KeptPhoto[]): Promise<void> {
  for (const { file, thumbnail } of photos) {
    await files.remove(file.key);
    await files.remove(thumbnail.key);
  }
}

async function reencode(content: Buffer, mediaType: KeptPhoto["mediaType"]) {
  const options = { limitInputPixels: pixelsMax, failOn: "error" } as const;
  // Reads the header only, so it may look at any size.
  const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
  if (width * height > pixelsMax) throw invalid({ images: "A photo may have at most 50 megapixels." });
  // Frames of an animation count together, so that a small file cannot unfold into gigabytes.
  const picture = sharp(content, { ...options, animated: mediaType === "image/gif" }).autoOrient();
  const encoded = await (mediaType === "image/jpeg"
    ? picture.jpeg({ quality: 85 })
    : mediaType === "image/png"
      ? picture.png()
      : picture.gif()
  ).toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(content, options)
    .autoOrient()
    .resize({ width: thumbnailSize, height: thumbnailSize, fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { encoded, thumbnail };
}

/** A file's name as a sentence may carry it. */
const shortName = (name: string) => (/^[\p{L}\p{N} ._()-]{1,60}$/u.test(name) ? name : "A file");
