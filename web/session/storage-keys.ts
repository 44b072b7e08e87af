/** Storage keys that the script in the page's head also reads (`web/head.ts`). */
export const sessionKey = "session";

/** The prefix of the storage keys of a user's preferences (`web/use-preference.ts`). */
export const preferencePrefix = "choice:";
export const preferenceKey = (userId: number, name: string): string => `${preferencePrefix}${userId}:${name}`;
