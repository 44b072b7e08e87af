import { fileTypeFromFile } from "file-type";
import { AppError, invalid } from "#shared/errors.ts";
import { type PictureType, pictureTypes } from "#shared/pictures.ts";
import { boundedQueue } from "../http/bounded-queue.ts";
import type { Ctx } from "../http/context.ts";
import type { ReceivedFile } from "../http/read-form.ts";
import { senderOf } from "../http/sender.ts";
import type { StoredFile } from "./file-store.ts";
import { loadSharp } from "./sharp.ts";

/** A stored picture: re-encoded, which removes the location and other camera metadata (WO-74). */
export interface KeptPicture {
  file: StoredFile;
  thumbnail: StoredFile;
  mediaType: PictureType;
  width: number;
  height: number;
}

const pixelsMax = 50_000_000;
const decoding = { limitInputPixels: pixelsMax, failOn: "error" } as const;
type Sharp = Awaited<ReturnType<typeof loadSharp>>;
/** An animation with more frames is hardly a photo, and each frame costs a start of the decoder. */
const framesMax = 300;
/** The shape of a thumbnail: a square for photos, the shape of a card for buildings. */
const thumbnails = {
  square: { width: 320, height: 320 },
  wide: { width: 640, height: 360 },
};
/** Decoding a picture takes a whole core: two at a time, with a bounded queue. */
const decode = boundedQueue({ atOnce: 2, waiting: 40, waitingOfSender: 10 });

/** An uploaded picture, the form field it came in, and the shape of its thumbnail. */
export interface SentPicture {
  received: ReceivedFile;
  field: string;
  thumbnail: keyof typeof thumbnails;
}

/**
 * Stores a picture and its thumbnail; both are removed again when the request fails.
 * @throws AppError wrong_kind unless the content is PNG, JPG or GIF; invalid for a broken or too large picture
 */
export async function keepPicture(ctx: Ctx, sent: SentPicture): Promise<KeptPicture> {
  const mediaType = await kindOf(sent.received);
  const { encoded, small } = await decoded(ctx, sent, (sharp) => reencode(sharp, sent, mediaType));
  return {
    file: await keep(
      ctx,
      encoded.data,
      mediaType === "image/jpeg" ? "jpg" : mediaType === "image/png" ? "png" : "gif",
    ),
    thumbnail: await keep(ctx, small, "webp"),
    mediaType,
    width: encoded.info.width,
    height: encoded.info.pageHeight ?? encoded.info.height,
  };
}

/** The largest sides of a logo, which is drawn at a quarter of them at most. */
const logoSides = { width: 512, height: 256 };

/**
 * Stores a logo as PNG, which browsers, mail programs and PDFs draw; it is removed again when the request fails.
 * @throws AppError wrong_kind unless the content is PNG, JPG or GIF; invalid for a broken or too large picture
 */
export async function keepLogo(ctx: Ctx, sent: Omit<SentPicture, "thumbnail">): Promise<StoredFile> {
  await kindOf(sent.received);
  const logo = await decoded(ctx, sent, (sharp) =>
    sharp(sent.received.path, decoding)
      .autoOrient()
      .resize({ ...logoSides, fit: "inside", withoutEnlargement: true })
      .png()
      .toBuffer(),
  );
  return keep(ctx, logo, "png");
}

/** @throws AppError wrong_kind */
async function kindOf({ path, name }: ReceivedFile): Promise<PictureType> {
  const kind = await fileTypeFromFile(path);
  const mediaType = pictureTypes.find((type) => type === kind?.mime);
  if (mediaType === undefined)
    throw new AppError("wrong_kind", `${shortName(name)} is not a PNG, JPG or GIF image.`);
  return mediaType;
}

/** Runs `work` when a core is free for it. @throws AppError invalid for a picture that cannot be read */
async function decoded<Result>(
  ctx: Ctx,
  { received, field }: Omit<SentPicture, "thumbnail">,
  work: (sharp: Sharp) => Promise<Result>,
): Promise<Result> {
  const sharp = await loadSharp();
  return decode(senderOf(ctx), () => work(sharp)).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw invalid({ [field]: `${shortName(received.name)} could not be read as an image.` });
  });
}

async function keep(ctx: Ctx, bytes: Buffer, extension: string): Promise<StoredFile> {
  const file = await ctx.files.put(bytes, extension);
  ctx.onFailure(() => ctx.files.remove(file.key));
  return file;
}

/** Removes pictures that no row names. */
export async function removePictures({ files }: Ctx, pictures: readonly KeptPicture[]): Promise<void> {
  for (const { file, thumbnail } of pictures) {
    await files.remove(file.key);
    await files.remove(thumbnail.key);
  }
}

async function reencode(
  sharp: Sharp,
  { received: { path }, field, thumbnail }: SentPicture,
  mediaType: PictureType,
) {
  // Reads the header only, so any size is safe.
  const { width, height, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (pages > framesMax) throw invalid({ [field]: `An animation may have at most ${framesMax} frames.` });
  if (width * height > pixelsMax) throw invalid({ [field]: "A photo may have at most 50 megapixels." });
  // The frames of an animation count together, so that a small file cannot decode to gigabytes.
  const picture = sharp(path, { ...decoding, animated: mediaType === "image/gif" }).autoOrient();
  const encoded = await (mediaType === "image/jpeg"
    ? picture.jpeg({ quality: 85 })
    : mediaType === "image/png"
      ? picture.png()
      : picture.gif()
  ).toBuffer({ resolveWithObject: true });
  const small = await sharp(path, decoding)
    .autoOrient()
    .resize({ ...thumbnails[thumbnail], fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { encoded, small };
}

/** A file's name if it is safe to use in a sentence. */
const shortName = (name: string) => (/^[\p{L}\p{N} ._()-]{1,60}$/u.test(name) ? name : "A file");
