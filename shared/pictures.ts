/** Uploaded pictures of faults and buildings (WO-67, WO-74). 10 MB is 10 x 1024 x 1024 bytes. */
export const pictureTypes = ["image/png", "image/jpeg", "image/gif"] as const;
export type PictureType = (typeof pictureTypes)[number];
export const pictureBytesMax = 10 * 1024 * 1024;
