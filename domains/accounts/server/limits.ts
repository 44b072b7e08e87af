import type { Limit } from "#server/http/protection/limits.ts";

/** Rate limits for accounts (requirements, "Limits"), counted in the database across all instances. */
export const failuresPerAccount: Limit = { name: "sign-in", count: 10, windowMinutes: 15 };
export const failuresPerNetwork: Limit = { name: "sign-in-network", count: 50, windowMinutes: 15 };
/** Wrong current passwords entered by someone who is signed in. */
export const wrongPasswordsPerPerson: Limit = { name: "password-change", count: 10, windowMinutes: 15 };
/** Wrong two-factor codes across all sign-ins. */
export const wrongCodesPerPerson: Limit = { name: "two-factor", count: 10, windowMinutes: 15 };
export const wrongCodesPerDay: Limit = { name: "two-factor-day", count: 50, windowMinutes: 24 * 60 };
/** How long a sign-in waits for its code, and how many attempts it allows. */
export const challengeMinutes = 10;
export const maxChallengeAttempts = 5;
/**
 * Requests that start or finish a sign-in with a work account, successful or not. The limit is high because a
 * whole office can share one network address.
 */
export const workSignInsPerNetwork: Limit = { name: "work-account", count: 300, windowMinutes: 15 };
export const registrationsPerNetwork: Limit = { name: "register", count: 100, windowMinutes: 60 };
export const emailsPerMailbox: Limit = { name: "email", count: 5, windowMinutes: 60 };
/**
 * Emails that can be requested without a session. They're counted separately from all other emails, which
 * only go to known addresses. A shared count would reveal whether an address is known.
 */
export const requestsPerMailboxAndNetwork: Limit = { name: "requested-email", count: 5, windowMinutes: 60 };
/** The limit across all networks. It's higher so that a stranger can't use up a person's requests. */
export const requestsPerMailbox: Limit = { name: "requested-email-all", count: 30, windowMinutes: 60 };
/** Emailed codes entered for one address, right or wrong (PWD-12). */
export const codeAttemptsPerAccount: Limit = { name: "emailed-code", count: 15, windowMinutes: 24 * 60 };
export const emailsPerNetwork: Limit = { name: "email-network", count: 100, windowMinutes: 60 };
