/** Returns the id of an intent, the part of its client secret before `_secret` (PAY-45). */
export const getIntentReference = (clientSecret: string): string => clientSecret.split("_secret")[0] ?? "";
