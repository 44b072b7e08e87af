import type sharp from "sharp";

let loaded: Promise<typeof sharp> | undefined;

/** The library that reads and writes pictures, loaded with the first one: what it takes of memory nobody needs before. */
export function loadSharp(): Promise<typeof sharp> {
  loaded ??= import("sharp").then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    return library;
  });
  return loaded;
}
