import type { Ctx } from "#server/http/context.ts";

/**
 * Identifies the sender of a request for limits and queues: the person, or the network of someone who is
 * signed out.
 */
export const getSender = ({ actor, networkAddress }: Pick<Ctx, "actor" | "networkAddress">): string =>
  actor === null ? getNetwork(networkAddress) : `person ${actor.id}`;

/** The sender of work that no person requested, such as a job. */
export const portalSender = "portal";

/**
 * Returns the part of a network address that identifies one customer: a whole IPv4 address, or the first 64
 * bits of an IPv6 address. A customer can use any of the IPv6 addresses below them.
 */
export function getNetwork(address: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4 !== undefined) return mappedIpv4;
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const splitGroups = (part: string) => (part === "" ? [] : part.split(":"));
  const left = splitGroups(head);
  const right = tail === undefined ? [] : splitGroups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0");
  const whole = [...left, ...zeros, ...right];
  return `${whole
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
