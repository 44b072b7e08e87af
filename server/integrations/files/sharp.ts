import type sharp from "sharp";

let sharpPromise: Promise<typeof sharp> | undefined;

/** Loads the image library. This waits for the first image, to save memory. */
export function loadSharp(): Promise<typeof sharp> {
  sharpPromise ??= import("sharp").then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    return library;
  });
  return sharpPromise;
}
