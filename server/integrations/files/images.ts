import { fileTypeFromFile } from "file-type";
import { AppError, invalid } from "#shared/errors.ts";
import { type ImageType, imageTypes } from "#shared/images.ts";
import type { Ctx } from "../../http/context.ts";
import { boundedQueue } from "../../http/protection/bounded-queue.ts";
import { type ReceivedFile, toShortName } from "../../http/requests/read-form.ts";
import { getSender } from "../../http/requests/sender.ts";
import type { StoredFile } from "./file-store.ts";
import { loadSharp } from "./sharp.ts";

/** A stored image. It is re-encoded, which removes the location and other camera metadata (WO-74). */
export interface StoredImage {
  file: StoredFile;
  thumbnail: StoredFile;
  mediaType: ImageType;
  width: number;
  height: number;
}

const maxPixels = 50_000_000;
const decodingOptions = { limitInputPixels: maxPixels, failOn: "error" } as const;
type Sharp = Awaited<ReturnType<typeof loadSharp>>;
/** An animation with more frames isn't a photo, and each frame takes decoding time. */
const maxFrames = 300;
/** The shapes of thumbnails: a square for photos, the shape of a card for properties. */
const thumbnailSizes = {
  square: { width: 320, height: 320 },
  wide: { width: 640, height: 360 },
};
/** Decoding an image takes a whole core, so two run at a time and a limited number wait. */
const queueDecoding = boundedQueue({ concurrency: 2, maxWaiting: 40, maxWaitingPerSender: 10 });

/** An uploaded image, its form field, and the shape of its thumbnail. */
export interface UploadedImage {
  received: ReceivedFile;
  field: string;
  thumbnail: keyof typeof thumbnailSizes;
}

/**
 * Stores an image and its thumbnail. Both are removed again if the request fails.
 * @throws AppError unsupported_type unless the content is PNG, JPG or GIF, or invalid for a broken or too
 * large image
 */
export async function storeImage(ctx: Ctx, upload: UploadedImage): Promise<StoredImage> {
  const mediaType = await detectMediaType(upload.received);
  const { encoded, thumbnailData } = await decodeImage(ctx, upload, (sharp) =>
    reencode(sharp, upload, mediaType),
  );
  return {
    file: await storeFile(ctx, encoded.data, fileExtensions[mediaType]),
    thumbnail: await storeFile(ctx, thumbnailData, "webp"),
    mediaType,
    width: encoded.info.width,
    height: encoded.info.pageHeight ?? encoded.info.height,
  };
}

const fileExtensions = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/gif": "gif",
} as const satisfies Record<ImageType, string>;

/** The maximum dimensions of a logo. It is displayed at a quarter of this size or smaller. */
const logoSides = { width: 512, height: 256 };

/**
 * Stores a logo as PNG, which browsers, email programs and PDFs can show. It is removed again if the request
 * fails.
 * @throws AppError unsupported_type unless the content is PNG, JPG or GIF, or invalid for a broken or too
 * large image
 */
export async function storeLogo(ctx: Ctx, upload: Omit<UploadedImage, "thumbnail">): Promise<StoredFile> {
  await detectMediaType(upload.received);
  const logo = await decodeImage(ctx, upload, (sharp) =>
    sharp(upload.received.path, decodingOptions)
      .autoOrient()
      .resize({ ...logoSides, fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer(),
  );
  return storeFile(ctx, logo, "png");
}

/**
 * Detects the media type.
 * @throws AppError unsupported_type
 */
async function detectMediaType({ path, name }: ReceivedFile): Promise<ImageType> {
  const kind = await fileTypeFromFile(path);
  const mediaType = imageTypes.find((type) => type === kind?.mime);
  if (mediaType === undefined)
    throw new AppError("unsupported_type", `${toShortName(name)} isn't a PNG, JPG, or GIF image.`);
  return mediaType;
}

/**
 * Runs `work` once a core is free.
 * @throws AppError invalid if the image isn't readable
 */
async function decodeImage<Result>(
  ctx: Ctx,
  { received, field }: Omit<UploadedImage, "thumbnail">,
  work: (sharp: Sharp) => Promise<Result>,
): Promise<Result> {
  const sharp = await loadSharp();
  return queueDecoding(getSender(ctx), () => work(sharp)).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw invalid({ [field]: `${toShortName(received.name)} isn't a readable image.` });
  });
}

async function storeFile(ctx: Ctx, bytes: Buffer, extension: string): Promise<StoredFile> {
  const file = await ctx.files.put(bytes, extension);
  ctx.onFailure(() => ctx.files.remove(file.key));
  return file;
}

/** Removes images that no row refers to. */
export async function removeImages({ files }: Ctx, images: readonly StoredImage[]): Promise<void> {
  for (const { file, thumbnail } of images) {
    await files.remove(file.key);
    await files.remove(thumbnail.key);
  }
}

async function reencode(
  sharp: Sharp,
  { received: { path, name }, field, thumbnail }: UploadedImage,
  mediaType: ImageType,
) {
  // Reads the header only, so any size is safe.
  const { width, height, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (pages > maxFrames) throw invalid({ [field]: `Animations can have up to ${maxFrames} frames.` });
  if (width * height > maxPixels)
    throw invalid({ [field]: `${toShortName(name)} has more than 50 megapixels. Use a smaller photo.` });
  // The frames of an animation count together, so that a small file can't decode to gigabytes.
  const image = sharp(path, { ...decodingOptions, animated: mediaType === "image/gif" }).autoOrient();
  const encoded = await (mediaType === "image/jpeg"
    ? image.jpeg({ quality: 85 })
    : mediaType === "image/png"
      ? image.png()
      : image.gif()
  ).toBuffer({ resolveWithObject: true });
  const thumbnailData = await sharp(path, decodingOptions)
    .autoOrient()
    .resize({ ...thumbnailSizes[thumbnail], fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { encoded, thumbnailData };
}
