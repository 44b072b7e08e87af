import type { Limit } from "#server/http/limits.ts";

/** How often what may be tried (requirements, "Limits"). Counted in the database, so that instances agree. */
export const failuresPerAccount: Limit = { name: "sign-in", count: 10, windowMinutes: 15 };
export const failuresPerNetwork: Limit = { name: "sign-in-network", count: 50, windowMinutes: 15 };
/** Wrong guesses of the current password by somebody who holds a session. */
export const wrongPasswordsPerPerson: Limit = { name: "password-change", count: 10, windowMinutes: 15 };
/** Wrong codes of the second factor, whoever has proven the first. */
export const wrongCodesPerPerson: Limit = { name: "second-factor", count: 10, windowMinutes: 15 };
/** A sign-in that waits for its code, and how many it takes. */
export const challengeMinutes = 10;
export const challengeTriesMax = 5;
export const registrationsPerNetwork: Limit = { name: "register", count: 100, windowMinutes: 60 };
export const mailsPerMailbox: Limit = { name: "mail", count: 5, windowMinutes: 60 };
/**
 * Mails that anybody may ask for without a session. Counted apart from those the portal sends by itself or for somebody it knows,
 * which only go to a known address: how many are left would tell that it is one.
 */
export const asksPerMailbox: Limit = { name: "asked-mail", count: 5, windowMinutes: 60 };
/** Codes of mails, right and wrong ones, of one address (PWD-12). */
export const codeTriesPerAccount: Limit = { name: "mailed-code", count: 15, windowMinutes: 24 * 60 };
export const mailsPerNetwork: Limit = { name: "mail-network", count: 100, windowMinutes: 60 };

/**
 * The part of an address that one party holds: the address itself, or of IPv6 the first 64 bits, as every customer has
 * more addresses behind them than any limit could count.
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
