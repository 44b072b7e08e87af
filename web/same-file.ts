/** Whether the same file was selected twice. The browser creates a new object each time. */
export const isSameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
