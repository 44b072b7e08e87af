const gigabyte = 1024 ** 3;

/** Formats a size for people: `340 KB`, `2.4 MB`, `118.0 GB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`
    : bytes < gigabyte
      ? `${(bytes / 1024 / 1024).toFixed(1)} MB`
      : `${(bytes / gigabyte).toFixed(1)} GB`;
