/** Uploaded images of problems and properties (WO-67, WO-74). 10 MB is 10 x 1024 x 1024 bytes. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif"] as const;
export type ImageType = (typeof imageTypes)[number];
export const maxImageBytes = 10 * 1024 * 1024;
