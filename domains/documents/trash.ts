/** So many days a document lies in the trash; then it is removed for good. */
export const daysInTrash = 30;

const dayMs = 86_400_000;

/** How many of them are left, the one that has begun counted in. */
export const daysLeftInTrash = (trashedAt: string, now = Date.now()): number =>
  Math.max(0, daysInTrash - Math.floor((now - Date.parse(trashedAt)) / dayMs));
