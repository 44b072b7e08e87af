/** Whether a file was chosen twice: the browser makes a new object each time. */
export const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
