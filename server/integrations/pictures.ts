import { fileTypeFromFile } from "file-type";
import { AppError, invalid } from "#shared/errors.ts";
import { type PictureType, pictureTypes } from "#shared/pictures.ts";
import { boundedQueue } from "../http/bounded-queue.ts";
import type { Ctx } from "../http/context.ts";
import type { ReceivedFile } from "../http/read-form.ts";
import type { StoredFile } from "./file-store.ts";
import { loadSharp } from "./sharp.ts";

/** A picture as it is kept: re-encoded, which leaves location and other data of the camera behind (WO-74). */
export interface KeptPicture {
  file: StoredFile;
  thumbnail: StoredFile;
  mediaType: PictureType;
  width: number;
  height: number;
}

const pixelsMax = 50_000_000;
/** More frames than this are no photo of anything, and each costs a decoder's start. */
const framesMax = 300;
/** How a thumbnail is cut: to a square in a row of photos, to the shape of a card for a building. */
const thumbnails = {
  square: { width: 320, height: 320 },
  wide: { width: 640, height: 360 },
};
/** Decoding a picture fills a core: two at a time, and a bounded queue. */
const decode = boundedQueue(2, 40);

/** What came in, the field it came in, and how its thumbnail is cut. */
export interface SentPicture {
  received: ReceivedFile;
  field: string;
  thumbnail: keyof typeof thumbnails;
}

/**
 * Keeps a picture and its thumbnail; both are taken back when the request fails.
 * @throws AppError wrong_kind for anything but PNG, JPG and GIF by content; invalid for a broken or too large picture
 */
export async function keepPicture(ctx: Ctx, sent: SentPicture): Promise<KeptPicture> {
  const {
    received: { path, name },
    field,
  } = sent;
  const kind = await fileTypeFromFile(path);
  const mediaType = pictureTypes.find((type) => type === kind?.mime);
  if (mediaType === undefined)
    throw new AppError("wrong_kind", `${shortName(name)} is not a PNG, JPG or GIF image.`);
  const sharp = await loadSharp();
  const { encoded, small } = await decode(() => reencode(sharp, sent, mediaType)).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw invalid({ [field]: `${shortName(name)} could not be read as an image.` });
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
    thumbnail: await keep(small, "webp"),
    mediaType,
    width: encoded.info.width,
    height: encoded.info.pageHeight ?? encoded.info.height,
  };
}

/** Takes pictures back that nothing will name. */
export async function removePictures({ files }: Ctx, pictures: readonly KeptPicture[]): Promise<void> {
  for (const { file, thumbnail } of pictures) {
    await files.remove(file.key);
    await files.remove(thumbnail.key);
  }
}

async function reencode(
  sharp: Awaited<ReturnType<typeof loadSharp>>,
  { received: { path }, field, thumbnail }: SentPicture,
  mediaType: PictureType,
) {
  const options = { limitInputPixels: pixelsMax, failOn: "error" } as const;
  // Reads the header only, so it may look at any size.
  const { width, height, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (pages > framesMax) throw invalid({ [field]: `An animation may have at most ${framesMax} frames.` });
  if (width * height > pixelsMax) throw invalid({ [field]: "A photo may have at most 50 megapixels." });
  // Frames of an animation count together, so that a small file cannot unfold into gigabytes.
  const picture = sharp(path, { ...options, animated: mediaType === "image/gif" }).autoOrient();
  const encoded = await (mediaType === "image/jpeg"
    ? picture.jpeg({ quality: 85 })
    : mediaType === "image/png"
      ? picture.png()
      : picture.gif()
  ).toBuffer({ resolveWithObject: true });
  const small = await sharp(path, options)
    .autoOrient()
    .resize({ ...thumbnails[thumbnail], fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { encoded, small };
}

/** A file's name as a sentence may carry it. */
const shortName = (name: string) => (/^[\p{L}\p{N} ._()-]{1,60}$/u.test(name) ? name : "A file");
