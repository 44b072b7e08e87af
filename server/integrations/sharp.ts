import type sharp from "sharp";

let sharpPromise: Promise<typeof sharp> | undefined;

/** Loads the image library with the first image, to save memory until then. */
export function loadSharp(): Promise<typeof sharp> {
  sharpPromise ??= import("sharp").then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    return library;
  });
  return sharpPromise;
}
