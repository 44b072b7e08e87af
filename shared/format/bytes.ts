/** The size of a file for people: `340 KB`, `2.4 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en-US")} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
