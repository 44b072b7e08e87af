import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/**
 * Networks that nobody outside may make the portal call: this machine, private and link-local networks, among them those of
 * the metadata of clouds, and what is reserved (IANA's registries of special-purpose addresses).
 */
const notPublic = new BlockList();
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
  notPublic.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  notPublic.addSubnet(network, bits, "ipv6");
/** All public IPv6 addresses are in here; what wraps an IPv4 address is not. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !notPublic.check(address, "ipv4")
    : globalIpv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");

/** Whether the operator opened the address to webhooks by WEBHOOK_NETWORKS. */
function isOwn(address: string, networks: readonly string[]): boolean {
  const own = new BlockList();
  for (const entry of networks) {
    const [network = "", bits] = entry.split("/");
    const family = isIP(network) === 4 ? "ipv4" : "ipv6";
    own.addSubnet(network, Number(bits ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return own.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** A sentence for people, as the reason why an address is not called. */
export class Unreachable extends Error {}

/**
 * The address to connect to for `url`: resolved here, and used by the connection, so that a name cannot point elsewhere a
 * moment later.
 * @throws Unreachable with a sentence
 */
export async function addressFor(
  url: URL,
  networks: readonly string[],
): Promise<{ address: string; family: 4 | 6 }> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true, verbatim: true }).catch(() => []);
  if (found.length === 0) throw new Unreachable(`The name ${host} was not found.`);
  const isEachOwn = found.every(({ address }) => isOwn(address, networks));
  // All of them: a name with one private address is not to be tried until the portal gets that one.
  if (!isEachOwn && !found.every(({ address }) => isPublic(address)))
    throw new Unreachable("Addresses of private networks and of this machine are not called.");
  if (!isEachOwn && url.protocol !== "https:") throw new Unreachable("The address must begin with https://.");
  const [{ address, family }] = found as [{ address: string; family: number }];
  return { address, family: family === 6 ? 6 : 4 };
}
