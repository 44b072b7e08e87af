/** The id of an intent is the part of its client secret before `_secret` (PAY-45). */
export const referenceOf = (clientSecret: string): string => clientSecret.split("_secret")[0] ?? "";
