/** How many days a document stays in the trash before it's permanently deleted. */
export const daysInTrash = 30;

const dayMs = 86_400_000;

/** Returns how many days are left before the document is deleted, including today. */
export const daysLeftInTrash = (trashedAt: string, now = Date.now()): number =>
  Math.max(0, daysInTrash - Math.floor((now - Date.parse(trashedAt)) / dayMs));
