import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/**
 * Networks that no webhook can reach: this machine, private and link-local networks (including cloud metadata
 * endpoints), and reserved networks (IANA's special-purpose address registries).
 */
const reservedNetworks = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  reservedNetworks.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  reservedNetworks.addSubnet(network, bits, "ipv6");
/** Contains all public IPv6 addresses, but none that wraps an IPv4 address. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !reservedNetworks.check(address, "ipv4")
    : globalIpv6.check(address, "ipv6") && !reservedNetworks.check(address, "ipv6");

/** Whether the operator allowed the address with WEBHOOK_NETWORKS. */
function isAllowed(address: string, networks: readonly string[]): boolean {
  const allowedNetworks = new BlockList();
  for (const entry of networks) {
    const [network = "", bits] = entry.split("/");
    const family = isIP(network) === 4 ? "ipv4" : "ipv6";
    allowedNetworks.addSubnet(network, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return allowedNetworks.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** Why an address can't be called. The message is a sentence for users. */
export class UnreachableError extends Error {}

/**
 * Resolves the address to connect to for `url`. The connection uses this address, so the hostname can't point
 * elsewhere a moment later.
 * @throws UnreachableError with a sentence
 */
export async function resolveAddress(
  url: URL,
  networks: readonly string[],
): Promise<{ address: string; family: 4 | 6 }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = await lookup(host, { all: true, verbatim: true }).catch(() => []);
  if (addresses.length === 0) throw new UnreachableError(`Couldn't resolve ${host}.`);
  const areAllAllowed = addresses.every(({ address }) => isAllowed(address, networks));
  // Checks all addresses. Otherwise, a hostname with one private address could be retried until the portal
  // picks that address.
  if (!areAllAllowed && !addresses.every(({ address }) => isPublic(address)))
    throw new UnreachableError("Private network and local addresses aren't allowed.");
  if (!areAllAllowed && url.protocol !== "https:")
    throw new UnreachableError("The URL must start with https://.");
  // Lower ports belong to services such as email and remote access, which mustn't be reached through the
  // portal.
  const port = Number(url.port);
  if (!areAllAllowed && port !== 0 && port < 1024)
    throw new UnreachableError("Use port 443, or a port from 1024 up.");
  const [{ address, family }] = addresses as [{ address: string; family: number }];
  return { address, family: family === 6 ? 6 : 4 };
}
