/** How many days a document stays in the trash before it is removed for good. */
export const daysInTrash = 30;

const dayMs = 86_400_000;

/** How many of these days are left, including the one that has begun. */
export const daysLeftInTrash = (trashedAt: string, now = Date.now()): number =>
  Math.max(0, daysInTrash - Math.floor((now - Date.parse(trashedAt)) / dayMs));
