import type { Limit } from "#server/http/limits.ts";

/** The rate limits of accounts (requirements, "Limits"), counted in the database across all instances. */
export const failuresPerAccount: Limit = { name: "sign-in", count: 10, windowMinutes: 15 };
export const failuresPerNetwork: Limit = { name: "sign-in-network", count: 50, windowMinutes: 15 };
/** Wrong guesses of the current password within a session. */
export const wrongPasswordsPerPerson: Limit = { name: "password-change", count: 10, windowMinutes: 15 };
/** Wrong codes of the second factor, over all sign-ins. */
export const wrongCodesPerPerson: Limit = { name: "second-factor", count: 10, windowMinutes: 15 };
/** The lifetime of a sign-in that waits for its code, and the codes it accepts. */
export const challengeMinutes = 10;
export const challengeTriesMax = 5;
export const registrationsPerNetwork: Limit = { name: "register", count: 100, windowMinutes: 60 };
export const mailsPerMailbox: Limit = { name: "mail", count: 5, windowMinutes: 60 };
/**
 * Mails that anybody may request without a session. They are counted separately from all other mails, which only go to known
 * addresses: a shared count would reveal whether an address is known.
 */
export const asksPerMailbox: Limit = { name: "asked-mail", count: 5, windowMinutes: 60 };
/** Codes of mails, correct or wrong, for one address (PWD-12). */
export const codeTriesPerAccount: Limit = { name: "mailed-code", count: 15, windowMinutes: 24 * 60 };
export const mailsPerNetwork: Limit = { name: "mail-network", count: 100, windowMinutes: 60 };

/**
 * The part of a network address that belongs to one customer: the whole IPv4 address, or the first 64 bits of an IPv6
 * address, below which every customer has more addresses than any limit could count.
 */
export function networkOf(address: string): string {
  const inIpv6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (inIpv6 !== undefined) return inIpv6;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const whole = [...left, ...zeros, ...right];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
