import type { Limit } from "#server/http/limits.ts";

/** The rate limits of accounts (requirements, "Limits"), counted in the database across all instances. */
export const failuresPerAccount: Limit = { name: "sign-in", count: 10, windowMinutes: 15 };
export const failuresPerNetwork: Limit = { name: "sign-in-network", count: 50, windowMinutes: 15 };
/** Wrong guesses of the current password within a session. */
export const wrongPasswordsPerPerson: Limit = { name: "password-change", count: 10, windowMinutes: 15 };
/** Wrong codes of the second factor, over all sign-ins. */
export const wrongCodesPerPerson: Limit = { name: "second-factor", count: 10, windowMinutes: 15 };
export const wrongCodesPerDay: Limit = { name: "second-factor-day", count: 50, windowMinutes: 24 * 60 };
/** The lifetime of a sign-in that waits for its code, and the codes it accepts. */
export const challengeMinutes = 10;
export const challengeTriesMax = 5;
export const registrationsPerNetwork: Limit = { name: "register", count: 100, windowMinutes: 60 };
export const mailsPerMailbox: Limit = { name: "mail", count: 5, windowMinutes: 60 };
/**
 * Mails that anybody may request without a session. They are counted separately from all other mails, which only go to known
 * addresses: a shared count would reveal whether an address is known.
 */
export const asksPerMailboxAndNetwork: Limit = { name: "asked-mail", count: 5, windowMinutes: 60 };
/** From all networks together. It is higher, so that a stranger cannot use up the requests of a person. */
export const asksPerMailbox: Limit = { name: "asked-mail-all", count: 30, windowMinutes: 60 };
/** Codes of mails, correct or wrong, for one address (PWD-12). */
export const codeTriesPerAccount: Limit = { name: "mailed-code", count: 15, windowMinutes: 24 * 60 };
export const mailsPerNetwork: Limit = { name: "mail-network", count: 100, windowMinutes: 60 };
